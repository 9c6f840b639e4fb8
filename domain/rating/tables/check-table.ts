import type { PlanIssue } from '../run/plan-issue.js';
import { keyType } from './canonical-table.js';
import { answerCell, type Cell, dateCell, decimalCell, isWildcard, type TableKey } from './cells.js';
import { graduationIssues, gridIssues, interpolationIssues } from './check-forms.js';
import { listOf, placedInGrid } from './grid.js';
import { indexKey } from './key-index.js';
import { bandsOf, isAbove } from './laid-out.js';
import { isPackable } from './pack-rows.js';
import type { RatingTable } from './table.js';

/** The faults of a table before its rows are compared: names, shapes and types of cells. */
export function checkTable(name: string, table: RatingTable): PlanIssue[] {
  const path = `tables.${name}`;
  const shape = shapeIssues(path, table);
  if (shape.length > 0) return shape;
  if (!table.across) return listIssues(path, table);
  const faults = gridIssues(path, table);
  if (faults.length > 0) return faults;
  const issues = listIssues(path, listOf(table)).map((issue) => placedInGrid(issue, table));
  return [...new Map(issues.map((issue) => [`${issue.path} ${issue.message}`, issue])).values()];
}

/** Whether there are rows, and whether packed rows fit. */
function shapeIssues(path: string, table: RatingTable): PlanIssue[] {
  const { keys, columns, rows, packed } = table;
  if (packed === undefined) return rows.length > 0 ? [] : [{ path: `${path}.rows`, message: 'has no rows' }];
  const at = `${path}.packed`;
  if (!isPackable(table)) return [{ path: at, message: 'holds rows of unique, exact keys only' }];
  const [wanted, given] = [keys.length + columns.length, packed.cells.length];
  return given === wanted
    ? []
    : [{ path: at, message: `has ${given} texts, but the table has ${wanted} columns` }];
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

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}
