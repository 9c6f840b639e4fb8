import type { AnswerMap } from '../../../../domain/intake/answers.js';
import type { Line, Question } from '../../../../domain/questions/line.js';
import { holds, type Surroundings } from './logic.js';
import { exactOrNull, isCalendarDate, type Known, type Maybe, yesOrNo } from './value.js';

export interface Fault {
  code: string;
  qid: string;
}

/** What an intake says, question by question: each is worked out anew whenever it is asked for. */
export interface Intake {
  policy: Surroundings;
  iterationsOf(loop: string): Surroundings[];
  /** The loop of which the answer to a question names an iteration. */
  refersTo(qid: string): string | undefined;
  /** What is wrong with the answers to these questions. */
  faults(concerning: (qid: string) => boolean): Fault[];
}

type Given = Record<string, AnswerMap[string]>;
type Reading = { value: Maybe; fault: string | null };

export function everyQuestion(line: Line): Question[] {
  if (!line.active) return [];
  const own = (line.display?.sections ?? []).flatMap(({ subsections }) =>
    subsections.flatMap(({ questions }) => questions),
  );
  return [...own, ...line.lines.flatMap(everyQuestion)];
}

export function readIntake(
  root: Line,
  given: AnswerMap,
  effectiveDate: string,
  today = effectiveDate,
): Intake {
  const questions = new Map<string, Question>();
  for (const question of everyQuestion(root)) {
    if (!questions.has(question.qid)) questions.set(question.qid, question);
  }
  const policy: Surroundings = {
    answer: (qid) => {
      const question = questions.get(qid);
      return question && !question.loop ? read(question, given, policy).value : null;
    },
    // For the bounds of dates.
    value: (name) => ({ effectiveDate, today })[name] ?? null,
    iterations: (loop) => iterationsOf(loop).length,
    numberOf: (loop, name) => {
      const entry = given[loop];
      const ids = entry?.type === 'LOOP' ? entry.iterations.map(({ iterationId }) => iterationId) : [];
      const number = ids.includes(name) ? ids.indexOf(name) + 1 : Number(name);
      return number >= 1 && number <= ids.length ? String(number) : null;
    },
  };
  const iterationsOf = (loop: string): Surroundings[] => {
    const question = questions.get(loop);
    const entry = given[loop];
    if (!question || entry?.type !== 'LOOP' || !holds(question.condition, policy)) return [];
    return entry.iterations.map(({ answers }) => within(question, answers, policy));
  };
  const faultsOf = (question: Question): Fault[] => {
    const { qid, loop } = question;
    if (!loop) return faultIn(qid, read(question, given, policy).fault);
    if (!holds(question.condition, policy)) return [];
    const wrong = faultIn(qid, wrongCount(question, given));
    if (wrong.length > 0) return wrong;
    const entry = given[qid];
    return (entry?.type === 'LOOP' ? entry.iterations : []).flatMap(({ answers }) => {
      const inside = within(question, answers, policy);
      return loop.questions.flatMap((child) => faultIn(child.qid, read(child, answers, inside).fault));
    });
  };
  const faults = (concerning: (qid: string) => boolean): Fault[] =>
    [...questions.values()].flatMap(faultsOf).filter(({ qid }) => concerning(qid));
  const refersTo = (qid: string) =>
    [...questions.values()]
      .flatMap((each) => [each, ...(each.loop?.questions ?? [])])
      .find((each) => each.qid === qid)?.iterationOf;
  return { policy, iterationsOf, refersTo, faults };
}

function faultIn(qid: string, code: string | null): Fault[] {
  return code === null ? [] : [{ qid, code }];
}

/** An iteration: its own answers first, those of the policy after them. */
function within(loop: Question, answers: Given, policy: Surroundings): Surroundings {
  const children = new Map((loop.loop?.questions ?? []).map((child) => [child.qid, child] as const));
  const inside: Surroundings = {
    ...policy,
    asks: (qid) => children.has(qid),
    answer: (qid) => {
      const child = children.get(qid);
      return child ? read(child, answers, inside).value : policy.answer(qid);
    },
  };
  return inside;
}

function wrongCount({ qid, loop, required }: Question, given: Given): string | null {
  const entry = given[qid];
  const count = entry?.type === 'LOOP' ? entry.iterations.length : 0;
  const least = Math.max(loop?.minIterations ?? 0, required ? 1 : 0);
  if (count < least) return count === 0 ? 'MISSING_ANSWER' : 'TOO_FEW_ITERATIONS';
  return count > (loop?.maxIterations ?? 1000) ? 'TOO_MANY_ITERATIONS' : null;
}

function read(question: Omit<Question, 'loop'>, given: Given, around: Surroundings): Reading {
  if (!holds(question.condition, around)) return { value: null, fault: null };
  const entry = given[question.qid];
  if (entry && entry.type !== 'ANSWER') return { value: null, fault: 'TYPE_MISMATCH' };
  if (entry && entry.answer.trim() !== '') return check(question, entry.answer, around);
  if (question.defaultAnswer) return check(question, question.defaultAnswer, around);
  return { value: null, fault: question.required ? 'MISSING_ANSWER' : null };
}

function check(question: Omit<Question, 'loop'>, text: string, around: Surroundings): Reading {
  if (question.iterationOf !== undefined) {
    const number = around.numberOf?.(question.iterationOf, text.trim()) ?? null;
    return { value: number, fault: number === null ? 'UNKNOWN_ITERATION' : null };
  }
  const value = parse(question.answerType, text);
  if (value === null) return { value, fault: 'TYPE_MISMATCH' };
  const fault = faultOf(question, value, (name) => String(around.value(name)));
  return { value: fault === null ? value : null, fault };
}

function faultOf(
  { answerType, answerChoices, min, max }: Omit<Question, 'loop'>,
  value: Known,
  dateNamed: (name: string) => string,
): string | null {
  if (answerType === 'DATE') return isBetween(String(value), [min, max], dateNamed) ? null : 'OUT_OF_BOUNDS';
  if ((answerType === 'SELECT' || answerType === 'MULTI_SELECT') && answerChoices) {
    const known = answerChoices.map((choice) => (typeof choice === 'string' ? choice : choice.value));
    const chosen = Array.isArray(value) ? value : [value];
    return chosen.every((choice: unknown) => known.some((one) => one === choice)) ? null : 'NOT_A_CHOICE';
  }
  const number = ['NUMBER', 'MONEY', 'PERCENT'].includes(answerType) ? exactOrNull(value) : null;
  if (number === null) return null;
  const low = exactOrNull(String(min ?? ''));
  const high = exactOrNull(String(max ?? ''));
  return (low && number.order(low) < 0) || (high && number.order(high) > 0) ? 'OUT_OF_BOUNDS' : null;
}

function isBetween(
  date: string,
  bounds: (string | number | undefined)[],
  dateNamed: (name: string) => string,
): boolean {
  const [first, last] = bounds.map((bound) => dateOf(String(bound ?? ''), dateNamed));
  return (!first || date >= first) && (!last || date <= last);
}

/** A day, or one before or after the effective date or today: the last of a month that is too short. */
function dateOf(bound: string, dateNamed: (name: string) => string): string {
  const [name = '', sign, count, unit = ''] = bound.split(' ');
  if (name !== 'effectiveDate' && name !== 'today') return bound;
  const by = Number(`${sign ?? '+'}${count ?? 0}`);
  const [year = 0, month = 0, day = 0] = dateNamed(name).split('-').map(Number);
  const text = (date: Date) => date.toISOString().slice(0, 10);
  if (!unit.startsWith('month') && !unit.startsWith('year'))
    return text(new Date(Date.UTC(year, month - 1, day + by)));
  const months = month - 1 + (unit.startsWith('year') ? by * 12 : by);
  const last = new Date(Date.UTC(year, months + 1, 0)).getUTCDate();
  return text(new Date(Date.UTC(year, months, Math.min(day, last))));
}

function parse(answerType: Question['answerType'], text: string): Maybe {
  switch (answerType) {
    case 'NUMBER':
    case 'MONEY':
    case 'PERCENT':
      return exactOrNull(text);
    case 'BOOLEAN':
      return yesOrNo(text);
    case 'DATE':
      return isCalendarDate(text.trim()) ? text.trim() : null;
    case 'MULTI_SELECT':
      return text.trim().startsWith('[')
        ? (JSON.parse(text) as string[])
        : text.split(',').map((one) => one.trim());
    case 'SELECT':
    case 'TEXT':
      return text;
  }
}
