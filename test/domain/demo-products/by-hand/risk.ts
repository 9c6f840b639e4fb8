import { Exact } from '../../rating/reference/exact.js';
import type { Intake } from '../../rating/reference/intake.js';
import type { Surroundings } from '../../rating/reference/logic.js';

/** The answers of a risk, or of one of its locations, drivers or vehicles. */
export class Risk {
  readonly #answers: Surroundings;
  readonly #intake: Intake;

  constructor(intake: Intake, answers: Surroundings = intake.policy) {
    this.#intake = intake;
    this.#answers = answers;
  }

  text(qid: string): string {
    const answer = this.#answers.answer(qid);
    if (answer === null) throw new Error(`${qid} is not answered`);
    return String(answer);
  }

  number(qid: string): Exact {
    return Exact.ofText(this.text(qid));
  }

  /** Whether an answer is yes; an answer that is missing is not. */
  yes(qid: string): boolean {
    return this.#answers.answer(qid) === true;
  }

  /** Whether an answer is one of these texts; an answer that is missing is not. */
  is(qid: string, ...texts: string[]): boolean {
    const answer = this.#answers.answer(qid);
    return typeof answer === 'string' && texts.includes(answer);
  }

  /** The choices of a question with several; none if it is not answered. */
  choices(qid: string): readonly string[] {
    const answer = this.#answers.answer(qid);
    return Array.isArray(answer) ? answer : [];
  }

  each(loop: string): Risk[] {
    return this.#intake.iterationsOf(loop).map((answers) => new Risk(this.#intake, answers));
  }
}
