import { Decimal, isDate, type Value } from '../../expression/index.js';
import { addDays } from '../../ground/calendar.js';
import { keyType } from '../tables/canonical-table.js';
import { type Cell, dateCell, decimalCell, intervalCell, type TableKey } from '../tables/cells.js';
import { type RowTree, rowSets } from '../tables/row-tree.js';
import type { Findings } from './findings.js';
import { written } from './possible.js';
import type { TableUsage, UsedColumn } from './table-usage.js';

/** What is wrong with a table by itself, no matter who looks something up in it. */
export function lintTableShape(usage: TableUsage, findings: Findings): void {
  if (usage.table.interpolate) lintCurves(usage, findings);
  usage.columns.forEach((column, place) => {
    // Where it is known what is looked up, the missing rows are told instead.
    if (usage.soughtIn[place] === null || usage.lookups === 0) lintHoles(usage, column, place, findings);
  });
}

/** The rows of a curve have the same other keys: rows of two curves would be joined by lines that nobody drew. */
function lintCurves({ name, table, columns, tree, rowOf }: TableUsage, findings: Findings): void {
  for (const [first = 0, ...others] of rowSets(tree)) {
    for (const row of others) {
      const place = columns.findIndex(
        (_, at) => cellText(table.rows[first]?.[at]) !== cellText(table.rows[row]?.[at]),
      );
      const key = columns[place]?.key.name;
      if (key === undefined) continue;
      const message = `would be interpolated together with rows[${rowOf(first)}], as both match the same "${key}": ${cellText(table.rows[row]?.[place])} and ${cellText(table.rows[first]?.[place])}; separate them, or write the same "${key}" in every row of a curve`;
      findings.error(['tables', name, 'rows', rowOf(row)], message);
    }
  }
}

function cellText(cell: Cell | undefined): string {
  return JSON.stringify(cell);
}

/** Stretches that no row covers for some other keys, although rows cover them, or what lies around them, for others. */
function lintHoles(
  { name, table, tree }: TableUsage,
  { key, index }: UsedColumn,
  place: number,
  findings: Findings,
) {
  if (key.match === 'exact') return;
  const cells = table.rows.map((row) => row[place] ?? '');
  const ends = endsOf(cells, key);
  const slots = Array.from({ length: index.slots }, (_, slot) => slot);
  const nodes = nodesAt(tree, place).map((node) => slots.map((slot) => node[slot] !== undefined));
  const ever = slots.filter((slot) => nodes.some((covered) => covered[slot]));
  const [first = 0, last = -1] = [ever.at(0), ever.at(-1)];
  for (const slot of slots.slice(first, last + 1)) {
    const [below, above] = [ends[slot - 1], ends[slot]];
    if (nodes.every((covered) => covered[slot]) || isNext(below, above)) continue;
    const some = ever.includes(slot) ? 'for some of the other keys' : 'between rows';
    const hole = `there is no row for ${key.name} ${stretch(below?.at, above?.at)}, ${some}`;
    const advice =
      key.to === 'included' || key.from === 'excluded' ? '' : '; the end of a range is not part of it';
    findings.warning(['tables', name], `${hole}${advice}`);
  }
}

function stretch(from: string | undefined, to: string | undefined): string {
  if (from === undefined) return to === undefined ? 'of any size' : `below ${to}`;
  return to === undefined ? `from ${from} on` : `from ${from} to ${to}`;
}

/** The nodes that branch by a key, each once. */
function nodesAt(tree: RowTree | undefined, place: number): (readonly (RowTree | undefined)[])[] {
  let nodes = new Set<RowTree | undefined>([tree]);
  for (let depth = 0; depth < place; depth += 1) {
    nodes = new Set([...nodes].flatMap((node) => (node && !('rows' in node) ? [...node] : [])));
  }
  return [...nodes].flatMap((node) => (node && !('rows' in node) ? [node] : []));
}

/** The end of a range; `above`: the end is part of it. */
interface End {
  at: string;
  above: boolean;
}

/** The ends of ranges, ascending, as the column's index has them. */
function endsOf(cells: readonly Cell[], key: TableKey): End[] {
  const ofDates = keyType(key) === 'date';
  const ends = new Map<string, End>();
  const add = (end: Value | null | undefined, above: boolean) => {
    if (end === null || end === undefined) return;
    const at = written(end).replaceAll('"', '');
    ends.set(`${at} ${above}`, { at, above });
  };
  for (const cell of cells) {
    const interval = ofDates ? intervalCell(cell, dateCell) : intervalCell(cell, decimalCell);
    add(interval?.from, key.from === 'excluded');
    add(interval?.to, key.to === 'included');
  }
  const order = (a: string, b: string) =>
    ofDates ? (a < b ? -1 : 1) : Decimal.of(a).comparedTo(Decimal.of(b));
  return [...ends.values()].sort((a, b) =>
    a.at === b.at ? Number(a.above) - Number(b.above) : order(a.at, b.at),
  );
}

/** Whether nothing lies between an included end and the next start: no day, or no whole number. */
function isNext(below: End | undefined, above: End | undefined): boolean {
  if (!below?.above || !above || above.above) return false;
  if (isDate(below.at)) return addDays(below.at, 1) === above.at;
  return Decimal.of(below.at).isInteger() && Decimal.of(below.at).plus(1).equals(Decimal.of(above.at));
}
