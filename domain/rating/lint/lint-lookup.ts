import type { LintIssue } from '../../ground/lint-issue.js';
import type { Findings } from '../lint/findings.js';
import { keyMismatch } from '../lint/key-types.js';
import type { Knowledge } from '../lint/knowledge.js';
import { lintExpression } from '../lint/lint-expression.js';
import { type MissingRow, missingRows } from '../lint/missing-rows.js';
import { named } from '../lint/operand.js';
import { anyNumber, anything, either, listed, numbers, type Possible, rangeOf } from '../lint/possible.js';
import { after, evaluate, readLogic } from '../lint/reason.js';
import { soughtSlots } from '../lint/sought-slots.js';
import type { TableUsage } from '../lint/table-usage.js';
import { answerCell, type TableKey } from '../tables/cells.js';
import { interpolatedKeys } from '../tables/laid-out.js';
import type { RatingTable } from '../tables/table.js';

/** What is looked up: an expression for each key, and the column that is read. */
interface Sought {
  keys: Readonly<Record<string, unknown>>;
  column?: string | undefined;
}

/** How many examples of missing rows a message gives. */
const examples = 3;

/**
 * Lints a lookup: are keys of the types that the table has, and is there a row for whatever can be looked up?
 * Tells what it can find.
 */
export function lintLookup(
  step: Sought,
  path: LintIssue['path'],
  knowledge: Knowledge,
  usage: TableUsage,
  findings: Findings,
): Possible {
  const { table, name } = usage;
  usage.lookups += 1;
  const asked = Object.values(step.keys).reduce(whereAsked, knowledge);
  const interpolated = table.keys.slice(table.keys.length - interpolatedKeys(table));
  const keys = table.keys.map((key): Possible => {
    const at = [...path, 'keys', key.name];
    const sought = step.keys[key.name];
    if (sought === undefined) return anything;
    lintExpression(sought, at, knowledge, findings);
    const logic = readLogic(sought, asked) ?? null;
    const possible = logic === null ? anything : evaluate(logic, asked);
    const mismatch = keyMismatch(key, named(logic), possible);
    if (mismatch) findings.add(mismatch.certain, at, mismatch.message);
    if (key.match === 'exact' && !interpolated.includes(key) && isFraction(key, possible)) {
      findings.warning(
        at,
        `${named(logic)} can be a fraction, which has no row; give the question decimals: 0`,
      );
    }
    lintUncovered(usage, key, named(logic), possible, findings);
    return possible;
  });
  const missing = [...missingIn(usage, keys), ...belowZero(table, keys.at(-1))];
  for (const certain of [true, false]) {
    const some = missing.filter((each) => each.certain === certain).map(({ what }) => what);
    if (some.length > 0) findings.add(certain, ['tables', name], missingText(some));
  }
  return readColumn(usage, step.column);
}

/** What can be looked up and has no row. */
function missingIn(usage: TableUsage, keys: readonly Possible[]): MissingRow[] {
  const { packed, columns } = usage;
  if (packed === null) return missingRows(usage, keys);
  return packed.missing(keys, (place, value) => {
    const column = columns[place];
    return (
      column !== undefined &&
      (soughtSlots(column, listed([value])) ?? []).every(({ slot }) => column.covered[slot])
    );
  });
}

/** What a column of a table can hold, the only one if it is not named; notes that it is read. */
export function readColumn({ table, read, packed }: TableUsage, column: string | undefined): Possible {
  const found = table.columns.find(({ name: each }) => column === undefined || each === column);
  if (found) read.add(found.name);
  const others = foundIn(table, column);
  if (!found || packed === null) return others;
  const possible = packed.possibleIn(table.columns.indexOf(found));
  return table.rows.length > 0 ? either(others, possible) : possible;
}

/** The bands of a graduated table begin at zero. */
function belowZero({ graduated, keys }: RatingTable, possible: Possible | undefined): MissingRow[] {
  const range = graduated && possible?.direct ? rangeOf(possible) : null;
  if (!range || range.from >= 0) return [];
  return [{ what: `${keys.at(-1)?.name} below 0`, certain: Number.isFinite(range.from) }];
}

/** A text that nobody can list, such as a ZIP: one that no row has declines the quote. */
function lintUncovered(
  { name, columns }: TableUsage,
  key: TableKey,
  sought: string,
  { type, list, whole, range }: Possible,
  findings: Findings,
): void {
  const column = columns.find((each) => each.key === key);
  const isOpen = type === 'text' || (whole === true && range !== null && isUnbounded(range));
  if (list || !isOpen || key.match !== 'exact' || !column || column.covered[column.index.slots]) return;
  findings.warning(
    ['tables', name, 'keys', columns.indexOf(column)],
    `${sought} can be anything, and what no row has declines the quote; add an "otherwise" row, or accept it`,
  );
}

function isUnbounded({ from, to }: { from: number; to: number }): boolean {
  return !Number.isFinite(from) || !Number.isFinite(to);
}

/** A number that is answered, and need not be whole. */
function isFraction(key: TableKey, { type, list, whole, direct }: Possible): boolean {
  return key.type === 'number' && type === 'number' && direct && list === null && !whole;
}

function missingText(missing: readonly string[]): string {
  const more = missing.length - examples;
  const shown = missing.slice(0, examples).join('; ');
  return `there is no row for ${shown}${more > 0 ? `; and ${more} more` : ''}`;
}

/** An answer is there only where its question is asked. */
function whereAsked(knowledge: Knowledge, expression: unknown): Knowledge {
  const logic = readLogic(expression, knowledge);
  const qid =
    typeof logic === 'object' && logic !== null && !Array.isArray(logic) ? logic.answer?.[0] : undefined;
  const condition = typeof qid === 'string' ? knowledge.types.get(qid)?.definition?.condition : undefined;
  const asked = condition && readLogic(condition, knowledge);
  return asked ? after(asked, knowledge, true) : knowledge;
}

/** What a column of a table can hold; the only one if it is not named. */
function foundIn(table: RatingTable, column: string | undefined): Possible {
  const place = column === undefined ? 0 : table.columns.findIndex(({ name }) => name === column);
  const answers = table.columns[place];
  if (!answers) return anything;
  const values = table.rows.flatMap((row) => {
    const value = answerCell(row[table.keys.length + place] ?? '', answers);
    return value === null ? [] : [value];
  });
  const possible = listed(values);
  if (table.graduated) {
    const falls = (rangeOf(possible)?.from ?? 0) < 0;
    return falls ? anyNumber : numbers({ from: 0, to: Number.POSITIVE_INFINITY });
  }
  const range = table.interpolate ? rangeOf(possible) : null;
  return range ? numbers(range) : possible;
}
