import type { Decimal } from '../../expression/index.js';
import type { QuestionTypes } from '../../questions/question-types.js';
import { moneyWords, numberWords } from './value-words.js';

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
  /** The title of an answer column; the only one if it is not named. */
  column(table: string, column: string | undefined): string;
}

type Answers = Pick<Vocabulary, 'questions' | 'currency'>;

/** The label of a choice; undefined if the answer is none, or its own label. */
export function choiceLabel({ questions }: Answers, qid: string, answer: string): string | undefined {
  const choices = questions.get(qid)?.definition?.answerChoices ?? [];
  const chosen = choices.find((choice) => (typeof choice === 'string' ? choice : choice.value) === answer);
  return typeof chosen === 'object' && chosen.label !== answer ? chosen.label : undefined;
}

/** A number as the answer to a question: `$1,250`, `30%`; a year without separators. */
export function answeredNumber({ questions, currency }: Answers, qid: string, number: Decimal): string {
  const { answerType, definition } = questions.get(qid) ?? {};
  if (answerType === 'MONEY') return moneyWords(number, currency);
  if (answerType === 'PERCENT') return `${numberWords(number)}%`;
  const isYear = Number(definition?.min) >= 1000 && Number(definition?.max) <= 9999;
  return answerType === 'NUMBER' && isYear ? number.toFixed() : numberWords(number);
}
