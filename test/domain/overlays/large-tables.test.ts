import { expect, it } from 'vitest';
import { OverlaidParts } from '../../../domain/overlays/resolve.js';
import { packedUsageOf } from '../../../domain/rating/lint/packed-usage.js';
import { canonicalTable } from '../../../domain/rating/tables/canonical-table.js';
import { compileTable } from '../../../domain/rating/tables/compile-table.js';
import { listedRows } from '../../../domain/rating/tables/pack-rows.js';
import { type RatingTable, ratingTable } from '../../../domain/rating/tables/table.js';

const zips = canonicalTable(
  ratingTable.parse({
    keys: [{ name: 'zip' }],
    columns: [{ name: 'factor' }],
    rows: Array.from({ length: 20_001 }, (_, index) => [`z${index}`, '1.1']),
  }),
);

function overlaid(set: object) {
  const changes = [{ table: 'zips', set: { ...set } }];
  const overlays = [{ name: 'Ohio', state: 'OH', from: '2027-03-01', policiesInForce: false, changes }];
  return new OverlaidParts({ product: {} as never, tables: { zips }, ratingPlans: {}, overlays });
}

it('replaces all rows of a large table, by few and by many', () => {
  expect(zips.packed?.count).toBe(20_001);
  const few: RatingTable = overlaid({ rows: [['z1', 2]] }).with([0]).parts.tables.zips!;
  expect(listedRows(few)).toEqual([['z1', 2]]);
  const rows = Array.from({ length: 20_002 }, (_, index) => [`y${index}`, 3]);
  const many = overlaid({ rows }).with([0]).parts.tables.zips!;
  expect(many.packed?.count).toBe(20_002);
  expect(compileTable('zips', many, []).lookup(['y7'], 0)?.value.toString()).toBe('3');
  expect(overlaid({ title: 'ZIPs' }).with([0]).parts.tables.zips!.packed).toEqual(zips.packed);
});

it('is read once for all combinations', () => {
  const { rows: _, packed, ...shape } = zips;
  const usages = [1, 2].map(() => packedUsageOf(zips, { ...shape, rows: [] }, packed!));
  expect(usages[0]).toBe(usages[1]);
});

it('packs rows itself', () => {
  expect(overlaid({ packed: { count: 0, cells: [] } }).problems()).toMatchObject([
    { message: 'cannot set "packed": import packs the `rows` of a large table itself' },
  ]);
});
