import type { Change } from '../../domain/product/comparison/change.js';

/** More changes of one table's rows are told by their number. */
export const mostRowChanges = 40;
/** So many of them are listed nevertheless. */
export const shownRowChanges = 10;

interface ChangesOfTable {
  /** Null for changes of anything but rows. */
  table: string | null;
  changes: Change[];
}

/** Changes in their order, those of the rows of one table together. */
export function byTable(changes: readonly Change[]): ChangesOfTable[] {
  const groups: ChangesOfTable[] = [];
  for (const change of changes) {
    const table = tableOf(change);
    const last = groups.at(-1);
    if (last && last.table === table) last.changes.push(change);
    else groups.push({ table, changes: [change] });
  }
  return groups;
}

function tableOf({ path: [part, table, rows, row] }: Change): string | null {
  return part === 'tables' && rows === 'rows' && row !== undefined ? String(table) : null;
}

/** The number of changes of a table's rows, by kind and column: `rates: factor of 20,000 rows changed, by -3.0% to +12.5%`. */
export function tableSummary(table: string, changes: readonly Change[]): string[] {
  const columns = new Map<string, Change[]>();
  for (const change of changes) {
    const what = change.kind === 'CHANGED' ? String(change.place.at(-1)) : change.kind;
    const known = columns.get(what);
    if (known) known.push(change);
    else columns.set(what, [change]);
  }
  return [...columns].map(([what, group]) => {
    const [{ kind } = { kind: 'CHANGED' }] = group;
    const count = `${group.length.toLocaleString('en-US')} ${group.length === 1 ? 'row' : 'rows'}`;
    return kind === 'CHANGED'
      ? `${table}: ${what} of ${count} changed${spread(group)}`
      : `${table}: ${count} ${kind.toLowerCase()}`;
  });
}

/** By how much numbers change, from the least to the most; empty where some of them are no numbers. */
function spread(changes: readonly Change[]): string {
  const percents = changes.map(({ before, after }) => {
    const [from, to] = [Number(before), Number(after)];
    return ((to - from) / from) * 100;
  });
  if (!percents.every(Number.isFinite)) return '';
  const [least, most] = [
    percents.reduce((a, b) => Math.min(a, b)),
    percents.reduce((a, b) => Math.max(a, b)),
  ];
  return least === most ? `, by ${signed(least)}` : `, by ${signed(least)} to ${signed(most)}`;
}

function signed(percent: number): string {
  return `${percent > 0 ? '+' : ''}${percent.toFixed(1)}%`;
}
