import type { Value } from '../../expression/index.js';

/**
 * What one quote's rating knows of the policy, or of one iteration of a loop. Everything stands in the slot that
 * its name got when the plan was compiled (`question-slots.ts`, `value-slots.ts`), so that nothing is searched
 * while rating. An empty slot is what is not answered, or not derived yet.
 */
export class RatingScope {
  readonly answers: (Value | null)[];
  readonly values: (Value | null)[] = [];
  /** Null for the policy. */
  readonly iterationId: string | null;
  /** The policy's own scope, which is the scope itself for the policy. */
  readonly policy: RatingScope;
  /** Of the policy: the iterations of each loop. */
  readonly loops: RatingScope[][] = [];

  /** @param questions how many slots the answers need. */
  constructor(questions: number, iteration: { policy: RatingScope; iterationId: string } | null = null) {
    this.answers = new Array(questions).fill(null);
    this.policy = iteration?.policy ?? this;
    this.iterationId = iteration?.iterationId ?? null;
  }
}
