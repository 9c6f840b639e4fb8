import type { CellValue } from '../../domain/rating/cells/formula.js';
import { firstSheetRow } from '../../domain/rating/cells/found-row.js';
import type { SheetColumn, TableSheet } from '../../domain/rating/cells/table-sheet.js';
import { dateNumber } from './excel-dates.js';
import { type PlannedCell, type PlannedRow, type PlannedSheet, type SheetNames, text } from './excel-plan.js';

/** A sheet for each table that formulas refer to, with its name by table. */
export function tableSheets(
  tables: readonly TableSheet[],
  names: SheetNames,
): { sheets: PlannedSheet[]; names: ReadonlyMap<TableSheet, string> } {
  const named = new Map(tables.map((table) => [table, names.make(`Table ${table.title}`)] as const));
  const sheets = [...named].map(
    ([table, name]): PlannedSheet => ({
      name,
      widths: table.columns.map(({ type }, column) => (column === 0 ? 8 : type === 'text' ? 24 : 16)),
      frozenRows: firstSheetRow - 1,
      rows: [
        [text(table.title, 'title')],
        [text(noteOf(table), 'note')],
        table.columns.map(({ head }) => text(head, 'columnHead')),
        ...table.rows.map(
          (row): PlannedRow => row.map((value, column) => tableCell(value, table.columns[column])),
        ),
        noRow(table),
      ],
    }),
  );
  return { sheets, names: named };
}

function noteOf({ form, graduated }: TableSheet): string {
  switch (form) {
    case 'graduated':
      return `Table of the product. Rates for each ${graduated?.per} of a band's part; bases are what the bands below come to.`;
    case 'linear':
    case 'bilinear':
      return 'Table of the product. Numbers between two rows are interpolated.';
    case 'list':
      return 'Table of the product, in the order in which rows are preferred. An empty end of a range is open; * is any value.';
  }
}

function tableCell(value: CellValue, column: SheetColumn | undefined): PlannedCell | null {
  if (value === null) return null;
  if (typeof value === 'boolean') return { content: value, style: 'number' };
  if (column?.type === 'number') return text(Number.isNaN(Number(value)) ? value : Number(value), 'number');
  // A code such as 01 stays a text.
  if (column?.type !== 'date') return text(value, 'code');
  const date = dateNumber(value);
  return date === null ? text(value) : text(date, 'date');
}

/** What formulas find if no row fits: errors instead of numbers. */
function noRow({ columns }: TableSheet): PlannedRow {
  return columns.map((_, column) =>
    column === 0 ? text(noRowText, 'note') : { content: noValue, style: 'note' },
  );
}

/** In place of the number of a row. */
export const noRowText = 'no row';

const noValue = { formula: () => 'NA()', result: { error: '#N/A' } } as const;
