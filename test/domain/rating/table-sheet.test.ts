import { describe, expect, it } from 'vitest';
import { foundRows } from '../../../domain/rating/cells/found-row.js';
import { LiveParts } from '../../../domain/rating/cells/live.js';
import { mostSheetRows, tableSheet, whyNoSheet } from '../../../domain/rating/cells/table-sheet.js';
import { aTable } from './rating-factory.js';

const states = aTable({
  keys: [{ name: 'state' }, { name: 'age', match: 'upTo', type: 'number' }],
  columns: [{ name: 'rate' }],
  rows: [
    ['otherwise', '*', 9],
    [['CA', 'NY'], 20, 1],
    [['CA', 'NY'], '*', 2],
  ],
});

describe('the sheet of a table', () => {
  it('has a row for each value of a list, and rows for other values last', () => {
    expect(tableSheet('states', states).rows).toEqual([
      ['2', 'CA', null, '20', '1'],
      ['2', 'NY', null, '20', '1'],
      ['3', 'CA', '20', null, '2'],
      ['3', 'NY', '20', null, '2'],
      ['1', '*', null, null, '9'],
    ]);
  });

  it('has the row that a lookup hits', () => {
    expect(foundRows(tableSheet('states', states), 2, ['NY', '20.5'])).toEqual({ row: 7, upper: null });
    expect(foundRows(tableSheet('states', states), 0, ['TX', '3'])).toEqual({ row: 8, upper: null });
  });

  it('is left out if the table is too large, and the reason is said once', () => {
    const rows = Array.from({ length: mostSheetRows + 1 }, (_, row) => [String(row), row]);
    const large = aTable({ keys: [{ name: 'zip' }], columns: [{ name: 'rate' }], rows } as never);
    expect(whyNoSheet(large)).toBe('it has 25001 rows, and a workbook takes 25000');
    const live = new LiveParts({ large });
    expect([live.sheetOf('large'), live.sheetOf('unknown')]).toEqual([
      'it has 25001 rows, and a workbook takes 25000',
      'the product does not have it',
    ]);
    expect(live.sheets).toEqual([]);
  });
});
