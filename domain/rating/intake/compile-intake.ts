import { isBlank, isDate } from '../../expression/index.js';
import type { AnswerMap } from '../../intake/answers.js';
import type { BoundDates } from '../../questions/bounds.js';
import type { QuestionTypes } from '../../questions/question-types.js';
import type { PlanIssue } from '../run/plan-issue.js';
import { QuestionSlots } from '../run/question-slots.js';
import { RatingScope } from '../run/rating-scope.js';
import type { QuoteMessage } from '../run/result.js';
import type { StepBudget } from '../run/step-budget.js';
import { type Answers, type AskedQuestion, compileQuestion } from './asked-question.js';
import { IntakeNotes } from './intake-notes.js';
import { NamedIterations } from './named-iterations.js';
import { readingOrder } from './reading-order.js';

/** A read intake: the scope of the rating, and the messages about the answers. */
export interface ReadIntake {
  scope: RatingScope;
  refused: boolean;
  messages: QuoteMessage[];
}

/**
 * Reads an intake. Only questions that it `concerns` are reported on (default: all); an invalid answer to
 * another one counts as missing. Bounds that depend on another date are checked if that is given.
 */
export type IntakeReader = (
  answers: AnswerMap,
  concerns?: (qid: string) => boolean,
  dates?: Partial<BoundDates>,
  budget?: StepBudget,
) => ReadIntake;

/** The limit of a loop without `maxIterations`, so that no intake can keep a process busy. */
export const defaultMaxIterations = 1000;

/** The parts of questions and conditions that take as long as a step. */
const partsOfStep = 160;

/** Parts of the questions and conditions of a loop, times its iterations: half a second. */
const mostLoopParts = 20_000_000;

/**
 * Compiles the reading of an intake: answers become values of their question's type; bounds, choices and
 * numbers of iterations are checked; an unanswered question takes its `defaultAnswer`, or is reported if it
 * is required and visible. Answers to unknown or invisible questions have no effect, which a message reports.
 * All problems are collected, not just the first.
 */
export function compileIntake(types: QuestionTypes, issues: PlanIssue[]): IntakeReader {
  const slots = new QuestionSlots(types);
  const all = [...types.values()].map((type) => compileQuestion(type, types, slots, issues));
  for (const question of all) {
    const children = all.filter(({ type }) => type.loop === question.type.qid);
    if (!question.type.isLoop) continue;
    question.children = readingOrder(children, issues);
    checkCost(question, issues);
  }
  const questions = readingOrder(
    all.filter(({ type }) => type.loop === null),
    issues,
  );
  const policySlots = slots.count(null);
  const isDated = all.some(({ checkDate }) => checkDate !== null);
  return (answers, concerns, dates = {}, budget) => {
    const scope = new RatingScope(unanswered(policySlots));
    const notes = new IntakeNotes(concerns ?? null, isDated ? knownDates(dates) : {});
    const reading: Reading = { notes, named: new NamedIterations(answers), types, budget };
    let found = 0;
    for (const question of questions) {
      const entry = question.entryIn(answers);
      if (entry !== undefined) found++;
      if (question.type.isLoop) readLoop(question, entry, scope, reading);
      else readAnswer(question, entry, scope, reading);
    }
    noteUnknown(answers, found, null, types, notes, null);
    return { scope, refused: notes.refused, messages: notes.messages() };
  };
}

/** An effective date that is none is reported by the rating. */
function knownDates(dates: Partial<BoundDates>): Partial<BoundDates> {
  return Object.fromEntries(Object.entries(dates).filter(([, date]) => isDate(date)));
}

type Entry = Answers[string];

interface Reading {
  notes: IntakeNotes;
  named: NamedIterations;
  types: QuestionTypes;
  budget: StepBudget | undefined;
}

function readAnswer(
  question: AskedQuestion,
  entry: Entry | undefined,
  scope: RatingScope,
  { notes, named }: Reading,
): void {
  const { qid } = question.type;
  if (entry !== undefined && entry.type !== 'ANSWER') {
    notes.add('ERROR', 'TYPE_MISMATCH', `"${qid}" is not a loop`, qid, scope.iterationId);
    return;
  }
  const given = entry !== undefined && !isBlank(entry.answer) ? entry.answer : null;
  if (question.visible && !question.visible(scope)) {
    if (given !== null) noteHidden(qid, scope, notes);
    return;
  }
  if (given === null && question.fallback === null) {
    if (question.required) noteMissing(qid, scope, notes);
    return;
  }
  try {
    const text = given === null ? question.fallback : question.read(given);
    const value = question.refersTo === null ? text : named.idOf(text, qid, question.refersTo);
    if (value !== null) question.checkDate?.(value, notes.dates);
    scope.answers[question.slot] = value;
  } catch (error) {
    notes.problem(error, qid, scope.iterationId);
  }
}

function readLoop(
  question: AskedQuestion,
  entry: Entry | undefined,
  scope: RatingScope,
  reading: Reading,
): void {
  const { notes, types, budget } = reading;
  const { qid } = question.type;
  if (entry !== undefined && entry.type !== 'LOOP') {
    notes.add('ERROR', 'TYPE_MISMATCH', `"${qid}" is a loop and takes iterations`, qid, null);
    return;
  }
  const iterations = entry?.iterations ?? [];
  if (question.visible && !question.visible(scope)) {
    if (iterations.length > 0) noteHidden(qid, scope, notes);
    return;
  }
  if (!countFits(question, iterations.length, notes)) return;
  budget?.spend(Math.floor((partsIn(question) * iterations.length) / partsOfStep));
  const scopes: RatingScope[] = [];
  for (const { iterationId, answers: own } of iterations) {
    const inner = new RatingScope(unanswered(question.childSlots), { policy: scope, iterationId });
    let found = 0;
    for (const child of question.children) {
      const answer = child.entryIn(own);
      if (answer !== undefined) found++;
      readAnswer(child, answer, inner, reading);
    }
    noteUnknown(own, found, qid, types, notes, iterationId);
    scopes.push(inner);
  }
  scope.loops[question.slot] = scopes;
}

/** Reports a loop whose iterations could keep a process busy before the rating begins. */
function checkCost(question: AskedQuestion, issues: PlanIssue[]): void {
  const { type } = question;
  const parts = partsIn(question);
  const most = mostIterations(type);
  if (parts * most <= mostLoopParts) return;
  const message = `its questions and their conditions have ${parts} parts, too many for ${most} iterations: lower "maxIterations" to ${Math.floor(mostLoopParts / parts)}`;
  issues.push({ path: `question "${type.qid}"`, message });
}

/** The parts of the questions and conditions of a loop's iteration. */
function partsIn({ children }: AskedQuestion): number {
  return children.reduce((sum, child) => sum + child.parts, 0);
}

function mostIterations({ maxIterations }: AskedQuestion['type']): number {
  return Number.isFinite(maxIterations) ? maxIterations : defaultMaxIterations;
}

function unanswered(questions: number): null[] {
  return new Array<null>(questions).fill(null);
}

function countFits({ type, required }: AskedQuestion, count: number, notes: IntakeNotes): boolean {
  const { qid, minIterations } = type;
  const least = Math.max(minIterations, required ? 1 : 0);
  const most = mostIterations(type);
  if (count === 0 && least > 0) {
    notes.add('ERROR', 'MISSING_ANSWER', `"${qid}" needs at least ${least} of its iterations`, qid, null);
  } else if (count < least) {
    const message = `"${qid}" needs at least ${least} iterations, not ${count}`;
    notes.add('ERROR', 'TOO_FEW_ITERATIONS', message, qid, null);
  } else if (count > most) {
    const message = `"${qid}" takes at most ${most} iterations, not ${count}`;
    notes.add('ERROR', 'TOO_MANY_ITERATIONS', message, qid, null);
  }
  return count >= least && count <= most;
}

/** @param known the number of answers to questions that are asked here. */
function noteUnknown(
  answers: Answers,
  known: number,
  loop: string | null,
  types: QuestionTypes,
  notes: IntakeNotes,
  iterationId: string | null,
): void {
  const qids = Object.keys(answers);
  if (qids.length === known) return;
  for (const qid of qids) {
    const type = types.get(qid);
    if (type && type.loop === loop) continue;
    const where = type ? 'is not asked here' : 'is not asked by this product';
    const message = `the question "${qid}" ${where}; its answer had no effect`;
    notes.add('WARNING', 'UNKNOWN_QUESTION', message, qid, iterationId);
  }
}

function noteHidden(qid: string, scope: RatingScope, notes: IntakeNotes): void {
  const message = `the question "${qid}" is not shown for these answers; its answer had no effect`;
  notes.add('INFO', 'QUESTION_NOT_VISIBLE', message, qid, scope.iterationId);
}

function noteMissing(qid: string, scope: RatingScope, notes: IntakeNotes): void {
  const message = `the required question "${qid}" is not answered`;
  notes.add('ERROR', 'MISSING_ANSWER', message, qid, scope.iterationId);
}
