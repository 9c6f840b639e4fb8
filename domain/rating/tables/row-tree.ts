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

/**
 * Builds the tree of a table's key columns. The slot after a column's last stands for every other value, and
 * leads to the rows with a wildcard. Equal sets of rows share their subtree, so wildcards do not multiply it.
 * Of the rows that match together, only those with the fewest cells `otherwise` are kept.
 */
export function buildRowTree(columns: readonly TreeColumn[], rows: readonly number[]): RowTree {
  const replaced = columns.some(({ cells }) => cells.includes(otherwise));
  const leaf = replaced
    ? (some: readonly number[]) => preferred(columns, some)
    : (some: readonly number[]) => some;
  return subtree(columns, 0, rows, leaf, new Map());
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

function subtree(
  columns: readonly TreeColumn[],
  depth: number,
  rows: readonly number[],
  leaf: (rows: readonly number[]) => readonly number[],
  known: Map<string, RowTree>,
): RowTree {
  const key = `${depth}:${rows.join(',')}`;
  const shared = known.get(key);
  if (shared) return shared;
  const column = columns[depth];
  const tree = column
    ? branches(column, rows, (some) => subtree(columns, depth + 1, some, leaf, known))
    : { rows: leaf(rows) };
  known.set(key, tree);
  return tree;
}

function branches(
  { index, cells }: TreeColumn,
  rows: readonly number[],
  build: (rows: readonly number[]) => RowTree,
): RowTree {
  const bySlot = new Map<number, number[]>();
  for (const row of rows) {
    for (const slot of index.slotsOf(cells[row] ?? '') ?? []) {
      const sharing = bySlot.get(slot);
      if (sharing) sharing.push(row);
      else bySlot.set(slot, [row]);
    }
  }
  const children: (RowTree | undefined)[] = new Array(index.slots + 1).fill(undefined);
  for (const [slot, matching] of bySlot) children[slot] = build(matching);
  return children;
}
