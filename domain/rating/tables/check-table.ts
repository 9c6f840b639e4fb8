import type { PlanIssue } from '../run/plan-issue.js';
import { answerCell, type Cell, decimalCell, isWildcard, type TableKey } from './cells.js';
import { indexKey } from './key-index.js';
import type { RatingTable } from './table.js';

/** The faults of a table before its rows are compared: names, shapes and types of cells. */
export function checkTable(name: string, table: RatingTable): PlanIssue[] {
  const path = `tables.${name}`;
  return [
    ...repeated([...table.keys, ...table.columns].map((column) => column.name)).map((column) => ({
      path,
      message: `the column name "${column}" is used twice`,
    })),
    ...interpolationIssues(path, table),
    ...boundIssues(path, table),
    ...table.rows.flatMap((row, index) => rowIssues(`${path}.rows[${index}]`, table, row)),
  ];
}

/** Rows that one lookup would hit together and must not, each pair once; `advice` says what to write instead. */
export function overlapIssues(
  name: string,
  sets: readonly (readonly number[])[],
  advice = 'order them and use hitPolicy "first", or separate them',
): PlanIssue[] {
  const pairs = new Set<string>();
  for (const [first, ...others] of sets) {
    for (const other of others) pairs.add(`${first},${other}`);
  }
  return [...pairs].map((pair) => {
    const [first, other] = pair.split(',');
    const message = `matches the same keys as rows[${first}]; ${advice}`;
    return { path: `tables.${name}.rows[${other}]`, message };
  });
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
  return keys.flatMap(({ name, match, to }, index) => {
    const message = `key "${name}" is exact and has no upper ends: leave out "to", or match a range`;
    return match === 'exact' && to !== undefined ? [{ path: `${path}.keys[${index}].to`, message }] : [];
  });
}

function interpolationIssues(path: string, table: RatingTable): PlanIssue[] {
  if (table.interpolate !== 'linear') return [];
  const issues: PlanIssue[] = [];
  const key = table.keys.at(-1);
  if (key?.match !== 'exact' || key.type !== 'number') {
    issues.push({ path, message: 'interpolates, so its last key must be an exact number' });
  }
  for (const column of table.columns.filter(({ type }) => type !== 'number')) {
    issues.push({ path, message: `interpolates, so column "${column.name}" must be a number` });
  }
  const last = table.keys.length - 1;
  table.rows.forEach((row, index) => {
    if (decimalCell(row[last] ?? null) === null) {
      issues.push({
        path: `${path}.rows[${index}][${last}]`,
        message: 'must be a number to interpolate from',
      });
    }
  });
  return issues;
}

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}
