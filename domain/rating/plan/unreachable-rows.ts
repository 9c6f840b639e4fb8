import type { Findings } from '../lint/findings.js';
import type { TableUsage } from '../lint/table-usage.js';
import { exactValues, isWildcard, otherwise } from '../tables/cells.js';
import { rowSets } from '../tables/row-tree.js';

/** Rows that no lookup hits: earlier rows take precedence, or their keys are never looked up. */
export function unreachableRows(usage: TableUsage, findings: Findings): void {
  const { name, table, hit, lookups, rowOf } = usage;
  // Which of the rows beside packed ones are hit is not followed.
  if (usage.packed) return;
  const first = new Set(rowSets(usage.tree).flatMap((rows) => (table.interpolate ? rows : rows.slice(0, 1))));
  table.rows.forEach((row, index) => {
    const path = ['tables', name, 'rows', rowOf(index)];
    if (!first.has(index)) {
      const which = row.includes(otherwise) ? 'other' : 'earlier';
      findings.warning(path, `this row is never reached: ${which} rows match everything that it does`);
    } else if (lookups > 0 && !hit.has(index) && isSpecific(row, table.keys.length)) {
      const keys = row.slice(0, table.keys.length).map((cell) => JSON.stringify(cell));
      findings.warning(path, `this row is never reached: nothing that is looked up is ${keys.join(', ')}`);
    } else {
      for (const { key, value, whole } of neverSought(usage, row)) {
        const what = whole ? 'this row is' : `${value} in this row is`;
        findings.warning(path, `${what} never reached: "${key}" is never ${value}`);
      }
    }
  });
}

/** A cell that no lookup can match, whatever the other keys of its row are; or such values of a list. */
function neverSought(
  { columns, soughtIn, lookups }: TableUsage,
  row: TableUsage['table']['rows'][number],
): { key: string; value: string; whole: boolean }[] {
  if (lookups === 0) return [];
  const found = columns.map(({ key, index }, at) => {
    const [cell = '*', sought] = [row[at], soughtIn[at]];
    if (key.match !== 'exact' || !sought) return [];
    const values = exactValues(cell);
    const odd = values.filter(
      (value) => value !== null && index.slotsOf(value)?.every((slot) => !sought.has(slot)),
    );
    if (values.length > 0 && odd.length === values.length) {
      return [{ key: key.name, value: JSON.stringify(cell), whole: true }];
    }
    return odd.map((value) => ({ key: key.name, value: JSON.stringify(value), whole: false }));
  });
  return found.find((each) => each.some(({ whole }) => whole)) ?? found.flat();
}

/** Wildcard rows are precautions for later choices. */
function isSpecific(row: TableUsage['table']['rows'][number], keys: number): boolean {
  return row
    .slice(0, keys)
    .every((cell) => !isWildcard(cell) && !(Array.isArray(cell) && cell.includes(null)));
}
