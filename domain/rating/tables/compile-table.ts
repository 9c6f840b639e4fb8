import type { Value } from '../../expression/index.js';
import type { PlanIssue } from '../run/plan-issue.js';
import { meetsBesidePacked } from './beside-packed.js';
import { checkTable } from './check-table.js';
import { brokenTable, type CompiledTable, columnIndexOf, compileList, noRow } from './compile-list.js';
import { indexPacked, matchOfOthers, packedIssues } from './compile-packed.js';
import type { Found } from './found.js';
import type { PackedRows } from './packed-rows.js';
import type { RatingTable } from './table.js';

export type { CompiledTable };

/** Tables that compiled without a fault, for products that share them. */
export type KnownTables = WeakMap<RatingTable, CompiledTable>;

/** Compiles the tables of a product, and reports their faults under `tables.<name>`. */
export function compileTables(
  tables: Readonly<Record<string, RatingTable>>,
  issues: PlanIssue[],
  known: KnownTables = new WeakMap(),
): ReadonlyMap<string, CompiledTable> {
  const compiled = Object.entries(tables).map(([name, table]) => {
    const before = issues.length;
    const made = known.get(table) ?? compileTable(name, table, issues);
    if (issues.length === before) known.set(table, made);
    return [name, made] as const;
  });
  return new Map(compiled);
}

export function compileTable(name: string, authored: RatingTable, issues: PlanIssue[]): CompiledTable {
  const { packed, ...listed } = authored;
  if (packed === undefined) return compileList(name, authored, issues);
  const faults = checkTable(name, authored);
  issues.push(...faults);
  return faults.length > 0 ? brokenTable(name, authored) : compilePacked(name, listed, packed, issues);
}

/** A large table: the packed rows, then those beside them. */
function compilePacked(
  name: string,
  listed: RatingTable,
  packed: PackedRows,
  issues: PlanIssue[],
): CompiledTable {
  const index = indexPacked(listed, packed);
  const others =
    listed.rows.length > 0 ? compileList(name, listed, issues, meetsBesidePacked(listed, index)) : null;
  const otherRow = (keys: readonly Value[], column: number) =>
    others ? others.lookup(keys, column) : noRow(name, listed, keys);
  issues.push(...packedIssues(`tables.${name}`, listed, index, others && matchOfOthers(listed, otherRow)));
  const foundIn = (row: number, keys: readonly Value[], column: number) =>
    (row === -1 ? null : index.found(row, column)) ?? otherRow(keys, column);
  // A plan often reads several columns of a row, one after the other.
  let lastKey: Value | undefined;
  let lastRow = -1;
  const lookupOne = (key: Value, column: number): Found => {
    if (key !== lastKey) {
      lastRow = index.rowFor([key]);
      lastKey = key;
    }
    return foundIn(lastRow, [key], column);
  };
  return {
    name,
    definition: listed,
    columnIndex: columnIndexOf(listed),
    lookup: (keys, column) => foundIn(index.rowFor(keys), keys, column),
    lookupOne: listed.keys.length === 1 ? lookupOne : null,
  };
}
