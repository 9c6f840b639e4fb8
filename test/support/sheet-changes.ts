import { dateNumber } from '../../documents/worksheets/excel-dates.js';
import { isCode } from '../../documents/worksheets/input-entries.js';
import type { LiveSource } from '../../documents/worksheets/live-source.js';
import type { WorksheetDocument } from '../../documents/worksheets/worksheet-document.js';
import { isDate } from '../../domain/expression/index.js';
import { addDays } from '../../domain/ground/calendar.js';
import type { Term } from '../../domain/ground/term.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import type { QuestionTypes } from '../../domain/questions/question-types.js';
import { numberOf } from '../../domain/rating/cells/evaluate.js';
import type { CellValue } from '../../domain/rating/cells/formula.js';
import type { Input } from '../../domain/rating/cells/sheet-line.js';
import type { CompiledPlan } from '../../domain/rating/plan/compiled-plan.js';
import type { RatingResult } from '../../domain/rating/run/result.js';
import { aLiveDocument } from './worksheet-factory.js';

/** A rating whose workbook is changed. */
export interface SheetSubject {
  name: string;
  plan: Pick<CompiledPlan, 'rate' | 'terms'>;
  tables: LiveSource['tables'];
  questions: QuestionTypes;
  answers: AnswerMap;
}

interface Rated {
  answers: AnswerMap;
  effectiveDate: string;
  today: string;
  term?: Term | undefined;
}

/** What somebody enters in a cell of the sheet Inputs, and what the service says then. */
export interface SheetChange {
  says: string;
  cells: { sheet: string; cell: string; value: string | number | boolean }[];
  rating: RatingResult;
}

const day = '2026-07-01';

/** The workbook of the rating. */
export function liveDocumentOf(subject: SheetSubject): { document: WorksheetDocument; rating: RatingResult } {
  const { plan, answers, tables, questions } = subject;
  const rating = plan.rate({ answers, effectiveDate: day, today: day });
  const { worksheet } = plan.rate({ answers, effectiveDate: day, today: day, everyStep: true });
  return { document: aLiveDocument(rating, answers, { lines: worksheet, tables, questions }), rating };
}

/**
 * Changes of one to three inputs, mostly to numbers, texts and dates on both sides of the ends of the tables' rows. Left out
 * are changes of answers that decide which other questions are asked, and those that the service does not take.
 */
export function sheetChanges(
  subject: SheetSubject,
  document: WorksheetDocument,
  { count, seed }: { count: number; seed: number },
): { changes: SheetChange[]; leftOut: number } {
  const random = numbers(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const pools = poolsOf(document);
  const { inputs } = document.worksheet;
  const changes: SheetChange[] = [];
  let leftOut = 0;
  for (let tries = 0; changes.length < count && tries < count * 20; tries++) {
    const some = new Set(Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(inputs)));
    const rated: Rated = { answers: structuredClone(subject.answers), effectiveDate: day, today: day };
    const cells = [...some].flatMap((input) => {
      const value = newValue(input, subject, pools, { random, pick });
      if (value === null || value === input.cell.value) return [];
      change(rated, input, value);
      const place = { sheet: 'Inputs', cell: `C${3 + inputs.indexOf(input)}` };
      return [{ ...place, value: typed(input.name, value, subject.questions), input, answer: value }];
    });
    if (cells.length === 0) continue;
    const rating = subject.plan.rate({ ...rated, everyStep: true });
    const changed = new Map(cells.map(({ input, answer }) => [input, answer] as const));
    const isAsked = rating.messages.some(({ message }) => message.includes('is not answered'));
    if (
      rating.worksheet.length === 0 ||
      isAsked ||
      !isAskedAlike(subject, rating, rated.answers, inputs, changed)
    ) {
      leftOut += 1;
      continue;
    }
    const says = cells
      .map(({ input, answer }) => `${input.name} ${String(input.cell.value)} → ${String(answer)}`)
      .join(', ');
    changes.push({
      says: `${subject.name}: ${says}`,
      cells: cells.map(({ sheet, cell, value }) => ({ sheet, cell, value })),
      rating,
    });
  }
  return { changes, leftOut };
}

/** Whether the service reads the same other inputs: the change hides or shows no question. */
function isAskedAlike(
  { tables, questions }: SheetSubject,
  rating: RatingResult,
  answers: AnswerMap,
  inputs: readonly Input[],
  changed: ReadonlyMap<Input, CellValue>,
): boolean {
  const { document } = {
    document: aLiveDocument(rating, answers, { lines: rating.worksheet, tables, questions }),
  };
  const values = new Map(document.worksheet.inputs.map((input) => [keyOf(input), input.cell.value]));
  return inputs.every((input) => {
    const wanted = changed.has(input) ? changed.get(input) : input.cell.value;
    const read = values.get(keyOf(input));
    return read === undefined || read === wanted || Number(read) === Number(wanted);
  });
}

function keyOf({ name, iterationId }: Input): string {
  return `${iterationId}/${name}`;
}

interface Pools {
  numbers: string[];
  texts: string[];
  dates: string[];
}

/** What the keys of the tables have. */
function poolsOf({ worksheet }: WorksheetDocument): Pools {
  const pools: Pools = { numbers: [], texts: [], dates: [] };
  for (const { keys, rows } of worksheet.live?.sheets ?? []) {
    for (const { columns, type } of keys) {
      const values = rows
        .flatMap((row) => columns.map((column) => row[column]))
        .filter((value) => typeof value === 'string');
      pools[type === 'number' ? 'numbers' : type === 'date' ? 'dates' : 'texts'].push(...values);
    }
  }
  return pools;
}

function newValue(
  { name }: Input,
  { questions, plan }: SheetSubject,
  pools: Pools,
  { random, pick }: { random: () => number; pick: <T>(items: readonly T[]) => T },
): CellValue {
  if (name === 'term') return pick(plan.terms);
  if (name === 'effectiveDate') return addDays(day, Math.floor(random() * 900));
  const question = questions.get(name);
  const { answerChoices, min, max, iterationOf } = question?.definition ?? {};
  if (iterationOf !== undefined) return null;
  switch (question?.answerType) {
    case 'BOOLEAN':
      return random() < 0.5;
    case 'SELECT':
    case 'TEXT':
      if (answerChoices)
        return pick(answerChoices.map((choice) => (typeof choice === 'string' ? choice : choice.value)));
      return pools.texts.length > 0 ? pick([...pools.texts, '99999']) : null;
    case 'DATE':
      return pools.dates.length > 0 && random() < 0.5
        ? addDays(pick(pools.dates), Math.floor(random() * 3) - 1)
        : addDays(day, -Math.floor(random() * 20_000));
    case 'NUMBER':
    case 'MONEY':
    case 'PERCENT':
      return newNumber([min, max], pools, { random, pick });
    case 'MULTI_SELECT':
    case undefined:
      return null;
  }
}

/** Mostly near the end of a row, or small. */
function newNumber(
  [min, max]: readonly unknown[],
  pools: Pools,
  { random, pick }: { random: () => number; pick: <T>(items: readonly T[]) => T },
): string | null {
  const [from, to] = [typeof min === 'number' ? min : 0, typeof max === 'number' ? max : 1_000_000];
  const isNear = pools.numbers.length > 0 && random() < 0.7;
  const number = isNear
    ? Number(pick(pools.numbers)) + pick([-1, 0, 0, 1])
    : Math.floor(from + random() ** 3 * (to - from));
  return number < from || number > to ? null : String(number);
}

function change(rated: Rated, { name, iterationId }: Input, value: CellValue): void {
  if (name === 'term') rated.term = value as Term;
  else if (name === 'effectiveDate') rated.effectiveDate = String(value);
  else {
    const answer = { type: 'ANSWER', qid: name, answer: String(value) } as const;
    if (iterationId === null) rated.answers[name] = answer;
    for (const entry of Object.values(rated.answers)) {
      if (entry.type !== 'LOOP') continue;
      for (const each of entry.iterations) if (each.iterationId === iterationId) each.answers[name] = answer;
    }
  }
}

/** As somebody types it: a code stays a text, a number is a number. */
function typed(name: string, value: CellValue, questions: QuestionTypes): string | number | boolean {
  if (typeof value !== 'string') return value ?? '';
  if (isDate(value)) return dateNumber(value) ?? value;
  return numberOf(value) !== null && !isCode(name, questions) ? Number(value) : value;
}

/** Random numbers from 0 to 1 that are the same for a seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Why what a workbook says differs from the service; null if it does not. */
export function whyNotSame(
  rating: RatingResult,
  {
    outcome,
    toPay,
    parts,
  }: { outcome: unknown; toPay: unknown; parts: readonly { code: unknown; part: unknown }[] },
): string | null {
  const words = String(outcome);
  if (rating.outcome === 'DECLINED') {
    return words.startsWith('Declined')
      ? null
      : `the service declines (${rating.messages.map(({ message }) => message).join('; ')}), the workbook says ${words}, ${toPay}`;
  }
  const total = rating.taxesAndFees.reduce((sum, { amount }) => sum + Number(amount), Number(rating.premium));
  if (words !== 'Quoted' || Number(toPay).toFixed(2) !== total.toFixed(2))
    return `${total.toFixed(2)} is quoted, the workbook says ${words}, ${JSON.stringify(toPay)}`;
  const premiums = new Map(rating.coverages.map(({ code, premium }) => [code, premium]));
  const wrong = parts.find(
    ({ code, part }) => Number(part).toFixed(2) !== Number(premiums.get(String(code)) ?? 0).toFixed(2),
  );
  return wrong
    ? `${wrong.code} is ${premiums.get(String(wrong.code))}, the workbook says ${JSON.stringify(wrong.part)}`
    : null;
}
