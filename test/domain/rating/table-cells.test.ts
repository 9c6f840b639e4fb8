import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalTable } from '../../../domain/rating/tables/canonical-table.js';
import { rowsFromSheet, rowsToSheet, sheetColumns } from '../../../domain/rating/tables/sheet.js';
import { readValues } from '../../../domain/rating/tables/value-list.js';
import { aTable } from './rating-factory.js';
import { lookUp } from './reference/look-up.js';
import { exact } from './reference/value.js';
import { dec, issuesOf, type TableInput, table } from './table-factory.js';

const columns = [{ name: 'f' }];
const range = { match: 'range' as const, type: 'number' as const };

describe('several values in a cell', () => {
  it('match any of them', () => {
    const find = table({
      keys: [{ name: 'state' }, { name: 'limit', type: 'number' }],
      columns,
      rows: [
        [['CA', 'NY'], 500, 1],
        ['CA', ['1000', 2000], 2],
        ['*', 3000, 3],
      ],
    });
    expect(find(['CA', '500'])).toEqual(['1', 0]);
    expect(find(['NY', dec(500)])).toEqual(['1', 0]);
    expect(find(['CA', '2000.0'])).toEqual(['2', 1]);
    expect(find(['TX', '3000'])).toEqual(['3', 2]);
    expect(find(['NY', '1000'])).toBe('NO_TABLE_ROW');
  });

  it('overlap where rows share one, and are checked one by one', () => {
    const keys = [{ name: 'n', type: 'number' as const }];
    const rows = (...cells: TableInput['rows'][number]) => cells.map((cell) => [cell, 1]);
    expect(issuesOf({ keys, columns, rows: rows([1, 2], [2, 3]) })).toEqual([
      expect.stringContaining('tables.t.rows[1]: matches the same keys as rows[0]'),
    ]);
    expect(issuesOf({ keys, columns, rows: rows([1, 'x'], [], [3, 3], [4, '*']) })).toEqual([
      'tables.t.rows[0][0]: key "n" needs a number, or "*", not [1,"x"]',
      'tables.t.rows[1][0]: key "n" has an empty list; name the values, or "*" for any',
      'tables.t.rows[2][0]: key "n" lists a value twice: [3,3]',
      'tables.t.rows[3][0]: key "n" needs a number, or "*", not [4,"*"]',
    ]);
  });
});

describe('upper ends that are included', () => {
  it('belong to their range', () => {
    const find = table({
      keys: [{ name: 'age', ...range, to: 'included' }],
      columns,
      rows: [
        [[16, 20], 1],
        [[21, 21], 2],
        [[22, null], 3],
      ],
    });
    expect(['15', '16', '20', '20.5', '21', '21.5', '22', '99'].map((age) => find([age]))).toEqual([
      ...['NO_TABLE_ROW', ['1', 0], ['1', 0], 'NO_TABLE_ROW', ['2', 1]],
      ...['NO_TABLE_ROW', ['3', 2], ['3', 2]],
    ]);
  });

  it('may be dates', () => {
    const find = table({
      keys: [{ name: 'on', match: 'dateRange', to: 'included' }],
      columns,
      rows: [
        [['2026-01-01', '2026-06-30'], 1],
        [['2026-07-01', null], 2],
      ],
    });
    expect(find(['2026-06-30'])).toEqual(['1', 0]);
    expect(find(['2026-07-01'])).toEqual(['2', 1]);
  });

  it('overlap where the next range starts with them', () => {
    const rows = [
      [[0, 10], 1],
      [[10, 20], 2],
    ];
    expect(issuesOf({ keys: [{ name: 'n', ...range, to: 'included' }], columns, rows })).toHaveLength(1);
    expect(issuesOf({ keys: [{ name: 'n', ...range, to: 'excluded' }], columns, rows })).toEqual([]);
    expect(issuesOf({ keys: [{ name: 'n', to: 'included' }], columns, rows: [['a', 1]] })).toEqual([
      'tables.t.keys[0].to: key "n" is exact and has no upper ends: leave out "to", or match a range',
    ]);
  });
});

describe('otherwise', () => {
  it('matches where no other row does, whatever the order of rows', () => {
    const find = table({
      keys: [{ name: 'state' }, { name: 'age', ...range }],
      columns,
      rows: [
        ['otherwise', 'otherwise', 4],
        ['otherwise', [0, 21], 3],
        ['NY', 'otherwise', 2],
        [['NY', 'CA'], [0, 21], 1],
      ],
    });
    expect(find(['NY', '20'])).toEqual(['1', 3]);
    expect(find(['NY', '21'])).toEqual(['2', 2]);
    expect(find(['TX', '20'])).toEqual(['3', 1]);
    expect(find(['TX', '21'])).toEqual(['4', 0]);
    expect(find(['CA', '21'])).toEqual(['4', 0]);
  });

  it('overlaps with rows that say so as often', () => {
    const rows = [
      ['A', 'otherwise', 1],
      ['otherwise', 'B', 2],
    ];
    expect(issuesOf({ keys: [{ name: 'x' }, { name: 'y' }], columns, rows })).toEqual([
      expect.stringContaining('tables.t.rows[1]: matches the same keys as rows[0]'),
    ]);
  });

  it('gives the curve of an interpolated table where there is none of its own', () => {
    const find = table({
      keys: [{ name: 'state' }, { name: 'units', type: 'number' }],
      columns,
      interpolate: 'linear',
      rows: [
        ['NY', 0, 1],
        ['NY', 10, 2],
        ['otherwise', 0, 10],
        ['otherwise', 10, 20],
      ],
    });
    expect(find(['NY', '5'])).toEqual(['1.5', 0]);
    expect(find(['TX', '5'])).toEqual(['15', 2]);
  });
});

const text = fc.constantFrom('CA', 'NY', 'TX', '[CA]', 'a, "b"', ' x', '');
const textCell = fc.oneof(
  text,
  fc.constantFrom('*', 'otherwise'),
  fc.uniqueArray(text, { minLength: 1, maxLength: 3 }),
);
const end = fc.option(fc.integer({ min: 0, max: 12 }));
const rangeCell = fc.oneof(fc.constantFrom('*', 'otherwise'), fc.tuple(end, end));
const anyTable = fc
  .tuple(
    fc.array(fc.tuple(textCell, rangeCell, fc.nat(9)), { minLength: 1, maxLength: 8 }),
    fc.constantFrom('included', 'excluded', undefined),
  )
  .map(([rows, to]) => ({
    to,
    rows: rows.filter(([, cell]) => {
      const [low, high] = Array.isArray(cell) ? cell : [null, null];
      return low === null || high === null || low < high || (low === high && to === 'included');
    }),
  }))
  .filter(({ rows }) => rows.length > 0)
  .map(({ rows, to }) => {
    const keys = [{ name: 'state' }, { name: 'n', ...range, ...(to && { to }) }];
    return aTable({ keys, columns, hitPolicy: 'first', rows });
  });

describe('a cell of a sheet', () => {
  it.each([
    ['[CA, NY]', ['CA', 'NY']],
    [' [ CA,NY ] ', ['CA', 'NY']],
    ['["Wood, frame", Steel]', ['Wood, frame', 'Steel']],
    ['[]', []],
    ['[CA', '[CA'],
    ['CA, NY', 'CA, NY'],
    ['["CA" NY]', '["CA" NY]'],
    ['["\\q"]', '["\\q"]'],
    [12, 12],
  ])('%j is %j', (cell, values) => {
    expect(readValues(cell)).toEqual(values);
  });
});

describe('any table', () => {
  it('answers like a reading of its rows', () => {
    fc.assert(
      fc.property(anyTable, text, fc.integer({ min: -2, max: 28 }), (given, state, halves) => {
        const n = String(halves / 2);
        let expected: unknown;
        try {
          expected = exact(lookUp(given, { state, n }, undefined)).toString();
        } catch {
          expected = 'NO_TABLE_ROW';
        }
        const found = table(given)([state, n]);
        expect(Array.isArray(found) ? found[0] : found).toBe(expected);
      }),
      { numRuns: 2000, seed: 15 },
    );
  });

  it('is the same after it was written to a sheet and read again', () => {
    fc.assert(
      fc.property(anyTable, (given) => {
        const lines = [sheetColumns(given), ...rowsToSheet(given)];
        const rows = lines.map((cells, index) => ({ place: `line ${index + 1}`, cells }));
        const read = rowsFromSheet(given, { source: 'sheet', rows });
        expect(read.problems).toEqual([]);
        expect(canonicalTable({ ...given, rows: read.rows })).toEqual(canonicalTable(given));
      }),
      { numRuns: 500, seed: 16 },
    );
  });
});
