import { RatingProblem, toText, type Value } from '../../expression/index.js';
import type { AnswerMap } from '../../intake/answers.js';

/** The iterations of an intake, as answers name them: by id, or by number. */
export class NamedIterations {
  readonly #answers: AnswerMap;
  /** The ids of each loop's iterations, by their ids in small letters. */
  #ids: Map<string, ReadonlyMap<string, string>> | null = null;

  constructor(answers: AnswerMap) {
    this.#answers = answers;
  }

  /** The id of the iteration that an answer names. Throws a `RatingProblem` if there is none. */
  idOf(answer: Value | null, qid: string, loop: string): Value | null {
    if (answer === null) return null;
    this.#ids ??= new Map();
    const ids = this.#ids.get(loop) ?? this.#idsOf(loop);
    this.#ids.set(loop, ids);
    const text = toText(answer).trim();
    const name = text.toLowerCase();
    const id = ids.get(name) ?? (/^\d{1,4}$/.test(name) ? [...ids.values()][Number(name) - 1] : undefined);
    if (id !== undefined) return id;
    const numbers =
      ids.size === 0 ? 'there is none' : `write its iterationId, or its number from 1 to ${ids.size}`;
    const given = JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text);
    const message = `the answer to "${qid}" names no iteration of "${loop}": ${given}; ${numbers}`;
    throw new RatingProblem('UNKNOWN_ITERATION', message);
  }

  #idsOf(loop: string): ReadonlyMap<string, string> {
    const entry = Object.hasOwn(this.#answers, loop) ? this.#answers[loop] : undefined;
    const iterations = entry?.type === 'LOOP' ? entry.iterations : [];
    return new Map(iterations.map(({ iterationId }) => [iterationId.toLowerCase(), iterationId]));
  }
}
