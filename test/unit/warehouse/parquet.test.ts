import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WarehouseSource } from '../../../db/warehouse/read-warehouse.js';
import type { WarehouseTable } from '../../../db/warehouse/warehouse-table.js';
import { warehouseTables } from '../../../db/warehouse/warehouse-tables.js';
import type { Manifest } from '../../../documents/warehouse/manifest.js';
import { writableOf } from '../../../documents/warehouse/parquet-types.js';
import { PartitionFiles } from '../../../documents/warehouse/partition-files.js';
import { whyWhole } from '../../../documents/warehouse/why-whole.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ioi-parquet-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('writes amounts exactly, and refuses those that it would have to round', () => {
  const written: [amount: string, units: bigint][] = [
    ['0', 0n],
    ['0.00', 0n],
    ['-0.0001', -1n],
    ['12.3', 123_000n],
    ['-365.25', -3_652_500n],
    ['99999999999999.9999', 999_999_999_999_999_999n],
    ['1.50000000', 15_000n],
  ];
  for (const [amount, units] of written) expect(writableOf('money', amount), amount).toBe(units);
  expect(() => writableOf('money', '0.00001')).toThrow('has more than 4 decimals');
  for (const type of ['money', 'text', 'timestamp'] as const) expect(writableOf(type, null)).toBeNull();
});

it('puts rows into the file of their month, in whatever order and however many they are', async () => {
  const table: WarehouseTable = {
    name: 'lines',
    key: ['number'],
    columns: { number: { type: 'integer' }, note: { type: 'text' }, at: { type: 'timestamp' } },
    from: '',
  };
  const files = new PartitionFiles({
    table,
    pathOf: (month) => path.join(folder, `${month}.parquet`),
    createdBy: 'test',
  });
  const months = ['2026-01', '2026-02', '2026-03'];
  // Long notes, so that not all of them are kept in memory.
  const note = 'x'.repeat(2_000);
  const rows = Array.from({ length: 60_000 }, (_, number) => ({
    ...{
      number,
      month: months[(number * 7) % 3],
      note: number % 5 === 0 ? null : note,
      at: `${number}000001`,
    },
  }));
  for (let from = 0; from < rows.length; from += 1_000) await files.add(rows.slice(from, from + 1_000));
  const written = await files.finish();
  expect(written.map(({ month, rows: count }) => [month, count])).toEqual(
    months.map((month) => [month, 20_000]),
  );
  expect(await readdir(folder)).toHaveLength(3);
  const file = await asyncBufferFromFile(path.join(folder, '2026-02.parquet'));
  expect((await parquetMetadataAsync(file)).row_groups.length).toBeGreaterThan(1);
  const read = await parquetReadObjects({ file });
  const expected = rows.filter(({ month }) => month === '2026-02');
  expect(read.map(({ number }) => number)).toEqual(expected.map(({ number }) => number));
  expect(read.every((row, place) => row.note === expected[place]!.note)).toBe(true);
});

it('says why everything is written', () => {
  const source: WarehouseSource = {
    ...{ database: '1/2', timeline: 1, cursor: '20', removedTo: '10', snapshotAt: new Date() },
  };
  const last = { database: '1/2', timeline: 1, cursor: '15' } as Manifest;
  const why = (changed: Partial<Manifest>, isWhole = false) =>
    whyWhole({ source, last: { ...last, ...changed }, isWhole, name: '/lake' });
  expect(why({})).toBeNull();
  expect(why({ cursor: '10' })).toBeNull();
  expect(why({ cursor: '20' })).toBeNull();
  expect(why({ cursor: '9' })).toContain('are not kept');
  expect(why({ cursor: '21' })).toContain('was restored');
  expect(why({ timeline: 2 })).toContain('restored');
  expect(why({ database: '1/3' }, true)).toContain('--full');
  expect(() => why({ database: '1/3' })).toThrow('/lake has the warehouse of another database');
});

it('has no secrets, and no column of a test clock', () => {
  const names = warehouseTables.flatMap(({ name, columns }) =>
    Object.keys(columns).map((column) => `${name}.${column}`),
  );
  expect(names.filter((name) => /secret|password|token|envelope|payer|email|phone|clock/.test(name))).toEqual(
    [],
  );
  expect(new Set(warehouseTables.map(({ name }) => name)).size).toBe(warehouseTables.length);
  for (const { name, key, columns } of warehouseTables)
    expect(Object.keys(columns), name).toEqual(expect.arrayContaining([...key]));
});
