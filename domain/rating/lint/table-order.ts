import { keyType } from '../tables/canonical-table.js';
import {
  type Cell,
  dateCell,
  decimalCell,
  intervalCell,
  isWildcard,
  type TableKey,
} from '../tables/cells.js';
import type { RatingTable } from '../tables/table.js';
import { dayOf } from './days.js';
import type { Findings } from './findings.js';
import { oddValues, suspicious } from './odd-values.js';
import type { TableUsage } from './table-usage.js';

/** Rows of a table one below the other whose other keys are the same, by their number. */
type Group = readonly number[];

/** What looks wrong beside its neighbors: rows out of order, and numbers of another size. */
export function lintTableOrder({ name, table, rowOf, across, packed }: TableUsage, findings: Findings): void {
  packed?.lintOrder(name, findings);
  const groups = groupsOf(table);
  const [last, place] = [table.keys.at(-1), table.keys.length - 1];
  const say = (row: number, column: number, message: string) =>
    findings.warning(['tables', name, 'rows', rowOf(row), ...(across === null ? [column] : [])], message);
  if (last && isOrdered(table, last)) {
    for (const group of groups) {
      for (const row of outOfOrder(group.map((each) => startOf(table.rows[each]?.[place] ?? '', last)))) {
        const message = `"${last.name}" of this row is out of order: is it the right one?`;
        say(group[row] ?? 0, place, message);
      }
    }
  }
  const ratio =
    last && (last.match !== 'exact' || table.interpolate) ? suspicious.ordered : suspicious.listed;
  table.columns.forEach((column, index) => {
    if (column.type !== 'number') return;
    const at = table.keys.length + index;
    for (const group of groups) {
      const values = group.map((row) => decimalCell(table.rows[row]?.[at] ?? null)?.toNumber() ?? 0);
      for (const { place: odd, message } of oddValues(values, table.interpolate !== undefined, ratio)) {
        say(group[odd] ?? 0, at, `"${column.name}" ${message}`);
      }
    }
  });
}

/** The order of rows with ranges, or of points of a curve, says something unless the first match wins. */
function isOrdered({ hitPolicy, interpolate }: RatingTable, { match }: TableKey): boolean {
  return hitPolicy !== 'first' && (match !== 'exact' || interpolate !== undefined);
}

function groupsOf({ keys, rows }: RatingTable): Group[] {
  const groups = new Map<string, number[]>();
  rows.forEach((row, index) => {
    if (isWildcard(row[keys.length - 1] ?? '')) return;
    const others = JSON.stringify(row.slice(0, keys.length - 1));
    const known = groups.get(others);
    if (known) known.push(index);
    else groups.set(others, [index]);
  });
  return [...groups.values()].filter(({ length }) => length > 2);
}

function startOf(cell: Cell, key: TableKey): number {
  const read = (end: Cell | null) => {
    if (keyType(key) !== 'date') return decimalCell(end)?.toNumber() ?? null;
    const date = dateCell(end);
    return date === null ? null : dayOf(date);
  };
  if (key.match === 'exact') return read(cell) ?? 0;
  return intervalCell(cell, read)?.from ?? Number.NEGATIVE_INFINITY;
}

/** The places that go against the direction of the others. */
function outOfOrder(starts: readonly number[]): number[] {
  const against = (isWrong: (from: number, to: number) => boolean) =>
    starts.flatMap((start, place) =>
      place > 0 && isWrong(starts[place - 1] ?? start, start) ? [place] : [],
    );
  const [falls, rises] = [against((from, to) => to < from), against((from, to) => to > from)];
  return falls.length <= rises.length ? falls : rises;
}
