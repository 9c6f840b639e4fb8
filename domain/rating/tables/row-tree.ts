import { type Cell, otherwise } from './cells.js';
import type { KeyIndex } from './key-index.js';

/** Maps slots to the matching rows: a node for each key column, the rows' numbers at the end. */
export type RowTree = readonly (RowTree | undefined)[] | { rows: readonly number[] };

export function isLeaf(tree: RowTree): tree is { rows: readonly number[] } {
  return !Array.isArray(tree);
}

export interface TreeColumn {
  index: KeyIndex;
  cells: readonly Cell[];
}

/** Slots that rows cover, over all nodes of a tree: a second of work. */
const mostCovered = 10_000_000;

/** The rows of a table combine their ranges and lists in too many ways. */
export class TooManyCombinations extends Error {
  override name = 'TooManyCombinations';
}

/** What a tree is built with. */
interface Building {
  columns: readonly TreeColumn[];
  leaf(rows: readonly number[]): readonly number[];
  known: Map<string, RowTree>;
  covered: number;
}

/**
 * Builds the tree of a table's key columns. The slot after a column's last stands for every other value, and
 * leads to the rows with a wildcard. Equal sets of rows share their subtree, so wildcards do not multiply it.
 * Of the rows that match together, only those with the fewest cells `otherwise` are kept. Throws
 * `TooManyCombinations` if it would become too large.
 */
export function buildRowTree(columns: readonly TreeColumn[], rows: readonly number[]): RowTree {
  const replaced = columns.some(({ cells }) => cells.includes(otherwise));
  const leaf = replaced
    ? (some: readonly number[]) => preferred(columns, some)
    : (some: readonly number[]) => some;
  return subtree({ columns, leaf, known: new Map(), covered: 0 }, 0, rows);
}

/** The rows with the fewest cells `otherwise`. */
function preferred(columns: readonly TreeColumn[], rows: readonly number[]): readonly number[] {
  const countIn = (row: number) => columns.filter(({ cells }) => cells[row] === otherwise).length;
  const counts = rows.map(countIn);
  const fewest = Math.min(...counts);
  return rows.filter((_, index) => counts[index] === fewest);
}

/** The leaves of a tree, each once: the sets of rows that one lookup can hit together. */
export function rowSets(tree: RowTree, seen = new Set<RowTree>()): (readonly number[])[] {
  if (seen.has(tree)) return [];
  seen.add(tree);
  if (isLeaf(tree)) return [tree.rows];
  return tree.flatMap((child) => (child ? rowSets(child, seen) : []));
}

function subtree(building: Building, depth: number, rows: readonly number[]): RowTree {
  const { columns, leaf, known } = building;
  const key = `${depth}:${rows.join(',')}`;
  const shared = known.get(key);
  if (shared) return shared;
  const column = columns[depth];
  const tree = column ? branches(building, column, depth, rows) : { rows: leaf(rows) };
  known.set(key, tree);
  return tree;
}

function branches(
  building: Building,
  { index, cells }: TreeColumn,
  depth: number,
  rows: readonly number[],
): RowTree {
  // Each node has a list of all slots.
  building.covered += index.slots;
  const bySlot = new Map<number, number[]>();
  for (const row of rows) {
    const slots = index.slotsOf(cells[row] ?? '') ?? [];
    building.covered += slots.length;
    if (building.covered > mostCovered) throw new TooManyCombinations();
    for (const slot of slots) {
      const sharing = bySlot.get(slot);
      if (sharing) sharing.push(row);
      else bySlot.set(slot, [row]);
    }
  }
  const children: (RowTree | undefined)[] = new Array(index.slots + 1).fill(undefined);
  for (const [slot, matching] of bySlot) children[slot] = subtree(building, depth + 1, matching);
  return children;
}
