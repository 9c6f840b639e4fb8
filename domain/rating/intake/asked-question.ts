import {
  answerParsers,
  compileCondition,
  Decimal,
  ExpressionError,
  isBlank,
  isDecimal,
  RatingProblem,
  type Reference,
  referencesOf,
  sizeOf,
  type Value,
} from '../../expression/index.js';
import type { AnswerMap, LoopIteration } from '../../intake/answers.js';
import { type BoundDates, numberBound, readDateBound } from '../../questions/bounds.js';
import type { QuestionType, QuestionTypes } from '../../questions/question-types.js';
import type { PlanIssue } from '../run/plan-issue.js';
import { answerReaders, type QuestionSlots } from '../run/question-slots.js';
import type { RatingScope } from '../run/rating-scope.js';

export type Answers = AnswerMap | LoopIteration['answers'];

/** A question, compiled for reading an intake. */
export interface AskedQuestion {
  type: QuestionType;
  /** Its slot among the answers of the policy or of an iteration; for a loop, among the loops. */
  slot: number;
  visible: ((scope: RatingScope) => boolean) | null;
  /** What reading it costs: the parts of its condition, and itself. */
  parts: number;
  /** The readings of the condition. */
  references: readonly Reference[];
  /** The question's entry in a map of answers. */
  entryIn(answers: Answers): Answers[string] | undefined;
  required: boolean;
  fallback: Value | null;
  /** The answer as a value. Throws a `RatingProblem` that names the expected form. */
  read(text: string): Value;
  /** Throws a `RatingProblem` for a date out of bounds that depend on a known other date; null: it has none. */
  checkDate: ((value: Value, dates: Partial<BoundDates>) => void) | null;
  /** The loop of which the answer names an iteration. */
  refersTo: string | null;
  /** The questions asked in each iteration of a loop, in reading order. */
  children: AskedQuestion[];
  /** The number of answer slots of an iteration. */
  childSlots: number;
}

export function compileQuestion(
  type: QuestionType,
  types: QuestionTypes,
  slots: QuestionSlots,
  issues: PlanIssue[],
): AskedQuestion {
  const { qid, definition } = type;
  const read = compileReading(type);
  const condition = definition?.condition;
  const issue = (message: string) => issues.push({ path: `question "${qid}"`, message });
  const compiled =
    condition &&
    attempt(() => compileCondition(condition, types, answerReaders(slots, { loop: type.loop })), issue);
  const fallback = definition?.defaultAnswer;
  return {
    type,
    slot: slots.slotOf(qid),
    visible: compiled ?? null,
    parts: 1 + (compiled ? sizeOf(condition, types) : 0),
    references: compiled ? referencesOf(condition, types) : [],
    entryIn: entryReader(qid),
    required: definition?.required ?? false,
    fallback: fallback
      ? (attempt(
          () => read(fallback),
          (message) => issue(`defaultAnswer: ${message}`),
        ) ?? null)
      : null,
    read,
    checkDate: type.answerType === 'DATE' ? dateCheck(type, true) : null,
    refersTo: definition?.iterationOf ?? null,
    children: [],
    childSlots: slots.count(qid),
  };
}

/** Most ids differ from the names that every object has, and need no second check. */
function entryReader(qid: string): AskedQuestion['entryIn'] {
  if (!(qid in Object.prototype)) return (answers) => answers[qid];
  return (answers) => (Object.hasOwn(answers, qid) ? answers[qid] : undefined);
}

/** The reading of an answer's text, which throws a `RatingProblem` that says what it must be. */
export function compileReading(type: QuestionType): (text: string) => Value {
  const { qid, answerType, definition } = type;
  const parse = answerParsers[answerType];
  const wanted = wantedText[answerType];
  const min = boundOf(numberBound(definition?.min));
  const max = boundOf(numberBound(definition?.max));
  const checkDate = answerType === 'DATE' ? dateCheck(type, false) : null;
  const choices =
    (answerType === 'SELECT' || answerType === 'MULTI_SELECT') && definition?.answerChoices
      ? new Set(
          definition.answerChoices.map((choice) => (typeof choice === 'string' ? choice : choice.value)),
        )
      : null;
  const read = (text: string): Value => {
    const value = parse(text);
    if (value === null) {
      throw new RatingProblem('TYPE_MISMATCH', `the answer to "${qid}" is not ${wanted}: ${quoted(text)}`);
    }
    if (choices) {
      const odd = typeof value === 'string' ? notIn(choices, value) : oddChoice(choices, value);
      if (odd !== undefined) throw new RatingProblem('NOT_A_CHOICE', `"${qid}" has no choice ${quoted(odd)}`);
    }
    const missed = isDecimal(value)
      ? numberWanted(value, min, max, definition?.decimals)
      : answerType === 'DATE' && !isLikely(String(value)) && `from ${likely.from} to ${likely.to}`;
    if (missed) {
      const message = `the answer to "${qid}" must be ${missed}: ${quoted(text)}`;
      throw new RatingProblem('OUT_OF_BOUNDS', message);
    }
    checkDate?.(value, {});
    return value;
  };
  // Most answers need nothing of it.
  if (answerType === 'BOOLEAN') return (text) => text === 'true' || (text !== 'false' && read(text));
  if (answerType === 'TEXT') return (text) => (isBlank(text) ? read(text) : text);
  if (answerType !== 'SELECT' || choices === null) return read;
  return (text) => (choices.has(text) && !isBlank(text) ? text : read(text));
}

/** Dates of births, buildings and plans; others are slips of the pen, such as 2199 for 1999. */
const likely = { from: '1700-01-01', to: '2150-12-31' };

function isLikely(date: string): boolean {
  return date >= likely.from && date <= likely.to;
}

/** The violated bound of a number; null if the number is valid. */
function numberWanted(
  value: Decimal,
  min: Decimal | null,
  max: Decimal | null,
  decimals?: number,
): string | null {
  if (!isWithin(value, min, max)) return boundsText(min, max);
  if (decimals === undefined || value.decimalPlaces() <= decimals) return null;
  return decimals === 0 ? 'a whole number' : `a number of at most ${decimals} decimals`;
}

/** Checks an answer against the bounds that depend on another date, or against those that do not. */
function dateCheck({ qid, definition }: QuestionType, isRelative: boolean): AskedQuestion['checkDate'] {
  const [min, max] = [definition?.min, definition?.max].map((text) => {
    const bound = typeof text === 'string' ? readDateBound(text) : null;
    return bound && (bound.base !== null) === isRelative ? bound : null;
  });
  if (!min && !max) return null;
  return (value, dates) => {
    const [from, to] = [min, max].map((bound) => {
      const base = bound?.base ? dates[bound.base] : '';
      return base === undefined ? undefined : bound?.on(base);
    });
    const date = String(value);
    const isEarly = from !== undefined && date < from;
    if (!isEarly && (to === undefined || date <= to)) return;
    const bound = isEarly ? `${from} or later` : `${to} or earlier`;
    const why = isRelative ? ` (${(isEarly ? min : max)?.text})` : '';
    throw new RatingProblem(
      'OUT_OF_BOUNDS',
      `the answer to "${qid}" must be ${bound}${why}: ${quoted(date)}`,
    );
  };
}

function isWithin(value: Decimal, min: Decimal | null, max: Decimal | null): boolean {
  return (!min || value.greaterThanOrEqualTo(min)) && (!max || value.lessThanOrEqualTo(max));
}

function notIn(choices: ReadonlySet<string>, value: string): string | undefined {
  return choices.has(value) ? undefined : value;
}

function oddChoice(choices: ReadonlySet<string>, value: Value): string | undefined {
  return Array.isArray(value) ? value.find((choice) => !choices.has(choice)) : undefined;
}

const number = 'a number of at most 18 digits before and 16 after the point';
const wantedText = {
  NUMBER: number,
  MONEY: number,
  PERCENT: number,
  BOOLEAN: 'true or false',
  DATE: 'a date (YYYY-MM-DD)',
  MULTI_SELECT: 'a list of choices',
  SELECT: 'a text',
  TEXT: 'a text',
} as const;

function boundOf(bound: number | undefined): Decimal | null {
  return bound === undefined ? null : Decimal.of(bound);
}

function boundsText(min: Decimal | null, max: Decimal | null): string {
  if (min && max) return `from ${min.toFixed()} to ${max.toFixed()}`;
  return min ? `at least ${min.toFixed()}` : `at most ${max?.toFixed() ?? ''}`;
}

/** Answers are untrusted and messages are stored: a long answer is cut. */
function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text);
}

function attempt<T>(compile: () => T, report: (message: string) => void): T | undefined {
  try {
    return compile();
  } catch (error) {
    if (!(error instanceof ExpressionError || error instanceof RatingProblem)) throw error;
    report(error.message);
    return undefined;
  }
}
