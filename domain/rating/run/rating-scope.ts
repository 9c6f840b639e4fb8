import type { Value } from '../../expression/index.js';

/**
 * The values of one quote's rating, for the policy or one iteration of a loop. Each value is in the slot that
 * its name got when the plan was compiled (`question-slots.ts`, `value-slots.ts`), so that rating needs no
 * search by name. An empty slot is unanswered, or not derived yet.
 */
export class RatingScope {
  readonly answers: (Value | null)[];
  readonly values: (Value | null)[] = [];
  /** Null for the policy. */
  readonly iterationId: string | null;
  /** The policy's scope, which for the policy is the scope itself. */
  readonly policy: RatingScope;
  /** Of the policy: the iterations of each loop. */
  readonly loops: RatingScope[][] = [];

  /** @param questions the number of answer slots. */
  constructor(questions: number, iteration: { policy: RatingScope; iterationId: string } | null = null) {
    this.answers = new Array(questions).fill(null);
    this.policy = iteration?.policy ?? this;
    this.iterationId = iteration?.iterationId ?? null;
  }
}
