import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Findings } from '../../../domain/rating/lint/findings.js';
import { lintPlans } from '../../../domain/rating/plan/lint-plan.js';
import { canonicalTable } from '../../../domain/rating/tables/canonical-table.js';
import { rowsFromSheet, rowsToSheet, sheetColumns } from '../../../domain/rating/tables/sheet.js';
import { aCoverage, aPlan, aTable, commonTypes } from './rating-factory.js';
import { Exact } from './reference/exact.js';
import { lookUp } from './reference/look-up.js';
import { dec, issuesOf, type TableInput, table } from './table-factory.js';

const upTo = { match: 'upTo' as const, type: 'number' as const };
const bySales: TableInput = {
  keys: [{ name: 'state' }, { name: 'sales', ...upTo }],
  columns: [{ name: 'factor' }],
  rows: [
    ['CA', 25000, 1],
    ['CA', 50000, 2],
    ['CA', '*', 3],
    ['NY', 40000, 4],
  ],
};

/** What lint finds where any sales are looked up. */
function found(input: TableInput): string[] {
  const findings = new Findings();
  const keys = { state: { answer: 'state' }, sales: { answer: 'sales' } };
  const lookup = { name: 'Factor', op: 'lookup', table: 't', keys, apply: 'set' };
  const plan = aPlan({
    coverages: [
      aCoverage('MAIN', [lookup], { when: { and: [{ answered: 'sales' }, { answered: 'state' }] } }),
    ],
  });
  lintPlans([{ plan, path: [], types: commonTypes }], { t: aTable(input) }, findings);
  return findings.issues.map(({ severity, message }) => `${severity} ${message}`);
}

describe('a key of upper ends', () => {
  it('begins each range where the row before ends, among rows of the same other keys', () => {
    const find = table(bySales);
    expect([25000, '25000.01', 50000, 50001].map((sales) => find(['CA', dec(sales)]))).toEqual([
      ['1', 0],
      ['2', 1],
      ['2', 1],
      ['3', 2],
    ]);
    expect(find(['CA', dec(-5)])).toEqual(['1', 0]);
    expect(find(['NY', dec(40000)])).toEqual(['4', 3]);
    expect(find(['NY', dec('40000.5')])).toBe('NO_TABLE_ROW');
  });

  it('leaves the end to the next row where it is excluded', () => {
    const find = table({ ...bySales, keys: [{ name: 'state' }, { name: 'sales', ...upTo, to: 'excluded' }] });
    expect(find(['CA', dec(25000)])).toEqual(['2', 1]);
    expect(find(['CA', dec(24999)])).toEqual(['1', 0]);
  });

  it('takes dates, and ranges over one end up to another', () => {
    const on = table({
      keys: [{ name: 'on', match: 'upTo', type: 'date' }],
      columns: [{ name: 'f' }],
      rows: [
        ['2026-06-30', 1],
        ['*', 2],
      ],
    });
    expect([on(['2026-06-30']), on(['2026-07-01'])]).toEqual([
      ['1', 0],
      ['2', 1],
    ]);
    const over = table({
      keys: [{ name: 'n', match: 'range', type: 'number', from: 'excluded', to: 'included' }],
      columns: [{ name: 'f' }],
      rows: [
        [[0, 10], 1],
        [[10, 20], 2],
      ],
    });
    expect([over([dec(0)]), over([dec(10)]), over([dec('10.01')])]).toEqual([
      'NO_TABLE_ROW',
      ['1', 0],
      ['2', 1],
    ]);
  });

  it('is refused out of order, and where it has a lower end, with one finding for all rows', () => {
    const rows = [
      ['CA', 5000, 1],
      ['CA', 2500, 2],
      ['CA', 3000, 3],
      ['CA', 1000, 4],
    ];
    expect(issuesOf({ ...bySales, rows })).toEqual([
      'tables.t.rows[1][1]: key "sales" has the upper end 2500 after 5000: upper ends rise from row to row; and 1 more are out of order',
    ]);
    expect(issuesOf({ ...bySales, rows: [['CA', [0, 1], 1]] as never })).toEqual([
      'tables.t.rows[0][1]: key "sales" needs the upper end, a number, or "*" for an open end, not [0,1]',
    ]);
    const keys = [{ name: 'state' }, { name: 'sales', ...upTo, from: 'excluded' as const }];
    expect(issuesOf({ ...bySales, keys })).toEqual([
      expect.stringContaining('tables.t.keys[1].from: key "sales" matches up to its ends'),
    ]);
    expect(
      issuesOf({
        ...bySales,
        rows: [
          ['CA', 1, 1],
          ['CA', 1, 2],
        ],
      }),
    ).toEqual([expect.stringContaining('tables.t.rows[1]: matches the same keys as rows[0]')]);
  });

  it('tells lint which numbers have no row', () => {
    expect(found({ ...bySales, rows: [...bySales.rows.slice(0, 3), [['NY', 'TX'], '*', 4]] })).toEqual([]);
    expect(found({ ...bySales, rows: [['*', 25000, 1]] })).toEqual([
      'ERROR there is no row for sales from 25000 to 1000000',
    ]);
  });

  it('is one column of a CSV file, where an empty cell is the open end', () => {
    const parsed = canonicalTable(aTable(bySales));
    expect(sheetColumns(parsed)).toEqual(['state', 'sales', 'factor']);
    const rows = rowsToSheet(parsed).map((cells, index) => ({ place: `line ${index + 2}`, cells }));
    const head = { place: 'line 1', cells: sheetColumns(parsed) };
    expect(rowsFromSheet(parsed, { source: 't.csv', rows: [head, ...rows] }).rows).toEqual(parsed.rows);
    const open = { place: 'line 2', cells: ['CA', null, 3] };
    expect(rowsFromSheet(parsed, { source: 't.csv', rows: [head, open] }).rows).toEqual([['CA', '*', 3]]);
  });

  it('finds what a reading of the rows from the first to the last finds', () => {
    const ends = fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 4 });
    const open = fc.boolean();
    const band = fc.record({
      ends,
      open,
      inner: ends,
      to: fc.constantFrom('included' as const, 'excluded' as const),
    });
    const sought = fc.record({ x: fc.integer({ min: -1, max: 10 }), y: fc.integer({ min: -1, max: 10 }) });
    fc.assert(
      fc.property(fc.constantFrom('A', '*', 'otherwise'), band, band, sought, (kind, a, b, { x, y }) => {
        const cells = (list: readonly number[], isOpen: boolean) => [
          ...list.toSorted((one, other) => one - other),
          ...(isOpen ? ['*'] : []),
        ];
        const rows = [
          ...cells(a.ends, a.open).flatMap((end, at) =>
            cells(a.inner, !a.open).map((inner, then) => ['B', end, inner, at * 10 + then]),
          ),
          ...cells(b.ends, b.open).map((end, at) => [kind, end, '*', 100 + at]),
        ];
        const input: TableInput = {
          keys: [{ name: 'k' }, { name: 'x', ...upTo, to: a.to }, { name: 'y', ...upTo, to: b.to }],
          columns: [{ name: 'f' }],
          hitPolicy: 'first',
          rows,
        };
        const find = table(input);
        for (const k of ['A', 'B']) {
          const engine = find([k, dec(x), dec(y)]) as string[];
          let reference: unknown;
          try {
            reference = String(lookUp(aTable(input), { k, x: Exact.of(x), y: Exact.of(y) }, undefined));
          } catch {
            reference = 'N';
          }
          expect(engine[0]).toBe(reference);
        }
      }),
      { numRuns: 500, seed: 37 },
    );
  });
});

it('tells overlaps of one cause once, and what to write instead', () => {
  const closed = { name: 'n', match: 'range' as const, type: 'number' as const, to: 'included' as const };
  const rows = Array.from({ length: 155 }, (_, index) => [[index * 10, index * 10 + 10], index]);
  expect(issuesOf({ keys: [closed], columns: [{ name: 'f' }], rows: rows as never })).toEqual([
    'tables.t.rows[1]: matches the same keys as rows[0], and so do 153 more rows with one before them; the ranges of "n" include both of their ends: match `upTo` and write the upper end only, or separate the rows',
  ]);
});
