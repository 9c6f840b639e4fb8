import { keyType } from './canonical-table.js';
import { type Cell, dateCell, decimalCell, type TableKey } from './cells.js';
import { gridRowOf, listOf } from './grid.js';
import type { RatingTable } from './table.js';

type Row = RatingTable['rows'][number];

/** A table whose keys are all values or ranges, as lookups, lint and the rate manual read it. */
export interface LaidOutTable {
  table: RatingTable;
  /** The same with the upper ends as they are written. */
  listed: RatingTable;
  /** The authored row that a row of the table comes from. */
  rowOf(row: number): number;
}

/** The number of keys, from the last one back, between whose rows a table interpolates. */
export function interpolatedKeys({ interpolate }: Pick<RatingTable, 'interpolate'>): number {
  return interpolate === undefined ? 0 : interpolate === 'linear' ? 1 : 2;
}

/**
 * Lays out a sound table: a grid becomes a list of rows, and of a key that matches `upTo`, each cell becomes the range from the next lower end of its
 * band's rows, those with the same other keys. Ranges then neither overlap nor leave a gap, whatever the ends are.
 */
export function layOut(authored: RatingTable): LaidOutTable {
  const [table, rowOf] = [listOf(authored), gridRowOf(authored)];
  if (table.keys.every(({ match }) => match !== 'upTo')) return { table, listed: table, rowOf };
  const lower = table.keys.map((_key, place) => lowerEnds(table, place));
  const rows = table.rows.map((row, index) =>
    row.map((cell, place): Cell => {
      if (table.keys[place]?.match !== 'upTo' || cell === 'otherwise') return cell;
      return [lower[place]?.[index] ?? null, endOf(cell)];
    }),
  );
  return { table: { ...table, keys: table.keys.map(asRange), rows }, listed: table, rowOf };
}

/** A key of upper ends as one of ranges; the end belongs to its row unless `to` says otherwise. */
function asRange(key: TableKey): TableKey {
  if (key.match !== 'upTo') return key;
  const to = key.to ?? 'included';
  return { ...key, match: 'range', from: to === 'included' ? 'excluded' : 'included', to };
}

/** The upper end of a cell; null if it is open. */
function endOf(cell: Cell): string | number | null {
  return cell === '*' || typeof cell === 'boolean' || Array.isArray(cell) ? null : cell;
}

/** The rows of each band of a key: those with the same cells in all other keys that come first or are no bands. */
export function bandsOf({ keys, rows }: RatingTable, place: number): number[][] {
  const others = keys.flatMap(({ match }, at) =>
    at !== place && (match !== 'upTo' || at < place) ? [at] : [],
  );
  const bands = new Map<string, number[]>();
  rows.forEach((row, index) => {
    if (row[place] === 'otherwise') return;
    const name = JSON.stringify(others.map((at) => row[at]));
    const band = bands.get(name);
    if (band) band.push(index);
    else bands.set(name, [index]);
  });
  return [...bands.values()];
}

/** For each row, the end at which its range begins: the next lower one of its band; null for the first. */
function lowerEnds(table: RatingTable, place: number): (string | number | null)[] {
  const lower: (string | number | null)[] = table.rows.map(() => null);
  const key = table.keys[place];
  if (key?.match !== 'upTo') return lower;
  for (const band of bandsOf(table, place)) {
    let last: Row[number] | undefined;
    let before: Row[number] | undefined;
    for (const row of band) {
      const cell = table.rows[row]?.[place] ?? '*';
      // Rows with the same end differ in a later key.
      if (last !== undefined && cell !== last) before = last;
      last = cell;
      lower[row] = before === undefined ? null : endOf(before);
    }
  }
  return lower;
}

/** Whether the end of a row lies above that of the row before it. Both are sound. */
export function isAbove(key: TableKey, cell: Cell, before: Cell): boolean {
  if (before === '*') return false;
  if (cell === '*') return true;
  if (keyType(key) === 'date') return (dateCell(cell) ?? '') > (dateCell(before) ?? '');
  const [end, last] = [decimalCell(cell), decimalCell(before)];
  return end !== null && last !== null && end.greaterThan(last);
}
