import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec, issuesOf, type TableInput, table } from './table-factory.js';

describe('ranges', () => {
  it('includes the lower end and excludes the upper', () => {
    const find = table({
      keys: [{ name: 'n', match: 'range', type: 'number' }],
      columns: [{ name: 'f' }],
      rows: [
        [[null, 0], 1],
        [[0, 10], 2],
        [[10, 20.5], 3],
        [[30, null], 4],
      ],
    });
    expect(find([dec(-1)])).toEqual(['1', 0]);
    expect(find([dec(0)])).toEqual(['2', 1]);
    expect(find([dec('9.999')])).toEqual(['2', 1]);
    expect(find([dec(10)])).toEqual(['3', 2]);
    expect(find([dec('20.5')])).toBe('NO_TABLE_ROW');
    expect(find(['30'])).toEqual(['4', 3]);
  });

  it('finds the version of a rate by date', () => {
    const find = table({
      keys: [{ name: 'on', match: 'dateRange' }],
      columns: [{ name: 'f' }],
      rows: [
        [[null, '2026-01-01'], 1],
        [['2026-01-01', '2026-07-01'], 2],
        [['2026-07-01', null], 3],
      ],
    });
    expect(find(['2025-12-31'])).toEqual(['1', 0]);
    expect(find(['2026-01-01'])).toEqual(['2', 1]);
    expect(find(['2026-07-01'])).toEqual(['3', 2]);
  });

  it('reports overlaps and empty ranges', () => {
    const keys = [{ name: 'n', match: 'range' as const, type: 'number' as const }];
    expect(
      issuesOf({
        keys,
        columns: [{ name: 'f' }],
        rows: [
          [[0, 10], 1],
          [[9, 20], 2],
        ],
      }),
    ).toEqual([expect.stringContaining('tables.t.rows[1]: matches the same keys as rows[0]')]);
    expect(issuesOf({ keys, columns: [{ name: 'f' }], rows: [[[10, 10], 1]] })).toEqual([
      'tables.t.rows[0][0]: key "n" has the empty range [10,10]',
    ]);
  });

  it('finds the row that a scan of the rows finds', () => {
    const cell = fc.oneof(
      fc.tuple(fc.option(fc.integer({ min: 0, max: 20 })), fc.option(fc.integer({ min: 0, max: 20 }))),
    );
    const row = fc.tuple(fc.constantFrom('A', 'B', '*'), cell, cell);
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 12 }),
        fc.constantFrom('A', 'B', 'C'),
        fc.integer({ min: -2, max: 22 }),
        fc.integer({ min: -2, max: 22 }),
        (given, text, a, b) => {
          const holds = ([low, high]: [number | null, number | null], value: number) =>
            (low === null || low <= value) && (high === null || value < high);
          const rows = given.filter(([, x, y]) =>
            [x, y].every(([low, high]) => low === null || high === null || low < high),
          );
          fc.pre(rows.length > 0);
          const range = { match: 'range' as const, type: 'number' as const };
          const find = table({
            keys: [{ name: 'k' }, { name: 'x', ...range }, { name: 'y', ...range }],
            columns: [{ name: 'f' }],
            hitPolicy: 'first',
            rows: rows.map(([k, x, y], index) => [k, x, y, index]),
          });
          const scanned = rows.findIndex(
            ([k, x, y]) => (k === '*' || k === text) && holds(x, a) && holds(y, b),
          );
          expect(find([text, dec(a), dec(b)])).toEqual(
            scanned === -1 ? 'NO_TABLE_ROW' : [String(scanned), scanned],
          );
        },
      ),
    );
  });
});

describe('interpolation', () => {
  const curve: TableInput = {
    keys: [{ name: 'basis' }, { name: 'units', type: 'number' }],
    columns: [{ name: 'f' }],
    interpolate: 'linear',
    rows: [
      ['A', 100, 2],
      ['A', 0, 1],
      ['A', 400, 2.75],
      ['B', 0, 5],
    ],
  };

  it('draws straight lines between the rows, in whatever order they stand', () => {
    const find = table(curve);
    expect(find(['A', dec(0)])).toEqual(['1', 1]);
    expect(find(['A', dec(25)])).toEqual(['1.25', 1]);
    expect(find(['A', dec(100)])).toEqual(['2', 0]);
    expect(find(['A', dec(200)])).toEqual(['2.25', 0]);
    expect(find(['A', dec(400)])).toEqual(['2.75', 2]);
  });

  it('does not guess beyond the ends', () => {
    const find = table(curve);
    expect(find(['A', dec('400.01')])).toBe('NO_TABLE_ROW');
    expect(find(['A', dec(-1)])).toBe('NO_TABLE_ROW');
    expect(find(['B', dec(1)])).toBe('NO_TABLE_ROW');
    expect(find(['C', dec(1)])).toBe('NO_TABLE_ROW');
  });

  it('never falls where the rows rise', () => {
    const step = fc.record({ x: fc.integer({ min: 1, max: 50 }), y: fc.integer({ min: 0, max: 50 }) });
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 2, maxLength: 8 }),
        fc.nat(10_000),
        fc.nat(10_000),
        (steps, p, q) => {
          const sumTo = (index: number, axis: 'x' | 'y') =>
            steps.slice(0, index + 1).reduce((total, s) => total + s[axis], 0);
          const rows = steps.map((_, index) => [sumTo(index, 'x'), sumTo(index, 'y')]);
          const x = sumTo(steps.length - 1, 'x');
          const first = rows[0]?.[0] ?? 0;
          const at = (n: number) =>
            dec(first).plus(
              dec(x - first)
                .times(n)
                .dividedBy(10_000),
            );
          const find = table({
            keys: [{ name: 'x', type: 'number' }],
            columns: [{ name: 'y' }],
            interpolate: 'linear',
            rows,
          });
          const [low, high] = [Math.min(p, q), Math.max(p, q)].map((n) => find([at(n)]) as [string, number]);
          expect(dec(low?.[0] ?? '').lessThanOrEqualTo(dec(high?.[0] ?? ''))).toBe(true);
        },
      ),
    );
  });

  it('reports what cannot be interpolated', () => {
    const columns = [{ name: 'f', type: 'text' as const }];
    expect(issuesOf({ keys: [{ name: 'k' }], columns, interpolate: 'linear', rows: [['a', 'b']] })).toEqual([
      'tables.t: interpolates, so its last key must be an exact number',
      'tables.t: interpolates, so column "f" must be a number',
      'tables.t.rows[0][0]: must be a number to interpolate from',
    ]);
    expect(
      issuesOf({
        ...curve,
        rows: [
          ['A', 1, 1],
          ['A', 1, 2],
        ],
      }),
    ).toEqual([expect.stringContaining('tables.t.rows[1]: matches the same keys as rows[0]')]);
  });
});
