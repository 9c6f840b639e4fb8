import { type AnswerScope, compileCondition, type Scope, type Value } from '../expression/index.js';
import type { QuestionTypes } from './question-types.js';

/** A product's questions and their display conditions. */
export interface DisplayConditions {
  types: QuestionTypes;
  holds: ReadonlyMap<string, (scope: Scope) => boolean>;
}

export function compileDisplayConditions(types: QuestionTypes): DisplayConditions {
  const holds = new Map<string, (scope: Scope) => boolean>();
  for (const { qid, definition } of types.values()) {
    if (definition?.condition) holds.set(qid, compileCondition(definition.condition, types));
  }
  return { types, holds };
}

/**
 * The visible questions for given answers. The answer to a hidden question has no effect on other questions,
 * as it has none on rating: questions that depend on it stay hidden, too.
 */
export class VisibleAnswers implements Scope {
  readonly #answers: AnswerScope;
  readonly #conditions: DisplayConditions;
  readonly #around: { scope: VisibleAnswers; loop: string } | null;
  readonly #known = new Map<string, boolean>();
  readonly #iterations = new Map<string, VisibleAnswers[]>();

  constructor(
    answers: AnswerScope,
    conditions: DisplayConditions,
    around: { scope: VisibleAnswers; loop: string } | null = null,
  ) {
    this.#answers = answers;
    this.#conditions = conditions;
    this.#around = around;
  }

  get iterationId(): string | null {
    return this.#answers.iterationId;
  }

  isVisible(qid: string): boolean {
    const holds = this.#conditions.holds.get(qid);
    if (!holds) return true;
    const known = this.#known.get(qid);
    if (known !== undefined) return known;
    // The import refuses circular conditions; this only prevents endless recursion.
    this.#known.set(qid, false);
    const visible = holds(this);
    this.#known.set(qid, visible);
    return visible;
  }

  answer(qid: string): Value | null {
    if (this.#around && this.#conditions.types.get(qid)?.loop !== this.#around.loop) {
      return this.#around.scope.answer(qid);
    }
    return this.isVisible(qid) ? this.#answers.answer(qid) : null;
  }

  value(_name: string): null {
    return null;
  }

  iterationCount(loop: string): number {
    if (this.#around) return this.#around.scope.iterationCount(loop);
    return this.isVisible(loop) ? this.#answers.iterationCount(loop) : 0;
  }

  /** One scope for each iteration of an answered loop, visible or not. */
  iterations(loop: string): VisibleAnswers[] {
    const known = this.#iterations.get(loop);
    if (known !== undefined) return known;
    const around = { scope: this, loop };
    const made = this.#answers
      .iterations(loop)
      .map((one) => new VisibleAnswers(one, this.#conditions, around));
    this.#iterations.set(loop, made);
    return made;
  }
}
