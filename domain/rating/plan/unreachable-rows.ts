import type { LintIssue } from '../../ground/lint-issue.js';
import type { Findings } from '../lint/findings.js';
import type { TableUsage } from '../lint/table-usage.js';
import { exactValues, isWildcard, otherwise } from '../tables/cells.js';
import { rowSets } from '../tables/row-tree.js';

/** Rows that no lookup hits: earlier rows take precedence, or their keys are never looked up. */
export function unreachableRows(usage: TableUsage, findings: Findings): void {
  // Which of the rows beside packed ones are hit is not followed.
  if (usage.packed) return;
  const { interpolate, rows } = usage.table;
  const first = new Set(rowSets(usage.tree).flatMap((found) => (interpolate ? found : found.slice(0, 1))));
  rows.forEach((row, index) => {
    if (first.has(index)) lintFirstRow(usage, index, findings);
    else {
      const { path, noun } = placeOf(usage, index);
      const which = row.includes(otherwise) ? 'other' : 'earlier';
      findings.warning(path, `this ${noun} is never reached: ${which} rows match everything that it does`);
    }
  });
}

/** A row that would be hit, if its keys were looked up. */
function lintFirstRow(usage: TableUsage, index: number, findings: Findings): void {
  const { table, hit, lookups, across } = usage;
  const row = table.rows[index] ?? [];
  const odd = neverSought(usage, row);
  // Of a two-way table, a whole row or column says more than each of its cells.
  const isOddInGrid = across !== null && odd.some(({ whole }) => whole);
  if (!isOddInGrid && lookups > 0 && !hit.has(index) && isSpecific(row, table.keys.length)) {
    const { path, noun } = placeOf(usage, index);
    const keys = row.slice(0, table.keys.length).map((cell) => JSON.stringify(cell));
    findings.warning(path, `this ${noun} is never reached: nothing that is looked up is ${keys.join(', ')}`);
    return;
  }
  for (const { key, value, whole, isLast } of odd) {
    const { path, noun } = placeOf(usage, index, isLast ? 'column' : 'row');
    const what = whole ? `this ${noun} is` : `${value} in this ${noun} is`;
    findings.warning(path, `${what} never reached: "${key}" is never ${value}`);
  }
}

/** A row of a list; of a two-way table the cell that it comes from, or that cell's row or column. */
function placeOf(
  { name, table, across, rowOf }: TableUsage,
  index: number,
  noun: 'cell' | 'row' | 'column' = 'cell',
): { path: LintIssue['path']; noun: string } {
  const row = ['tables', name, 'rows', rowOf(index)];
  if (across === null || noun === 'row') return { path: row, noun: 'row' };
  const column = index % across;
  if (noun === 'column') return { path: ['tables', name, 'across', column], noun };
  return { path: [...row, table.keys.length - 1 + column], noun };
}

/** A cell that no lookup can match, whatever the other keys of its row are; or such values of a list. */
function neverSought(
  { columns, soughtIn, lookups }: TableUsage,
  row: TableUsage['table']['rows'][number],
): { key: string; value: string; whole: boolean; isLast: boolean }[] {
  if (lookups === 0) return [];
  const found = columns.map(({ key, index }, at) => {
    const [cell = '*', sought] = [row[at], soughtIn[at]];
    if (key.match !== 'exact' || !sought) return [];
    const isLast = at === columns.length - 1;
    const values = exactValues(cell);
    const odd = values.filter(
      (value) => value !== null && index.slotsOf(value)?.every((slot) => !sought.has(slot)),
    );
    if (values.length > 0 && odd.length === values.length) {
      return [{ key: key.name, value: JSON.stringify(cell), whole: true, isLast }];
    }
    return odd.map((value) => ({ key: key.name, value: JSON.stringify(value), whole: false, isLast }));
  });
  return found.find((each) => each.some(({ whole }) => whole)) ?? found.flat();
}

/** Wildcard rows are precautions for later choices. */
function isSpecific(row: TableUsage['table']['rows'][number], keys: number): boolean {
  return row
    .slice(0, keys)
    .every((cell) => !isWildcard(cell) && !(Array.isArray(cell) && cell.includes(null)));
}
