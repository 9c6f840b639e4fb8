import { describe, expect, it } from 'vitest';
import { Decimal } from '../../../domain/expression/index.js';
import type { PlanIssue } from '../../../domain/rating/run/plan-issue.js';
import { canonicalTable } from '../../../domain/rating/tables/canonical-table.js';
import { packedCellIssues } from '../../../domain/rating/tables/check-packed.js';
import { compileTable } from '../../../domain/rating/tables/compile-table.js';
import { fewRows, listedRows } from '../../../domain/rating/tables/pack-rows.js';
import { rowsFromSheet, rowsToSheet, sheetColumns } from '../../../domain/rating/tables/sheet.js';
import { type RatingTable, ratingTable } from '../../../domain/rating/tables/table.js';

const count = fewRows + 1;
const zipOf = (row: number) => String(10_000_000 + row * 7).padStart(9, '0');

/** A large table by ZIP, whose rows go from the last ZIP to the first. */
function byZip(more: RatingTable['rows'] = []): RatingTable {
  const rows = Array.from({ length: count }, (_, row) => [zipOf(count - 1 - row), `${count - 1 - row}.50`]);
  return ratingTable.parse({
    keys: [{ name: 'zip' }],
    columns: [{ name: 'factor' }],
    rows: [...rows, ...more],
  });
}

function compiled(table: RatingTable) {
  const issues: PlanIssue[] = [];
  return { table: compileTable('zips', table, issues), issues };
}

describe('a large table', () => {
  it('is packed in the order of its keys, whatever the order of its rows', () => {
    const packed = canonicalTable(byZip());
    expect(packed).toMatchObject({ rows: [], packed: { count } });
    expect(packed.packed?.cells[1]?.slice(0, 12)).toBe('0.5\n1.5\n2.5\n');
    expect(canonicalTable({ ...byZip(), rows: byZip().rows.toReversed() })).toEqual(packed);
    expect(listedRows(packed, 2)).toEqual([
      [zipOf(0), 0.5],
      [zipOf(1), 1.5],
    ]);
  });

  it('finds each row as a list does, and the row beside the packed ones otherwise', () => {
    const { table, issues } = compiled(canonicalTable(byZip([['otherwise', 9]])));
    expect(issues).toEqual([]);
    for (const row of [0, 1, 777, count - 1]) {
      const value = Decimal.of(`${row}.5`);
      expect(table.lookup([zipOf(row)], 0)).toEqual({ value, row: row + 1 });
      expect(table.lookupOne?.(zipOf(row), 0)).toEqual({ value, row: row + 1 });
    }
    expect(table.lookup(['1'], 0)).toEqual({ value: Decimal.of(9), row: 0 });
    const { table: alone } = compiled(canonicalTable(byZip()));
    expect(() => alone.lookup(['1'], 0)).toThrow('table "zips" has no row for zip "1"');
  });

  it('refuses keys with several rows, among the packed rows and beside them', () => {
    const twice = compiled(canonicalTable(byZip([[zipOf(5), 2]])));
    expect(twice.issues).toEqual([
      { path: 'tables.zips', message: `has several rows for zip "${zipOf(5)}"` },
    ]);
    const beside = compiled(canonicalTable(byZip([[[zipOf(5), 'x'], 2]])));
    expect(beside.issues).toEqual([
      { path: 'tables.zips', message: `has rows that overlap: another one matches zip "${zipOf(5)}", too` },
    ]);
  });

  it('lets rows with otherwise in different keys meet where a packed row has the keys', () => {
    const plain = Array.from({ length: 140 * 150 }, (_, at) => [
      ...[`s${Math.floor(at / 150)}`, `c${at % 150}`, 1],
    ]);
    const issuesWith = (...rows: (string | number | string[])[][]) => {
      const table = canonicalTable(
        ratingTable.parse({
          keys: [{ name: 'state' }, { name: 'class' }],
          columns: [{ name: 'factor' }],
          rows: [...plain, ...rows, ['otherwise', 'otherwise', 4]],
        }),
      );
      expect(table.packed?.count).toBe(plain.length);
      return compiled(table).issues.map(({ path, message }) => `${path} ${message.slice(0, 30)}`);
    };
    const ofClass = ['otherwise', ['c3', 'c4'], 3];
    expect(issuesWith([['s3', 's4'], 'otherwise', 2], ofClass)).toEqual([]);
    expect(issuesWith([['s3', 's900'], 'otherwise', 2], ofClass)).toEqual([
      'tables.zips.rows[1] matches the same keys as rows[',
    ]);
  });

  it('stays a list if it has ranges, or if the first row wins', () => {
    expect(canonicalTable({ ...byZip(), hitPolicy: 'first' }).packed).toBeUndefined();
  });

  it.each([
    ['00.5', 'line 1 has "00.5" in "factor", which is not a canonical value of its type'],
    ['much', 'line 1 has "much" in "factor", which is not a canonical value of its type'],
  ])('is refused with a cell %s that somebody wrote', (text, message) => {
    const { packed, ...table } = canonicalTable(byZip());
    const cells = [packed?.cells[0] ?? '', (packed?.cells[1] ?? '').replace('0.5', text)];
    expect(packedCellIssues({ zips: { ...table, packed: { count, cells } } })).toEqual([
      { path: 'tables.zips.packed.cells[1]', message },
    ]);
    expect(ratingTable.safeParse({ ...table, packed: { count: count + 1, cells } }).success).toBe(false);
  });
});

describe('a large sheet', () => {
  const { rows: _rows, ...header } = byZip();
  const sheetOf = (rows: RatingTable['rows']) => ({
    source: 'zips.csv',
    rows: [sheetColumns(header), ...rowsToSheet({ ...byZip(), rows })].map((cells, at) => ({
      place: `line ${at + 1}`,
      cells,
    })),
  });

  it('is read as the packed table, with the places of other rows', () => {
    const { rows, packed, places } = rowsFromSheet(header, sheetOf([['otherwise', 1], ...byZip().rows]));
    expect({ rows, places }).toEqual({ rows: [['otherwise', 1]], places: ['line 2'] });
    expect(packed).toEqual(canonicalTable(byZip()).packed);
  });

  it('has at most a million rows, and few of another kind', () => {
    const row = { place: 'line 2', cells: ['1', 'much'] };
    const [names] = sheetOf([]).rows;
    const sheet = (length: number) => ({
      source: 'z',
      rows: [...(names ? [names] : []), ...new Array(length).fill(row)],
    });
    expect(rowsFromSheet(header, sheet(1_000_001)).problems).toEqual([
      'it has 1000001 rows; a table has at most 1000000',
    ]);
    expect(rowsFromSheet(header, sheet(100_001)).problems).toEqual([
      'of its 100001 rows, more than 1000 have a list, a wildcard or a value of the wrong type; the first is in line 2: ["1","much"]',
    ]);
  });
});
