import type { QuestionTypes } from '../../questions/question-types.js';

/** The names by which people know the questions, values and tables of a plan. */
export interface Vocabulary {
  questions: QuestionTypes;
  /** ISO 4217. */
  currency: string;
  /** The text of a question. */
  question(qid: string): string;
  /** One iteration of a loop: `location`. */
  iteration(loop: string): string;
  /** The title of a derived value. */
  value(name: string): string;
  /** The number and title of a table. */
  table(name: string): string;
  /** The title of a key column. */
  key(table: string, key: string): string;
  /** An answer column, in the middle of a sentence; the only one if it is not named. */
  column(table: string, column: string | undefined): string;
}

/** The label of a choice; an answer that is no choice is returned as it is. */
export function answerWords(
  { questions }: Pick<Vocabulary, 'questions'>,
  qid: string,
  answer: string,
): string {
  const choices = questions.get(qid)?.definition?.answerChoices ?? [];
  const chosen = choices.find((choice) => (typeof choice === 'string' ? choice : choice.value) === answer);
  return chosen === undefined || typeof chosen === 'string' ? answer : chosen.label;
}
