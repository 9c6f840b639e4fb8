import type { Scope, Value } from '../expression/index.js';

/** What one quote's rating knows: answers and derived values of the policy, or of one iteration of a loop. */
export class RatingScope implements Scope {
  readonly answers = new Map<string, Value>();
  readonly values = new Map<string, Value>();
  readonly iterationId: string | null;
  readonly #outer: RatingScope | null;
  /** The iterations of each loop, shared by all scopes of a quote. */
  readonly loops: Map<string, RatingScope[]>;

  constructor(iteration: { outer: RatingScope; iterationId: string } | null = null) {
    this.#outer = iteration?.outer ?? null;
    this.iterationId = iteration?.iterationId ?? null;
    this.loops = iteration?.outer.loops ?? new Map();
  }

  answer(qid: string): Value | null {
    const own = this.answers.get(qid);
    if (own !== undefined) return own;
    return this.#outer === null ? null : this.#outer.answer(qid);
  }

  value(name: string): Value | null {
    const own = this.values.get(name);
    if (own !== undefined) return own;
    return this.#outer === null ? null : this.#outer.value(name);
  }

  iterationCount(loop: string): number {
    return this.loops.get(loop)?.length ?? 0;
  }
}
