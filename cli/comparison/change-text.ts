import { pathText } from '../../domain/ground/lint-issue.js';
import type { Change, Path } from '../../domain/product/comparison/change.js';
import { shortValueText, textsOf } from '../../domain/product/comparison/value-text.js';
import { byTable, mostRowChanges, shownRowChanges, tableSummary } from './row-changes.js';

/** Changes on one line read well up to here; longer values are below each other. */
const longestLine = 140;

/**
 * The differences between two definitions, grouped by the part of the product; those of a table's rows with their number
 * where they are many.
 */
export function changeLines(
  changes: readonly Change[],
  { full = false }: { full?: boolean | undefined } = {},
): string[] {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const group = groups.get(change.subject);
    if (group) group.push(change);
    else groups.set(change.subject, [change]);
  }
  return [...groups].flatMap(([subject, group]) => [
    '',
    subject,
    ...(full ? group.flatMap(linesOf) : shortened(group)).map((line) => `  ${line}`),
  ]);
}

function shortened(group: readonly Change[]): string[] {
  return byTable(group).flatMap(({ table, changes }) => {
    if (table === null || changes.length <= mostRowChanges) return changes.flatMap(linesOf);
    const left = changes.length - shownRowChanges;
    return [
      ...tableSummary(table, changes),
      ...changes.slice(0, shownRowChanges).flatMap(linesOf),
      `… and ${left} more changes of ${table}; --full lists them`,
    ];
  });
}

/** The differences for scripts. */
export function describedChange({ path, pathBefore, ...change }: Change) {
  return {
    ...change,
    path: pathText(path),
    ...(pathBefore && { pathBefore: pathText(pathBefore) }),
  };
}

/** `1 difference`, `7 differences`. */
export function countedChanges(changes: readonly Change[]): string {
  return `${changes.length} ${changes.length === 1 ? 'difference' : 'differences'}`;
}

function linesOf({ kind, place, path, pathBefore, before, after }: Change): string[] {
  const item = named(place);
  switch (kind) {
    case 'ADDED':
      return [`${item}: added ${shortValueText(after)}`];
    case 'REMOVED':
      return [`${item}: removed ${shortValueText(before)}`];
    case 'MOVED':
      return [`${item}: moved ${wayText(pathBefore ?? path, path)}`];
    case 'REORDERED':
      return [`${item}: ${after} rows are in another place, without effect, as at most one row matches`];
    case 'CHANGED':
      return changedLines(place, before, after);
  }
}

function changedLines(place: readonly string[], before: unknown, after: unknown): string[] {
  const [from, to] = textsOf(before, after);
  const [item, field] = [named(place.slice(0, -1)), place.at(-1) ?? ''];
  const head = item === '' ? field : `${item}: ${field}`;
  const line = `${head} ${from} → ${to}`;
  return line.length <= longestLine ? [line] : [head, `  - ${from}`, `  + ${to}`];
}

/** The row of a table needs no comma. */
function named(place: readonly string[]): string {
  return place.join(', ').replaceAll(', [', ' [');
}

function wayText(before: Path, after: Path): string {
  const [list, newList] = [pathText(before.slice(0, -1)), pathText(after.slice(0, -1))];
  if (list !== newList) return `from ${list} to ${newList}`;
  const [from, to] = [Number(before.at(-1)) + 1, Number(after.at(-1)) + 1];
  return from === to ? `past its neighbors, at place ${to}` : `from place ${from} to ${to}`;
}
