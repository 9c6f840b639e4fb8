import { type Decimal, RatingProblem, toText, type Value } from '../../expression/index.js';
import type { PlanIssue } from '../run/plan-issue.js';
import { answerCell, decimalCell } from './cells.js';
import { checkTable, overlapAdvice, overlapIssues } from './check-table.js';
import { type Band, graduatedAmount, graduation, perOf } from './graduated.js';
import { decimalOf, indexKey } from './key-index.js';
import { layOut } from './laid-out.js';
import {
  buildRowTree,
  isLeaf,
  type RowTree,
  rowSets,
  TooManyCombinations,
  type TreeColumn,
} from './row-tree.js';
import type { RatingTable } from './table.js';

/** The result of a lookup: the answer, and its row (the lower one if it is interpolated). */
export interface Found {
  value: Value;
  row: number;
  /** Of a graduated table: the row's band. */
  band?: Band;
}

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

/** Compiles the tables of a product, and reports their faults under `tables.<name>`. */
export function compileTables(
  tables: Readonly<Record<string, RatingTable>>,
  issues: PlanIssue[],
): ReadonlyMap<string, CompiledTable> {
  return new Map(
    Object.entries(tables).map(([name, table]) => [name, compileTable(name, table, issues)] as const),
  );
}

/** Indexes a table once; every lookup then takes one step per key, regardless of the number of rows. */
export function compileTable(name: string, authored: RatingTable, issues: PlanIssue[]): CompiledTable {
  const faults = checkTable(name, authored);
  issues.push(...faults);
  const columnIndex = (column: string) => authored.columns.findIndex((known) => known.name === column);
  const broken = {
    name,
    definition: authored,
    columnIndex,
    lookup: () => noRow(name, authored, []),
    lookupOne: null,
  };
  if (faults.length > 0) return broken;
  const { table } = layOut(authored);

  const interpolated = table.interpolate === 'linear';
  const treeKeys = interpolated ? table.keys.slice(0, -1) : table.keys;
  const columns = treeKeys.map((key, place) => {
    const cells = table.rows.map((row) => row[place] ?? '');
    return { index: indexKey(key, cells), cells };
  });
  const tree = treeOf(columns, table);
  if (tree === null) {
    const message =
      'its ranges and lists combine in too many ways: use fewer keys, or ranges that do not overlap';
    issues.push({ path: `tables.${name}`, message });
    return broken;
  }
  const answers = table.rows.map((cells, row) =>
    table.columns.map((column, place) => {
      const value = answerCell(cells[table.keys.length + place] ?? '', column);
      return value === null ? null : { value, row };
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
  if (interpolated) {
    const curves = compileCurves(name, table, rowSets(tree), answers, issues);
    return {
      name,
      definition: table,
      columnIndex,
      lookup(keys, column) {
        const rows = descend(keys);
        const curve = rows && curves.get(rows);
        return (curve && pointOn(curve, keys, table, column)) ?? noRow(name, table, keys);
      },
      lookupOne: null,
    };
  }
  if (table.hitPolicy === 'unique')
    issues.push(...overlapIssues(name, rowSets(tree), overlapAdvice(authored)));
  if (table.graduated) {
    const [bands, per] = [graduation(authored), perOf(table)];
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
        return { value: graduatedAmount(band, column, amount, per), row, band };
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

interface Point {
  at: Decimal;
  row: number;
  answers: readonly (Found | null)[];
  /** The distance to the next point; null for the last. */
  width: Decimal | null;
  /** The rise of each column's answers to the next point. */
  rises: readonly (Decimal | null)[];
}

/** The rows that share their other keys, as points in ascending order of the last key. */
function compileCurves(
  name: string,
  table: RatingTable,
  sets: readonly (readonly number[])[],
  answers: readonly (readonly (Found | null)[])[],
  issues: PlanIssue[],
): Map<readonly number[], Point[]> {
  const last = table.keys.length - 1;
  const curves = new Map<readonly number[], Point[]>();
  for (const rows of sets) {
    const points = rows
      .map((row) => ({ at: decimalCell(table.rows[row]?.[last] ?? null), row, answers: answers[row] ?? [] }))
      .filter((point): point is Located => point.at !== null)
      .sort((a, b) => a.at.comparedTo(b.at));
    const twice = points.filter((point, index) => points[index - 1]?.at.equals(point.at));
    issues.push(
      ...twice.flatMap(({ row, at }) => overlapIssues(name, [[sameAs(points, at), row]], interpolatedAdvice)),
    );
    curves.set(
      rows,
      points.map((point, index) => ({ ...point, ...wayTo(points[index + 1], point) })),
    );
  }
  return curves;
}

type Located = Omit<Point, 'width' | 'rises'>;

const interpolatedAdvice = 'a curve has one row for each number, so separate the other keys';

/** The line from a point to the next. */
function wayTo(next: Located | undefined, { at, answers }: Located): Pick<Point, 'width' | 'rises'> {
  if (!next) return { width: null, rises: [] };
  const rises = answers.map((below, column) => {
    const above = next.answers[column];
    return below && above ? (above.value as Decimal).minus(below.value as Decimal) : null;
  });
  return { width: next.at.minus(at), rises };
}

function sameAs(points: readonly Located[], at: Decimal): number {
  return points.find((point) => point.at.equals(at))?.row ?? 0;
}

/** The answer at a point of a curve, on the straight line between its neighbors; null beyond its ends. */
function pointOn(
  curve: readonly Point[],
  keys: readonly Value[],
  table: RatingTable,
  column: number,
): Found | null {
  const last = table.keys.length - 1;
  const key = table.keys[last];
  const sought = keys[last];
  if (key === undefined || sought === undefined) return null;
  const at = decimalOf(sought, key);
  const low = curve[pointsUpTo(curve, at) - 1];
  const below = low?.answers[column];
  if (!low || !below) return null;
  if (low.at.equals(at)) return below;
  const rise = low.rises[column];
  if (!rise || !low.width) return null;
  // Multiplied first and divided last, so that only one operation rounds.
  const value = (below.value as Decimal).plus(rise.times(at.minus(low.at)).dividedBy(low.width));
  return { value, row: low.row };
}

/** The number of points that are at most `at`. */
function pointsUpTo(curve: readonly Point[], at: Decimal): number {
  let low = 0;
  let high = curve.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const point = curve[middle];
    if (point?.at.lessThanOrEqualTo(at)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function noRow(name: string, table: RatingTable, keys: readonly Value[]): never {
  const sought = table.keys.map((key, place) => {
    const value = keys[place];
    return `${key.name} "${value === undefined ? '' : toText(value)}"`;
  });
  throw new RatingProblem('NO_TABLE_ROW', `table "${name}" has no row for ${sought.join(', ')}`);
}
