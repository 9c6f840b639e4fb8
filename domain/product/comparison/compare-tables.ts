import { canonicalJson } from '../../ground/canonical-json.js';
import { rowKeys } from '../../rating/tables/canonical-table.js';
import type { Cell, TableKey } from '../../rating/tables/cells.js';
import type { RatingTable } from '../../rating/tables/table.js';
import { add, type Comparison, compareValues, type Spot } from './compare-values.js';
import { type RowsToCompare, rowsToCompare } from './packed-differences.js';
import { pairItems } from './pair-items.js';

/** A row whose cells are known by the names of their keys and columns. */
interface NamedRow {
  cells: ReadonlyMap<string, Cell>;
  /** The cells of the keys that both tables have. */
  identity: string;
  /** `[claims 1–2, state CA]`. */
  name: string;
}

/** Compares tables cell by cell. Rows are recognized by their keys. */
export function compareTables(
  a: Readonly<Record<string, RatingTable>>,
  b: Readonly<Record<string, RatingTable>>,
  into: Comparison,
): void {
  for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const path = ['tables', name];
    const spot = { inA: path, inB: path, place: [name] };
    const [ofA, ofB] = [a[name], b[name]];
    if (!ofA || !ofB) {
      compareValues(ofA, ofB, spot, into);
      continue;
    }
    const [headOfA, headOfB] = [headOf(ofA), headOf(ofB)];
    compareValues(headOfA, headOfB, spot, into);
    compareRows(rowsToCompare(ofA, ofB), spot, into);
  }
}

function headOf({ rows: _rows, packed: _packed, ...head }: RatingTable) {
  return head;
}

function compareRows({ a, b, numbersInA, numbersInB }: RowsToCompare, table: Spot, into: Comparison): void {
  const names = rowKeys(a).map(({ name }) => name);
  const shared = names.filter((name) => rowKeys(b).some((key) => key.name === name));
  const [rowsOfA, rowsOfB] = [namedRows(a, shared), namedRows(b, shared)];
  const { pairs, removed, added } = pairItems(rowsOfA, rowsOfB, {
    identity: ({ identity }) => identity,
    alike: mostlyEqualRows,
  });
  const spotOf = (inA: number, inB: number, name: string): Spot => ({
    inA: [...table.inA, 'rows', numbersInA?.[inA] ?? inA],
    inB: [...table.inB, 'rows', numbersInB?.[inB] ?? inB],
    place: [...table.place, name],
  });
  for (const { inA, inB, moved } of pairs) {
    const [before, after] = [rowsOfA[inA], rowsOfB[inB]];
    if (!before || !after) continue;
    const row = spotOf(inA, inB, before.name);
    if (moved && b.hitPolicy === 'first')
      add(into, 'MOVED', row, { before: a.rows[inA], after: b.rows[inB] });
    compareCells(before, after, row, into);
  }
  const movedRows = pairs.filter(({ moved }) => moved).length;
  if (movedRows > 0 && b.hitPolicy !== 'first') {
    add(
      into,
      'REORDERED',
      { ...table, inA: [...table.inA, 'rows'], inB: [...table.inB, 'rows'] },
      {
        after: movedRows,
      },
    );
  }
  for (const index of removed) {
    add(into, 'REMOVED', spotOf(index, index, rowsOfA[index]?.name ?? ''), { before: a.rows[index] });
  }
  for (const index of added) {
    add(into, 'ADDED', spotOf(index, index, rowsOfB[index]?.name ?? ''), { after: b.rows[index] });
  }
}

function compareCells(a: NamedRow, b: NamedRow, row: Spot, into: Comparison): void {
  const [namesOfA, namesOfB] = [[...a.cells.keys()], [...b.cells.keys()]];
  for (const name of new Set([...namesOfA, ...namesOfB])) {
    const spot = {
      inA: [...row.inA, namesOfA.indexOf(name)],
      inB: [...row.inB, namesOfB.indexOf(name)],
      place: [...row.place, name],
    };
    const [before, after] = [a.cells.get(name), b.cells.get(name)];
    if (canonicalJson(before ?? null) === canonicalJson(after ?? null)) continue;
    if (before === undefined) add(into, 'ADDED', spot, { after });
    else if (after === undefined) add(into, 'REMOVED', spot, { before });
    else add(into, 'CHANGED', spot, { before, after });
  }
}

function mostlyEqualRows(a: NamedRow, b: NamedRow): boolean {
  const names = [...a.cells.keys()];
  const equal = names.filter((name) => canonicalJson(a.cells.get(name)) === canonicalJson(b.cells.get(name)));
  return equal.length * 2 >= names.length && names.length > 2;
}

function namedRows(table: RatingTable, shared: readonly string[]): NamedRow[] {
  const keys = rowKeys(table);
  const [last] = table.keys.slice(-1);
  const answers = table.across
    ? table.across.map((cell) => (last ? `${last.name} ${cellText(cell, last)}` : String(cell)))
    : table.columns.map(({ name }) => name);
  const names = uniqueNames([...keys.map(({ name }) => name), ...answers]);
  return table.rows.map((row) => {
    const cells = new Map(row.map((cell, place) => [names[place] ?? `cell ${place + 1}`, cell]));
    const ofKeys = keys.map((key, place) => `${key.name} ${cellText(row[place], key)}`);
    return {
      cells,
      identity: canonicalJson(shared.map((name) => cells.get(name) ?? null)),
      name: `[${ofKeys.join(', ')}]`,
    };
  });
}

/** Names that occur twice, which lint refuses, are numbered. */
function uniqueNames(names: readonly string[]): string[] {
  return names.map((name, place) => (names.indexOf(name) === place ? name : `${name} ${place + 1}`));
}

function cellText(cell: Cell | undefined, { match, to }: TableKey): string {
  if (match === 'upTo') return cell === '*' ? 'above' : `${to === 'excluded' ? 'below' : 'to'} ${cell}`;
  if (cell === '*') return 'any';
  if (!Array.isArray(cell)) return String(cell ?? '');
  if (match === 'exact') return cell.join(' or ');
  const [low, high] = cell;
  if (low === null && high === null) return 'any';
  if (low === null) return `${to === 'included' ? 'to' : 'below'} ${high}`;
  return high === null ? `from ${low}` : `${low}–${high}`;
}
