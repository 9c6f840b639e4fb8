import type { Scope, Value } from '../../expression/index.js';
import type { Json, JsonObject } from '../../ground/json.js';
import type { VisibleAnswers } from '../../questions/visible-answers.js';

/** A row's own values while it is rendered. */
export type Local = { iteration: VisibleAnswers; rowNumber: number } | { item: Json; rowNumber: number };

/** A form cannot be filled in. */
export class FormProblem extends Error {
  override name = 'FormProblem';
}

/** Far above any document; prevents nested repetitions from exhausting the memory. */
export const mostParts = 200_000;
/** Of all values in the texts of a document together. */
export const mostLetters = 5_000_000;

interface Surroundings {
  locals: ReadonlyMap<string, Local>;
  nearest: VisibleAnswers;
  made: { parts: number; letters: number };
}

/** The data of a form at one place of its layout. */
export class FormScope implements Scope {
  readonly records: JsonObject;
  readonly answers: VisibleAnswers;
  readonly #around: Surroundings;

  constructor(records: JsonObject, answers: VisibleAnswers, around?: Surroundings) {
    this.records = records;
    this.answers = answers;
    this.#around = around ?? { locals: new Map(), nearest: answers, made: { parts: 0, letters: 0 } };
  }

  /** The same place with a row's own values under a name. */
  within(alias: string, local: Local): FormScope {
    const { locals, nearest, made } = this.#around;
    return new FormScope(this.records, this.answers, {
      locals: new Map(locals).set(alias, local),
      nearest: 'iteration' in local ? local.iteration : nearest,
      made,
    });
  }

  local(alias: string): Local | undefined {
    return this.#around.locals.get(alias);
  }

  /** From the innermost iteration first, then from the policy. */
  answer(qid: string): Value | null {
    return this.#around.nearest.answer(qid);
  }

  value(_name: string): null {
    return null;
  }

  iterationCount(loop: string): number {
    return this.answers.iterationCount(loop);
  }

  /** Counts the characters of a value in a text; throws a `FormProblem` if there are too many. */
  countLetters(letters: number): void {
    const { made } = this.#around;
    made.letters += letters;
    if (made.letters > mostLetters) {
      throw new FormProblem(`the texts of the document would have more than ${mostLetters} characters`);
    }
  }

  /** Counts a part of the document; throws a `FormProblem` if there are too many. */
  count(): void {
    const { made } = this.#around;
    made.parts += 1;
    if (made.parts > mostParts) {
      throw new FormProblem(`the document would have more than ${mostParts} parts`);
    }
  }
}
