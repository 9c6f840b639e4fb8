import type { PlanIssue } from '../run/plan-issue.js';
import { keyType } from './canonical-table.js';
import {
  answerCell,
  type Cell,
  dateCell,
  decimalCell,
  isWildcard,
  otherwise,
  type TableKey,
} from './cells.js';
import { listOf, placedInGrid } from './grid.js';
import { indexKey } from './key-index.js';
import { bandsOf, interpolatedKeys, isAbove } from './laid-out.js';
import type { RatingTable } from './table.js';

/** The faults of a table before its rows are compared: names, shapes and types of cells. */
export function checkTable(name: string, table: RatingTable): PlanIssue[] {
  const path = `tables.${name}`;
  if (!table.across) return listIssues(path, table);
  const faults = gridIssues(path, table);
  if (faults.length > 0) return faults;
  const issues = listIssues(path, listOf(table)).map((issue) => placedInGrid(issue, table));
  return [...new Map(issues.map((issue) => [`${issue.path} ${issue.message}`, issue])).values()];
}

/** The faults of a table whose rows are a list. */
function listIssues(path: string, table: RatingTable): PlanIssue[] {
  return [
    ...repeated([...table.keys, ...table.columns].map((column) => column.name)).map((column) => ({
      path,
      message: `the column name "${column}" is used twice`,
    })),
    ...interpolationIssues(path, table),
    ...graduationIssues(path, table),
    ...boundIssues(path, table),
    ...bandIssues(path, table),
    ...table.rows.flatMap((row, index) => rowIssues(`${path}.rows[${index}]`, table, row)),
  ];
}

/** More rows that overlap than these have one cause, and are told together. */
const mostOverlaps = 3;

/** Rows that one lookup would hit together and must not, each pair once; `advice` says what to write instead. */
export function overlapIssues(
  name: string,
  sets: readonly (readonly number[])[],
  {
    advice = 'order them and use hitPolicy "first", or separate them',
    rowOf = (row: number) => row,
  }: { advice?: string | undefined; rowOf?: (row: number) => number } = {},
): PlanIssue[] {
  const pairs = new Map<string, { first: number; other: number }>();
  for (const [one = 0, ...others] of sets) {
    const first = rowOf(one);
    for (const other of others.map(rowOf)) pairs.set(`${first},${other}`, { first, other });
  }
  const all = [...pairs.values()].sort((a, b) => a.other - b.other || a.first - b.first);
  const shown = all.length > mostOverlaps ? all.slice(0, 1) : all;
  return shown.map(({ first, other }) => {
    const rows = new Set(all.map((pair) => pair.other)).size;
    const more = shown.length < all.length ? `, and so do ${rows - 1} more rows with one before them` : '';
    const message = `matches the same keys as rows[${first}]${more}; ${advice}`;
    return { path: `tables.${name}.rows[${other}]`, message };
  });
}

/** What to write instead of rows that overlap. */
export function overlapAdvice({ keys }: RatingTable): string | undefined {
  const closed = keys.find(
    ({ match, from, to }) => match !== 'exact' && from !== 'excluded' && to === 'included',
  );
  return (
    closed &&
    `the ranges of "${closed.name}" include both of their ends: match \`upTo\` and write the upper end only, or separate the rows`
  );
}

function rowIssues(path: string, table: RatingTable, row: readonly Cell[]): PlanIssue[] {
  const wanted = table.keys.length + table.columns.length;
  if (row.length !== wanted) {
    return [{ path, message: `has ${row.length} cells, but the table has ${wanted} columns` }];
  }
  const issues: PlanIssue[] = [];
  table.keys.forEach((key, place) => {
    const problem = keyProblem(key, row[place] ?? '');
    if (problem) issues.push({ path: `${path}[${place}]`, message: `key "${key.name}" ${problem}` });
  });
  table.columns.forEach((column, place) => {
    const at = table.keys.length + place;
    if (answerCell(row[at] ?? '', column) === null) {
      const message = `${JSON.stringify(row[at])} in column "${column.name}" is not a ${column.type}`;
      issues.push({ path: `${path}[${at}]`, message });
    }
  });
  return issues;
}

function keyProblem(key: TableKey, cell: Cell): string | null {
  if (key.match === 'upTo') {
    const end = keyType(key) === 'date' ? dateCell(cell) : decimalCell(cell);
    if (end !== null || isWildcard(cell)) return null;
    return `needs the upper end, a ${keyType(key)}, or "*" for an open end, not ${JSON.stringify(cell)}`;
  }
  const slots = indexKey(key, [cell]).slotsOf(cell);
  if (slots === null) {
    const wanted = key.match === 'exact' ? `a ${key.type}, or "*"` : '[from, to] with null for an open end';
    return `needs ${wanted}, not ${JSON.stringify(cell)}`;
  }
  if (key.match === 'exact') {
    if (slots.length === 0) return 'has an empty list; name the values, or "*" for any';
    const listed = Array.isArray(cell) ? cell.length : slots.length;
    return listed > slots.length && !isWildcard(cell) ? `lists a value twice: ${JSON.stringify(cell)}` : null;
  }
  return slots.length === 0 ? `has the empty range ${JSON.stringify(cell)}` : null;
}

function boundIssues(path: string, { keys }: RatingTable): PlanIssue[] {
  return keys.flatMap(({ name, match, from, to }, index) => {
    const at = `${path}.keys[${index}]`;
    const exact = (end: string, field: string) =>
      `key "${name}" is exact and has no ${end} ends: leave out "${field}", or match a range`;
    const begins = `key "${name}" matches up to its ends, and each range begins where the one before ends: leave out "from"`;
    return [
      ...(match === 'exact' && to !== undefined ? [{ path: `${at}.to`, message: exact('upper', 'to') }] : []),
      ...(match === 'exact' && from !== undefined
        ? [{ path: `${at}.from`, message: exact('lower', 'from') }]
        : []),
      ...(match === 'upTo' && from !== undefined ? [{ path: `${at}.from`, message: begins }] : []),
    ];
  });
}

/** Upper ends that do not rise from row to row: one of them is a slip. One finding for each key. */
function bandIssues(path: string, table: RatingTable): PlanIssue[] {
  return table.keys.flatMap((key, place) => {
    if (key.match !== 'upTo') return [];
    const fallen = bandsOf(table, place).flatMap((band) =>
      band.flatMap((row, index) => {
        const [cell = '*', before = '*'] = [
          table.rows[row]?.[place],
          table.rows[band[index - 1] ?? row]?.[place],
        ];
        return cell === before ||
          keyProblem(key, cell) ||
          keyProblem(key, before) ||
          isAbove(key, cell, before)
          ? []
          : [{ row, cell, before }];
      }),
    );
    const [first] = fallen;
    if (!first) return [];
    const all = new Set(fallen.map(({ cell, before }) => `${String(before)} ${String(cell)}`)).size;
    const more = all > 1 ? `; and ${all - 1} more are out of order` : '';
    const message = `key "${key.name}" has the upper end ${String(first.cell)} after ${String(first.before)}: upper ends rise from row to row${more}`;
    return [{ path: `${path}.rows[${first.row}][${place}]`, message }];
  });
}

/** The faults of a two-way table as it is written. */
function gridIssues(path: string, { keys, columns, across = [], rows }: RatingTable): PlanIssue[] {
  const issues: PlanIssue[] = [];
  if (keys.length < 2)
    issues.push({ path, message: 'goes across, so it needs a key for its rows and one for its columns' });
  if (columns.length > 1) {
    issues.push({
      path,
      message: 'goes across, so it has one column, whose cells are in all columns of the grid',
    });
  }
  const wanted = keys.length - 1 + across.length;
  rows.forEach((row, index) => {
    if (row.length === wanted) return;
    const message = `has ${row.length} cells, but the grid has ${keys.length - 1} for its keys and ${across.length} across`;
    issues.push({ path: `${path}.rows[${index}]`, message });
  });
  const names = across.map((cell) => JSON.stringify(cell));
  names.forEach((name, index) => {
    if (names.indexOf(name) < index)
      issues.push({ path: `${path}.across[${index}]`, message: `${name} is there twice` });
  });
  return issues;
}

function interpolationIssues(path: string, table: RatingTable): PlanIssue[] {
  const count = interpolatedKeys(table);
  if (count === 0) return [];
  const issues: PlanIssue[] = [];
  const last = table.keys.length - 1;
  const axes = table.keys.slice(-count);
  if (axes.length < count || axes.some(({ match, type }) => match !== 'exact' || type !== 'number')) {
    const must =
      count === 1 ? 'its last key must be an exact number' : 'its last two keys must be exact numbers';
    issues.push({ path, message: `interpolates, so ${must}` });
  }
  for (const column of table.columns.filter(({ type }) => type !== 'number')) {
    issues.push({ path, message: `interpolates, so column "${column.name}" must be a number` });
  }
  table.rows.forEach((row, index) => {
    for (let place = Math.max(0, last - count + 1); place <= last; place++) {
      if (decimalCell(row[place] ?? null) !== null) continue;
      const message = 'must be a number to interpolate from';
      issues.push({ path: `${path}.rows[${index}][${place}]`, message });
    }
  });
  return issues;
}

function graduationIssues(path: string, table: RatingTable): PlanIssue[] {
  const { graduated, interpolate, keys, columns, rows } = table;
  if (graduated === undefined) return [];
  const issues: PlanIssue[] = [];
  const report = (message: string, at = path) => issues.push({ path: at, message });
  const key = keys.at(-1);
  if (key?.match !== 'upTo' || keyType(key) !== 'number') {
    report('is graduated, so its last key must match `upTo` numbers');
  }
  if (interpolate !== undefined) report('is graduated, so it cannot interpolate: leave one of them out');
  for (const column of columns.filter(({ type }) => type !== 'number')) {
    report(`is graduated, so column "${column.name}" must be a number`);
  }
  if (!(decimalCell(graduated.per)?.isPositive() ?? false)) {
    report('must be more than zero', `${path}.graduated.per`);
  }
  rows.forEach((row, index) => {
    const [end = '', at] = [row[keys.length - 1], `${path}.rows[${index}][${keys.length - 1}]`];
    if (end === otherwise) report('is graduated, so each row needs its upper end', at);
    else if (decimalCell(end)?.isPositive() === false)
      report('must be more than zero, where the bands begin', at);
  });
  return issues;
}

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}
