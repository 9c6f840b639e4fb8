import type { Findings } from '../lint/findings.js';
import type { TableUsage } from '../lint/table-usage.js';
import { isWildcard, otherwise } from '../tables/cells.js';
import { rowSets } from '../tables/row-tree.js';

/** Rows that no lookup hits: earlier rows take precedence, or their keys are never looked up. */
export function unreachableRows(usage: TableUsage, findings: Findings): void {
  const { name, table, hit, lookups } = usage;
  const first = new Set(rowSets(usage.tree).flatMap((rows) => (table.interpolate ? rows : rows.slice(0, 1))));
  table.rows.forEach((row, index) => {
    const path = ['tables', name, 'rows', index];
    if (!first.has(index)) {
      const which = row.includes(otherwise) ? 'other' : 'earlier';
      findings.warning(path, `this row is never reached: ${which} rows match everything that it does`);
    } else if (lookups > 0 && !hit.has(index) && isSpecific(row, table.keys.length)) {
      const keys = row.slice(0, table.keys.length).map((cell) => JSON.stringify(cell));
      findings.warning(path, `this row is never reached: nothing that is looked up is ${keys.join(', ')}`);
    } else {
      const odd = neverSought(usage, row);
      if (odd) findings.warning(path, `this row is never reached: "${odd.key}" is never ${odd.cell}`);
    }
  });
}

/** A cell that no lookup can match, whatever the other keys of its row are. */
function neverSought({ columns, soughtIn, lookups }: TableUsage, row: TableUsage['table']['rows'][number]) {
  const place = columns.findIndex(({ key, index }, at) => {
    const [cell = '*', sought] = [row[at], soughtIn[at]];
    if (lookups === 0 || key.match !== 'exact' || cell === '*' || !sought) return false;
    return index.slotsOf(cell)?.every((slot) => !sought.has(slot)) ?? false;
  });
  const key = columns[place]?.key.name;
  return key === undefined ? undefined : { key, cell: JSON.stringify(row[place]) };
}

/** Wildcard rows are precautions for later choices. */
function isSpecific(row: TableUsage['table']['rows'][number], keys: number): boolean {
  return row
    .slice(0, keys)
    .every((cell) => !isWildcard(cell) && !(Array.isArray(cell) && cell.includes(null)));
}
