import { RatingProblem, toText, type Value } from '../../expression/index.js';
import type { PlanIssue } from '../run/plan-issue.js';
import { answerCell } from './cells.js';
import { checkTable } from './check-table.js';
import type { Found } from './found.js';
import { graduatedAmount, graduation, perOf } from './graduated.js';
import { compileCurves } from './interpolation.js';
import { decimalOf, indexKey } from './key-index.js';
import { interpolatedKeys, layOut } from './laid-out.js';
import { overlapAdvice, overlapIssues } from './overlaps.js';
import {
  buildRowTree,
  isLeaf,
  type RowTree,
  rowSets,
  TooManyCombinations,
  type TreeColumn,
} from './row-tree.js';
import { compileSurfaces } from './surface.js';
import type { RatingTable } from './table.js';

/** A table indexed for lookups. */
export interface CompiledTable {
  name: string;
  definition: RatingTable;
  /** Position of an answer column; -1 if there is none of that name. */
  columnIndex(name: string): number;
  /**
   * @param keys one value for each key column, in the table's order.
   * @throws RatingProblem `NO_TABLE_ROW`, or `TYPE_MISMATCH` if a key is not of its column's type.
   */
  lookup(keys: readonly Value[], column: number): Found;
  /** The same without a list, for a table of one key that is not interpolated; else null. */
  lookupOne: ((key: Value, column: number) => Found) | null;
}

/**
 * Indexes a list of rows once; every lookup then takes one step per key, regardless of the number of rows.
 *
 * @param meets whether two rows that match the same keys are a fault; by default they are.
 */
export function compileList(
  name: string,
  authored: RatingTable,
  issues: PlanIssue[],
  meets?: (row: number, other: number) => boolean,
): CompiledTable {
  const faults = checkTable(name, authored);
  issues.push(...faults);
  const columnIndex = columnIndexOf(authored);
  if (faults.length > 0) return brokenTable(name, authored);
  const { table, listed, rowOf } = layOut(authored);

  const interpolated = interpolatedKeys(table);
  const treeKeys = table.keys.slice(0, table.keys.length - interpolated);
  const columns = treeKeys.map((key, place) => {
    const cells = table.rows.map((row) => row[place] ?? '');
    return { index: indexKey(key, cells), cells };
  });
  const tree = treeOf(columns, table);
  if (tree === null) {
    const message =
      'its ranges and lists combine in too many ways: use fewer keys, or ranges that do not overlap';
    issues.push({ path: `tables.${name}`, message });
    return brokenTable(name, authored);
  }
  const answers = table.rows.map((cells, row) =>
    table.columns.map((column, place) => {
      const value = answerCell(cells[table.keys.length + place] ?? '', column);
      return value === null ? null : { value, row: rowOf(row) };
    }),
  );
  const indexes = columns.map(({ index }) => index);
  const descend = (keys: readonly Value[]): readonly number[] | null => {
    let node: RowTree | undefined = tree;
    let place = 0;
    for (const index of indexes) {
      if (!node || isLeaf(node)) return null;
      const slot = index.slotOf(keys[place++] ?? '');
      node = node[slot === -1 ? index.slots : slot];
    }
    return node && isLeaf(node) ? node.rows : null;
  };
  if (interpolated > 0) {
    const leaves = { name, table, rowOf, sets: rowSets(tree), answers, issues };
    const read = interpolated === 1 ? compileCurves(leaves) : compileSurfaces(leaves);
    return {
      name,
      definition: table,
      columnIndex,
      lookup(keys, column) {
        const rows = descend(keys);
        return (rows && read(rows, keys, column)) ?? noRow(name, table, keys);
      },
      lookupOne: null,
    };
  }
  if (table.hitPolicy === 'unique') {
    issues.push(...overlapIssues(name, rowSets(tree), { advice: overlapAdvice(authored), rowOf, meets }));
  }
  if (table.graduated) {
    const [bands, per] = [graduation(listed), perOf(table)];
    const key = table.keys.at(-1);
    return {
      name,
      definition: table,
      columnIndex,
      lookup(keys, column) {
        const row = descend(keys)?.[0] ?? -1;
        const band = bands[row];
        const sought = keys.at(-1);
        if (!band || !key || sought === undefined) return noRow(name, table, keys);
        const amount = decimalOf(sought, key);
        if (amount.isNegative()) return noRow(name, table, keys);
        return { value: graduatedAmount(band, column, amount, per), row: rowOf(row), band };
      },
      lookupOne: null,
    };
  }
  // A plan often reads several columns of a row, one after the other.
  let lastKey: Value | undefined;
  let lastRow: readonly (Found | null)[] | undefined;
  const lookupOne = (key: Value, column: number): Found => {
    if (key !== lastKey) {
      lastRow = answers[descend([key])?.[0] ?? -1];
      lastKey = key;
    }
    return lastRow?.[column] ?? noRow(name, table, [key]);
  };
  return {
    name,
    definition: table,
    columnIndex,
    lookup(keys, column) {
      return answers[descend(keys)?.[0] ?? -1]?.[column] ?? noRow(name, table, keys);
    },
    lookupOne: table.keys.length === 1 ? lookupOne : null,
  };
}

function treeOf(columns: readonly TreeColumn[], { rows }: RatingTable): RowTree | null {
  try {
    return buildRowTree(columns, [...rows.keys()]);
  } catch (error) {
    if (error instanceof TooManyCombinations) return null;
    throw error;
  }
}

/** A table with faults, for the linting of what reads it. */
export function brokenTable(name: string, definition: RatingTable): CompiledTable {
  const lookup = () => noRow(name, definition, []);
  return { name, definition, columnIndex: columnIndexOf(definition), lookup, lookupOne: null };
}

export function columnIndexOf({ columns }: RatingTable): CompiledTable['columnIndex'] {
  return (column) => columns.findIndex(({ name }) => name === column);
}

/** Throws that a table has no row for these keys. */
export function noRow(name: string, table: RatingTable, keys: readonly Value[]): never {
  const sought = table.keys.map((key, place) => {
    const value = keys[place];
    return `${key.name} "${value === undefined ? '' : toText(value)}"`;
  });
  throw new RatingProblem('NO_TABLE_ROW', `table "${name}" has no row for ${sought.join(', ')}`);
}
