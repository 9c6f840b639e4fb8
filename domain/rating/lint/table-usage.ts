import { keyType } from '../tables/canonical-table.js';
import { type Cell, dateCell, decimalCell, intervalCell, type TableKey } from '../tables/cells.js';
import { indexKey, type KeyIndex } from '../tables/key-index.js';
import { interpolatedKeys, layOut } from '../tables/laid-out.js';
import { buildRowTree, type RowTree } from '../tables/row-tree.js';
import type { RatingTable } from '../tables/table.js';
import { dayOf } from './days.js';
import { type PackedUsage, packedUsageOf } from './packed-usage.js';

/** A key column as lookups see it. */
export interface UsedColumn {
  key: TableKey;
  index: KeyIndex;
  /** For each slot, whether a row covers it; the last one stands for every value that no row names. */
  covered: readonly boolean[];
  /** Where the stretches of a column of ranges meet, ascending: slot n lies below end n. Null for exact keys. */
  ends: readonly StretchEnd[] | null;
}

/** A number or a day between two stretches; it is part of the stretch above, or, with `above`, of the one below. */
export interface StretchEnd {
  at: number;
  above: boolean;
}

/** A table's rows by key, and which of them the lookups of all plans can hit. */
export class TableUsage {
  readonly name: string;
  /** With ranges in place of upper ends. */
  readonly table: RatingTable;
  /** The packed rows of a large table, which `table` does not have. */
  readonly packed: PackedUsage | null;
  /** The authored row of a row. */
  readonly rowOf: (row: number) => number;
  /** It was written as a two-way table, whose rows have so many cells; null if it was not. */
  readonly across: number | null;
  readonly columns: readonly UsedColumn[];
  readonly tree: RowTree;
  readonly hit = new Set<number>();
  /** The columns that lookups read. */
  readonly read = new Set<string>();
  lookups = 0;
  /** By key, the slots that lookups can look into; null where that cannot be told of one of them. */
  readonly soughtIn: (Set<number> | null)[];

  constructor(name: string, authored: RatingTable) {
    const { packed, ...rows } = authored;
    const { table, rowOf } = layOut(rows);
    this.name = name;
    this.table = table;
    this.packed = packed ? packedUsageOf(authored, table, packed) : null;
    this.rowOf = rowOf;
    this.across = authored.across?.length ?? null;
    const keys = table.keys.slice(0, table.keys.length - interpolatedKeys(table));
    const columns = keys.map((key, place) => usedColumn(key, place, table));
    this.columns = columns;
    this.soughtIn = columns.map(() => new Set());
    this.tree = buildRowTree(
      columns.map(({ index }, place) => ({ index, cells: table.rows.map((row) => row[place] ?? '') })),
      [...table.rows.keys()],
    );
  }

  /** Notes where one lookup can look, key by key. */
  noteSought(sought: readonly (readonly { slot: number }[] | null)[]): void {
    sought.forEach((slots, place) => {
      const known = this.soughtIn[place] ?? null;
      if (slots && known) for (const { slot } of slots) known.add(slot);
      else this.soughtIn[place] = null;
    });
  }

  /** Notes rows that one lookup finds together: all of a curve, else the first. */
  note(rows: readonly number[]): void {
    for (const row of this.table.interpolate ? rows : rows.slice(0, 1)) this.hit.add(row);
  }
}

function usedColumn(key: TableKey, place: number, table: RatingTable): UsedColumn {
  const cells = table.rows.map((row) => row[place] ?? '');
  const index = indexKey(key, cells);
  const covered: boolean[] = new Array(index.slots + 1).fill(false);
  for (const cell of cells) for (const slot of index.slotsOf(cell) ?? []) covered[slot] = true;
  return { key, index, covered, ends: endsOf(key, cells) };
}

function endsOf(key: TableKey, cells: readonly RatingTable['rows'][number][number][]): StretchEnd[] | null {
  if (key.match === 'exact') return null;
  const read = keyType(key) === 'date' ? dayCell : numberCell;
  const ends = new Map<string, StretchEnd>();
  const add = (end: number | null | undefined, above: boolean) => {
    if (end !== null && end !== undefined) ends.set(`${end} ${above}`, { at: end, above });
  };
  for (const cell of cells) {
    const interval = intervalCell(cell, read);
    add(interval?.from, key.from === 'excluded');
    add(interval?.to, key.to === 'included');
  }
  return [...ends.values()].sort((a, b) => a.at - b.at || Number(a.above) - Number(b.above));
}

function numberCell(cell: Cell | null): number | null {
  return decimalCell(cell)?.toNumber() ?? null;
}

function dayCell(cell: Cell | null): number | null {
  const date = dateCell(cell);
  return date === null ? null : dayOf(date);
}
