import { suggestion } from '../ground/nearest.js';
import type { AnswerMap } from '../intake/answers.js';
import type { QuestionType, QuestionTypes } from '../questions/question-types.js';
import type { Rerating } from '../rerating/rerate.js';
import type { Risk } from './risk.js';

/** How numbers are put in bands: between given points, or in bands of equal counts. */
export type Bands = { points: readonly number[] } | { count: number };

/** What risks are split by: an answer, the number of a loop's iterations, or a derived value. */
export interface SplitKey {
  name: string;
  /** Of a question; null for a derived value, or a value of the rating. */
  question: { loop: string | null; isLoop: boolean; defaultAnswer: string | null } | null;
  /** Its values are put in bands. Derived values are, if they are numbers. */
  isNumber: boolean;
  bands: Bands;
}

const usualBands: Bands = { count: 5 };
const mostBands = 50;
const numbers = ['NUMBER', 'MONEY', 'PERCENT'];

/**
 * Reads `client.state,revenue:4,years@2/5/10`: names of questions or values, with a number of bands or the
 * points between bands. A text says what is wrong.
 */
export function readSplitKeys(
  text: string,
  questions: QuestionTypes,
  valueNames: readonly string[],
): SplitKey[] | string {
  const found: SplitKey[] = [];
  for (const written of text.split(',').map((one) => one.trim())) {
    const key = readSplitKey(written, questions, valueNames);
    if (typeof key === 'string') return key;
    if (found.some(({ name }) => name === key.name)) return `"${key.name}" is there twice`;
    found.push(key);
  }
  return found;
}

function readSplitKey(
  written: string,
  questions: QuestionTypes,
  valueNames: readonly string[],
): SplitKey | string {
  const [, name = '', , count, points] = /^([^:@]+)(:(\d+)|@([\d./-]+))?$/.exec(written) ?? [];
  if (name === '') {
    return `cannot read "${written}": write a name, "name:4" for four bands, or "name@10/50" for bands at 10 and 50`;
  }
  const question = questions.get(name) ?? null;
  if (question === null && !valueNames.includes(name)) {
    const hint = suggestion(name, [...questions.keys(), ...valueNames]);
    return `"${name}" is neither a question nor a derived value of the policy${hint}`;
  }
  const isNumber = question === null || question.isLoop || numbers.includes(question.answerType);
  if (!isNumber && (count !== undefined || points !== undefined))
    return `"${name}" is no number: it has no bands`;
  const bands = bandsOf(count, points);
  if (typeof bands === 'string') return `"${written}": ${bands}`;
  return { name, question: question && shortened(question), isNumber, bands };
}

function shortened({ loop, isLoop, definition }: QuestionType): SplitKey['question'] {
  return { loop, isLoop, defaultAnswer: definition?.defaultAnswer ?? null };
}

function bandsOf(count: string | undefined, points: string | undefined): Bands | string {
  if (count !== undefined) {
    const wanted = Number(count);
    return wanted >= 2 && wanted <= mostBands ? { count: wanted } : `there can be 2 to ${mostBands} bands`;
  }
  if (points === undefined) return usualBands;
  const given = points.split('/').map(Number);
  const rise = given.every((point, index) => index === 0 || point > (given[index - 1] ?? point));
  if (given.some(Number.isNaN) || !rise) return 'the points between bands must be rising numbers';
  return given.length < mostBands ? { points: given } : `there can be 2 to ${mostBands} bands`;
}

/** In a loop: its values if they differ, up to this many. */
const mostDifferent = 3;

/**
 * A risk's value: an answer or its default, of a loop's question each different answer once; of a derived value
 * that of the first version, or of the second if the first has none.
 */
export function splitValue(
  { name, question, isNumber }: SplitKey,
  { intake }: Pick<Risk, 'intake'>,
  ratings: readonly Rerating[],
): string | null {
  if (question === null) {
    const metas = ratings.flatMap((one) => (one.status === 'RATED' ? [one.rating.rateMeta] : []));
    return metas.find((meta) => Object.hasOwn(meta, name))?.[name] ?? null;
  }
  const loop = question.isLoop ? name : question.loop;
  if (loop === null) return answerOf(intake, name, question);
  const entry = intake[loop];
  const iterations = entry?.type === 'LOOP' ? entry.iterations : [];
  if (question.isLoop) return String(iterations.length);
  const answers = iterations.flatMap(({ answers }) => answerOf(answers, name, question) ?? []);
  const different = [...new Set(answers)].sort();
  if (different.length <= 1) return different[0] ?? null;
  return isNumber || different.length > mostDifferent ? 'several' : different.join(' and ');
}

function answerOf(
  answers: AnswerMap,
  qid: string,
  question: NonNullable<SplitKey['question']>,
): string | null {
  const entry = Object.hasOwn(answers, qid) ? answers[qid] : undefined;
  if (entry?.type === 'ANSWER' && entry.answer !== '') return entry.answer;
  return question.defaultAnswer;
}
