import type { Readers, Scope, Value } from '../../expression/index.js';
import type { QuestionTypes } from '../../questions/question-types.js';
import { fromInside, type Level, levelsOf } from './level.js';
import type { RatingScope } from './rating-scope.js';

/**
 * The slots of a product's questions: those of the policy, of each loop, and of the loops are numbered
 * separately. The same questions always get the same slots, so an intake's reader and the plans need not
 * share an instance.
 */
export class QuestionSlots {
  readonly #types: QuestionTypes;
  readonly #slots = new Map<string, number>();
  /** Next free slot by loop; those of the policy under `null`. */
  readonly #used = new Map<string | null, number>();
  #loops = 0;

  constructor(types: QuestionTypes) {
    this.#types = types;
    for (const { qid, loop, isLoop } of types.values()) {
      this.#slots.set(qid, isLoop ? this.#loops : this.count(loop));
      if (isLoop) this.#loops += 1;
      else this.#used.set(loop, this.count(loop) + 1);
    }
  }

  /** The number of answer slots of an iteration, or of the policy. */
  count(loop: string | null): number {
    return this.#used.get(loop) ?? 0;
  }

  /** The slot of a question among its loop's or the policy's answers; of a loop, among the loops. */
  slotOf(qid: string): number {
    return this.#slots.get(qid) ?? -1;
  }

  /** How a part of the plan reads an answer: that of its own iteration, of one around it, or of the policy. */
  readerOf(qid: string, level: Level): (scope: RatingScope) => Value | null {
    const type = this.#types.get(qid);
    const slot = this.slotOf(qid);
    if (!type || type.isLoop) return nothing;
    const levels = levelsOf(level);
    const depth = levels.findIndex(({ loop }) => loop === qid || loop === type.loop);
    // An iteration over choices has one answer: the choice.
    const place = levels[depth]?.loop === qid ? 0 : slot;
    if (depth >= 0) return fromInside(({ answers }) => answers[place] ?? null, depth);
    return type.loop === null ? ({ policy }) => policy.answers[slot] ?? null : nothing;
  }

  iterationsOf(loop: string): (scope: RatingScope) => readonly RatingScope[] {
    const slot = this.#types.get(loop)?.isLoop ? this.slotOf(loop) : -1;
    return ({ policy }) => policy.loops[slot] ?? none;
  }

  /** The policy's answers, for conditions that read by name. */
  named(scope: RatingScope): Scope {
    return {
      answer: (qid) => this.readerOf(qid, { loop: null })(scope),
      value: nothing,
      iterationCount: (loop) => this.iterationsOf(loop)(scope).length,
    };
  }
}

/** The readers of answers for code that runs for the policy, or for an iteration. */
export function answerReaders(slots: QuestionSlots, level: Level): Readers<RatingScope> {
  return {
    answer: (qid) => slots.readerOf(qid, level),
    value: () => nothing,
    iterationCount: (name) => {
      const iterations = slots.iterationsOf(name);
      return (scope) => iterations(scope).length;
    },
  };
}

const none: readonly RatingScope[] = [];

function nothing(): null {
  return null;
}
