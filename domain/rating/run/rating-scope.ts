import type { Value } from '../../expression/index.js';

/** The place of an iteration among the others. */
interface Around {
  policy: RatingScope;
  iterationId: string;
  /** For an iteration inside another one: that one. */
  outer?: RatingScope;
  /** The iteration itself, if this is how another one sees it. */
  own?: RatingScope;
}

/**
 * The values of one quote's rating, for the policy or one iteration of a loop. Each value is in the slot that
 * its name got when the plan was compiled (`question-slots.ts`, `value-slots.ts`), so that rating needs no
 * search by name. An empty slot is unanswered, or not derived yet.
 */
export class RatingScope {
  readonly answers: (Value | null)[];
  /** Those of an iteration inside another one are only of this pair. */
  readonly values: (Value | null)[] = [];
  /** Null for the policy. */
  readonly iterationId: string | null;
  /** The policy's scope, which for the policy is the scope itself. */
  readonly policy: RatingScope;
  /** The scope around it; null for the policy, and for an iteration that only the policy is around. */
  readonly outer: RatingScope | null;
  /** The iteration's scope outside of all other iterations, which keeps its values. */
  readonly own: RatingScope;
  /** Of the policy: the iterations of each loop. */
  readonly loops: RatingScope[][] = [];
  /** Of the policy: what steps computed once for all iterations, by their key. */
  #shared: Map<object, unknown> | null = null;

  constructor(answers: (Value | null)[], around: Around | null = null) {
    this.answers = answers;
    this.policy = around?.policy ?? this;
    this.iterationId = around?.iterationId ?? null;
    this.outer = around?.outer ?? null;
    this.own = around?.own ?? this;
  }

  /** What is computed once in a rating, for the first step that asks under this key. */
  once<T>(key: object, compute: () => T): T {
    this.policy.#shared ??= new Map();
    const known = this.policy.#shared.get(key);
    if (known !== undefined) return known as T;
    const computed = compute();
    this.policy.#shared.set(key, computed);
    return computed;
  }

  /** This iteration as steps inside the iteration `outer` see it. */
  inside(outer: RatingScope): RatingScope {
    const { answers, policy, own } = this;
    return new RatingScope(answers, { policy, iterationId: this.iterationId ?? '', outer, own });
  }

  /** The iterations around this one, from the outside in. */
  get within(): string[] {
    const ids: string[] = [];
    for (let scope = this.outer; scope?.iterationId != null; scope = scope.outer)
      ids.unshift(scope.iterationId);
    return ids;
  }
}
