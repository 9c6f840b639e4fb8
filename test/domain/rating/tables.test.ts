import { describe, expect, it } from 'vitest';
import { dec, issuesOf, table } from './table-factory.js';

describe('exact keys', () => {
  const find = table({
    keys: [{ name: 'state' }, { name: 'limit', type: 'number' }],
    columns: [{ name: 'factor' }, { name: 'class', type: 'text' }, { name: 'open', type: 'boolean' }],
    rows: [
      ['CA', 500000, 1.1, 'High', true],
      ['CA', '1000000', '1.25', 'Low', 'no'],
      ['NY', 500000, 1.3, 'High', false],
    ],
  });

  it('finds by all keys, whichever way the number is written', () => {
    expect(find(['CA', '500000'])).toEqual(['1.1', 0]);
    expect(find(['CA', dec('1000000.00')])).toEqual(['1.25', 1]);
    expect(find(['CA', '1000000.0'])).toEqual(['1.25', 1]);
  });

  it('answers several columns of their types', () => {
    expect(find(['NY', '500000'], 1)).toEqual(['High', 2]);
    expect(find(['NY', '500000'], 2)).toEqual(['false', 2]);
    expect(find(['CA', '1000000'], 2)).toEqual(['false', 1]);
  });

  it('tells a missing row from a key of the wrong type', () => {
    expect(find(['NY', '1000000'])).toBe('NO_TABLE_ROW');
    expect(find(['ny', '500000'])).toBe('NO_TABLE_ROW');
    expect(find(['NY', 'plenty'])).toBe('TYPE_MISMATCH');
    expect(find([['CA'], '500000'])).toBe('TYPE_MISMATCH');
  });

  it('keeps codes with leading zeros apart', () => {
    const code = table({
      keys: [{ name: 'zip' }],
      columns: [{ name: 'f' }],
      rows: [
        ['01002', 1],
        ['1002', 2],
      ],
    });
    expect(code(['01002'])).toEqual(['1', 0]);
    expect(code(['1002'])).toEqual(['2', 1]);
  });

  it('matches booleans and dates', () => {
    const find = table({
      keys: [
        { name: 'b', type: 'boolean' },
        { name: 'd', type: 'date' },
      ],
      columns: [{ name: 'f' }],
      rows: [
        [true, '2026-01-01', 1],
        ['no', '2026-01-01', 2],
      ],
    });
    expect(find([true, '2026-01-01'])).toEqual(['1', 0]);
    expect(find(['N', '2026-01-01'])).toEqual(['2', 1]);
    expect(find([true, '2026-02-30'])).toBe('TYPE_MISMATCH');
    expect(find(['perhaps', '2026-01-01'])).toBe('TYPE_MISMATCH');
  });
});

describe('wildcards', () => {
  it('takes the first row that matches under hitPolicy first', () => {
    const find = table({
      keys: [{ name: 'state' }, { name: 'class' }],
      columns: [{ name: 'f' }],
      hitPolicy: 'first',
      rows: [
        ['NY', 'A', 1],
        ['*', 'A', 2],
        ['NY', '*', 3],
        ['*', '*', 4],
      ],
    });
    expect(find(['NY', 'A'])).toEqual(['1', 0]);
    expect(find(['TX', 'A'])).toEqual(['2', 1]);
    expect(find(['NY', 'Z'])).toEqual(['3', 2]);
    expect(find(['TX', 'Z'])).toEqual(['4', 3]);
  });

  it('reports rows of a unique table that match together', () => {
    const rows = [
      ['NY', 1],
      ['*', 2],
    ];
    expect(issuesOf({ keys: [{ name: 'state' }], columns: [{ name: 'f' }], rows })).toEqual([
      'tables.t.rows[1]: matches the same keys as rows[0]; order them and use hitPolicy "first", or separate them',
    ]);
  });
});

describe('shape', () => {
  it('reports cells that are missing or of the wrong type, with their place', () => {
    const keys = [{ name: 'k', type: 'number' as const }];
    expect(
      issuesOf({ keys, columns: [{ name: 'f' }], rows: [[1], ['x', 1], [2, 'much'], [3, [1, 2]]] }),
    ).toEqual([
      'tables.t.rows[0]: has 1 cells, but the table has 2 columns',
      'tables.t.rows[1][0]: key "k" needs a number, or "*", not "x"',
      'tables.t.rows[2][1]: "much" in column "f" is not a number',
      'tables.t.rows[3][1]: [1,2] in column "f" is not a number',
    ]);
  });

  it('reports a column name used twice', () => {
    expect(issuesOf({ keys: [{ name: 'k' }], columns: [{ name: 'k' }], rows: [['a', 1]] })).toEqual([
      'tables.t: the column name "k" is used twice',
    ]);
  });

  it('indexes a large table quickly', () => {
    const rows = Array.from({ length: 40_000 }, (_, n) => [String(n).padStart(5, '0'), n]);
    const started = performance.now();
    const find = table({ keys: [{ name: 'zip' }], columns: [{ name: 'f' }], rows });
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(find(['31415'])).toEqual(['31415', 31_415]);
  });
});
