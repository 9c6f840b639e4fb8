import { describe, expect, it } from 'vitest';
import { csvCell, csvFile } from '../../console/src/parts/data-table/export-csv.js';

describe('a CSV file of the console', () => {
  it.each([
    ['Corner Bakery', 'Corner Bakery'],
    ['Bakery, "Corner"', '"Bakery, ""Corner"""'],
    ['two\nlines', '"two\nlines"'],
    ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
    ['+1 512 555 0142', "'+1 512 555 0142"],
    ['-5 or so', "'-5 or so"],
    ['@cmd', "'@cmd"],
    [-5.25, '-5.25'],
    [null, ''],
    [undefined, ''],
  ])('has %j as %s', (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });

  it('begins with the titles, as UTF-8 that Excel recognizes', () => {
    expect(csvFile(['Name', 'Premium'], [['Ärzte', 12.5]])).toBe('\uFEFFName,Premium\r\nÄrzte,12.5\r\n');
  });
});
