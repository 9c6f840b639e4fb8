import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareTables } from '../../../domain/product/comparison/compare-tables.js';
import type { Comparison } from '../../../domain/product/comparison/compare-values.js';
import { Findings } from '../../../domain/rating/lint/findings.js';
import { lintPlans } from '../../../domain/rating/plan/lint-plan.js';
import { canonicalTable } from '../../../domain/rating/tables/canonical-table.js';
import { rowsFromSheet, rowsToSheet, sheetColumns } from '../../../domain/rating/tables/sheet.js';
import { aCoverage, aPlan, aTable, commonTypes } from './rating-factory.js';
import { Exact } from './reference/exact.js';
import { lookUp } from './reference/look-up.js';
import { dec, issuesOf, type TableInput, table } from './table-factory.js';

const number = { type: 'number' as const };
/** Deductible factors by amount of insurance, as a manual prints them. */
const grid: TableInput = {
  keys: [{ name: 'amount', match: 'upTo', ...number }, { name: 'state' }],
  columns: [{ name: 'factor' }],
  across: ['CA', ['NY', 'TX'], 'otherwise'],
  rows: [
    [100000, 1.1, 1, 0.9],
    [300000, 1.2, 1.05, 0.95],
    ['*', 1.3, 1.1, 1],
  ],
};
const axes: TableInput = {
  keys: [
    { name: 'x', ...number },
    { name: 'y', ...number },
  ],
  columns: [{ name: 'f' }],
  interpolate: 'bilinear',
  across: [0, 10, 30],
  rows: [
    [0, 1, 2, 3],
    [4, 5, 8, 3],
  ],
};

describe('a two-way table', () => {
  it('finds the answer where row and column meet', () => {
    const find = table(grid);
    expect(find([dec(100000), 'CA'])).toEqual(['1.1', 0]);
    expect(find([dec(100001), 'TX'])).toEqual(['1.05', 1]);
    expect(find([dec(999999), 'NV'])).toEqual(['1', 2]);
  });

  it('names what is wrong at its place in the grid', () => {
    expect(issuesOf({ ...grid, rows: [[100000, 1.1, 1]] })).toEqual([
      'tables.t.rows[0]: has 3 cells, but the grid has 1 for its keys and 3 across',
    ]);
    expect(issuesOf({ ...grid, across: ['CA', 'CA', []] })).toEqual([
      'tables.t.across[1]: "CA" is there twice',
    ]);
    const rows = [
      [5, 1.1, 'much', 0.9],
      [3, 1, 2, 3],
    ];
    expect(issuesOf({ ...grid, across: ['CA', 'NY', []], rows })).toEqual([
      'tables.t.rows[1][0]: key "amount" has the upper end 3 after 5: upper ends rise from row to row',
      'tables.t.rows[0][2]: "much" in column "factor" is not a number',
      'tables.t.across[2]: key "state" has an empty list; name the values, or "*" for any',
    ]);
    expect(
      issuesOf({
        ...grid,
        keys: [{ name: 'state' }],
        columns: [{ name: 'a' }, { name: 'b' }],
        rows: [[1, 2, 3]],
      }),
    ).toEqual([
      'tables.t: goes across, so it needs a key for its rows and one for its columns',
      'tables.t: goes across, so it has one column, whose cells are in all columns of the grid',
    ]);
    const same = {
      ...grid,
      keys: [{ name: 'amount' }, { name: 'state' }],
      rows: [
        ['A', 1, 2, 3],
        ['A', 4, 5, 6],
      ],
    };
    expect(issuesOf(same)).toEqual([
      expect.stringContaining('tables.t.rows[1]: matches the same keys as rows[0]'),
    ]);
  });

  it('tells lint what has no row and what is never reached', () => {
    const found = (input: TableInput) => {
      const findings = new Findings();
      const keys = { amount: { answer: 'sales' }, state: { answer: 'state' } };
      const lookup = { name: 'Factor', op: 'lookup', table: 't', keys, apply: 'set' };
      const when = { and: [{ answered: 'sales' }, { answered: 'state' }] };
      const plan = aPlan({ coverages: [aCoverage('MAIN', [lookup], { when })] });
      lintPlans([{ plan, path: [], types: commonTypes }], { t: aTable(input) }, findings);
      return findings.issues.map(
        ({ severity, path, message }) => `${severity} ${path.join('.')}: ${message}`,
      );
    };
    expect(found({ ...grid, across: ['CA', 'NY', 'TX'] })).toEqual([]);
    expect(found({ ...grid, across: ['CA', 'NY', 'NV'] })).toEqual([
      'ERROR tables.t: there is no row for state "TX"',
      'WARNING tables.t.across.2: this column is never reached: "state" is never "NV"',
    ]);
    expect(found({ ...grid, hitPolicy: 'first', across: ['CA', '*', 'TX'] })).toEqual(
      [0, 1, 2].map(
        (row) =>
          `WARNING tables.t.rows.${row}.3: this cell is never reached: earlier rows match everything that it does`,
      ),
    );
  });

  it('is a sheet as it is printed', () => {
    const parsed = canonicalTable(aTable(grid));
    expect(sheetColumns(parsed)).toEqual(['amount', 'CA', '[NY, TX]', 'otherwise']);
    const cells = rowsToSheet(parsed);
    expect(cells[0]).toEqual([100000, 1.1, 1, 0.9]);
    const rows = [sheetColumns(parsed), ...cells].map((row, index) => ({
      place: `line ${index + 1}`,
      cells: row,
    }));
    expect(rowsFromSheet(parsed, { source: 't.csv', rows }).rows).toEqual(parsed.rows);
  });

  it('is compared cell by cell', () => {
    const into: Comparison = { changes: [], strays: [] };
    const rows = [[100000, 1.1, 1, 0.8], ...grid.rows.slice(1)];
    compareTables({ t: aTable(grid) }, { t: aTable({ ...grid, rows }) }, into);
    expect(into.changes).toEqual([
      expect.objectContaining({
        place: ['t', '[amount to 100000]', 'state otherwise'],
        before: 0.9,
        after: 0.8,
      }),
    ]);
  });
});

describe('interpolation on two axes', () => {
  it('lies between the four rows around, and does not go beyond them', () => {
    const find = table(axes);
    expect(find([dec(0), dec(10)])).toEqual(['2', 0]);
    expect(find([dec(4), dec(30)])).toEqual(['3', 1]);
    expect(find([dec(2), dec(5)])).toEqual(['4', 0]);
    expect(find([dec(1), dec(20)])).toEqual(['3.25', 0]);
    expect([find([dec(5), dec(5)]), find([dec(-1), dec(5)]), find([dec(1), dec(31)])]).toEqual(
      Array.from({ length: 3 }, () => 'NO_TABLE_ROW'),
    );
  });

  it('needs a row for each pair, once', () => {
    const { across: _grid, ...list } = axes;
    expect(
      issuesOf({
        ...list,
        rows: [
          [0, 0, 1],
          [0, 10, 2],
          [4, 0, 3],
          [4, 0, 5],
        ],
      }),
    ).toEqual([
      'tables.t.rows[3]: matches the same keys as rows[2]; each pair of numbers has one row, so separate the other keys',
      'tables.t: interpolates on "x" and "y", but has no row for 4 and 10: write a row for each pair',
    ]);
    expect(issuesOf({ ...list, keys: [{ name: 'x' }], rows: [['a', 1]] })).toEqual([
      'tables.t: interpolates, so its last two keys must be exact numbers',
      'tables.t.rows[0][0]: must be a number to interpolate from',
    ]);
  });

  it('comes to what the planes between the rows come to', () => {
    const axis = fc.uniqueArray(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 4 });
    const value = fc.integer({ min: -50, max: 50 });
    const at = fc.integer({ min: -40, max: 40 }).map((quarters) => quarters / 4);
    fc.assert(
      fc.property(
        axis,
        axis,
        fc.array(value, { minLength: 16, maxLength: 16 }),
        at,
        at,
        (xs, across, cells, x, y) => {
          const rows = xs.map((key, row) => [
            key,
            ...across.map((_, column) => cells[row * 4 + column] ?? 0),
          ]);
          const input: TableInput = { ...axes, across, rows };
          const engine = table(input)([dec(x), dec(y)]);
          const read = () => lookUp(aTable(input), { x: Exact.of(x), y: Exact.of(y) }, undefined) as Exact;
          if (engine === 'NO_TABLE_ROW') expect(read).toThrow('NO_TABLE_ROW');
          else {
            const [engineValue] = engine as [string, number];
            const difference = Exact.ofText(engineValue).minus(read());
            expect(Math.abs(Number(difference.over) / Number(difference.under))).toBeLessThan(1e-30);
          }
        },
      ),
      { numRuns: 500, seed: 39 },
    );
  });
});
