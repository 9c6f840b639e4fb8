import type { PlanIssue } from '../run/plan-issue.js';
import type { RatingTable } from './table.js';

/** A two-way table as a list of rows: for each row of the grid, one for each cell across. */
export function listOf(table: RatingTable): RatingTable {
  const { across, ...rest } = table;
  if (!across) return table;
  const heads = table.keys.length - 1;
  const rows = table.rows.flatMap((row) =>
    across.map((cell, column) => [...row.slice(0, heads), cell, row[heads + column] ?? '']),
  );
  return { ...rest, rows };
}

/** The row of a grid that a row of its list comes from; of a table that is a list, the row itself. */
export function gridRowOf({ across }: RatingTable): (row: number) => number {
  return across ? (row) => Math.floor(row / across.length) : (row) => row;
}

const cellPath = /^(.*)\.rows\[(\d+)\](?:\[(\d+)\])?$/;

/** An issue of a table's list, at its place in the grid. */
export function placedInGrid(issue: PlanIssue, { keys, across = [] }: RatingTable): PlanIssue {
  const [, table, row, place] = cellPath.exec(issue.path) ?? [];
  if (table === undefined) return issue;
  const [heads, index] = [keys.length - 1, Number(row)];
  const [of, column] = [`${table}.rows[${Math.floor(index / across.length)}]`, index % across.length];
  if (place === undefined) return { ...issue, path: of };
  const at = Number(place);
  if (at === heads) return { ...issue, path: `${table}.across[${column}]` };
  return { ...issue, path: `${of}[${at < heads ? at : heads + column}]` };
}
