import { decimalCell } from '../tables/cells.js';
import { interpolatedKeys } from '../tables/laid-out.js';
import type { RowTree } from '../tables/row-tree.js';
import { type Possible, rangeOf, writtenNumber } from './possible.js';
import { type SoughtSlot, slotTexts, soughtSlots } from './sought-slots.js';
import type { TableUsage } from './table-usage.js';

/** Something that can be looked up and has no row. */
export interface MissingRow {
  /** `state "ZZ", class from 3 to 5`. */
  what: string;
  certain: boolean;
}

/**
 * What a lookup can look up that no row of the table matches: first each key by itself, then the keys together.
 * Notes the rows that the lookup can hit.
 *
 * @param keys what each key can be, in the table's order.
 */
export function missingRows(usage: TableUsage, keys: readonly Possible[]): MissingRow[] {
  const sought = usage.columns.map((column, place) => {
    const possible = keys[place];
    return possible ? soughtSlots(column, possible) : null;
  });
  usage.noteSought(sought);
  const alone = usage.columns.flatMap(({ key, covered }, place) =>
    (sought[place] ?? [])
      .filter(({ slot }) => !covered[slot])
      .map(({ what, certain }) => ({ what: `${key.name} ${what}`, certain })),
  );
  const found = usage.columns.map(
    ({ covered }, place) => sought[place]?.filter(({ slot }) => covered[slot]) ?? null,
  );
  const leaves: (readonly number[])[] = [];
  const together = missingCombinations(usage, found, leaves);
  for (const rows of leaves) usage.note(rows);
  const curves = Array.from({ length: interpolatedKeys(usage.table) }, (_, back) => {
    const place = keys.length - 1 - back;
    return beyondCurves(usage, leaves, place, keys[place]);
  }).flat();
  return [...alone, ...together, ...curves];
}

/** Walks the tree of rows along what can be looked up; equal subtrees once. */
function missingCombinations(
  { columns, table, tree }: TableUsage,
  sought: readonly (readonly SoughtSlot[] | null)[],
  leaves: (readonly number[])[],
): MissingRow[] {
  const missing: MissingRow[] = [];
  const seen = new Set<RowTree>();
  const texts = columns.map((column, place) =>
    slotTexts(
      column,
      table.rows.map((row) => row[place] ?? ''),
    ),
  );
  const walk = (node: RowTree | undefined, path: readonly string[]) => {
    if (!node) {
      // Keys may depend on each other, so it is not certain that they meet.
      missing.push({ what: path.join(', '), certain: false });
      return;
    }
    if (seen.has(node)) return;
    seen.add(node);
    if ('rows' in node) leaves.push(node.rows);
    else branch(node, path);
  };
  const branch = (node: readonly (RowTree | undefined)[], path: readonly string[]) => {
    const place = path.length;
    const name = columns[place]?.key.name ?? '';
    const slots = sought[place];
    if (slots) for (const { slot, what } of slots) walk(node[slot], [...path, `${name} ${what}`]);
    else ofUnknown(node, place, path);
  };
  const ofUnknown = (node: readonly (RowTree | undefined)[], place: number, path: readonly string[]) => {
    const { key } = columns[place] ?? {};
    const before = missing.length;
    let [tried, failed] = [0, 0];
    node.forEach((child, slot) => {
      // A node that was seen before needs no name.
      if (!child || seen.has(child)) return;
      const known = missing.length;
      walk(child, [...path, `${key?.name ?? ''} ${texts[place]?.(slot) ?? ''}`]);
      tried += 1;
      if (missing.length > known) failed += 1;
    });
    // Most values have no rows for some other keys: these go with each other, as a ZIP has one state.
    if (key?.match === 'exact' && failed * 2 > tried) missing.length = before;
  };
  walk(tree, []);
  return missing;
}

/** A curve answers between its first and its last row only. */
function beyondCurves(
  { table }: TableUsage,
  leaves: readonly (readonly number[])[],
  last: number,
  possible: Possible | undefined,
): MissingRow[] {
  const range = possible ? rangeOf(possible) : null;
  if (!range || !possible?.direct) return [];
  const name = table.keys[last]?.name ?? '';
  const missing = new Map<string, MissingRow>();
  const report = (what: string, certain: boolean) => missing.set(what, { what: `${name} ${what}`, certain });
  for (const rows of leaves) {
    const points = rows.flatMap((row) => decimalCell(table.rows[row]?.[last] ?? null)?.toNumber() ?? []);
    const [first, end] = [Math.min(...points), Math.max(...points)];
    if (range.from < first) report(`below ${writtenNumber(first)}`, Number.isFinite(range.from));
    if (range.to > end) report(`above ${writtenNumber(end)}`, Number.isFinite(range.to));
  }
  return [...missing.values()];
}
