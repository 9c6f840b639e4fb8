import { type ParquetWriter, parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { readParquet } from '../../../documents/product-files/parquet.js';

type Columns = Parameters<ParquetWriter['write']>[0]['columnData'];

function aFile(columns: { name: string; type: string; [more: string]: unknown }[], data: unknown[][]) {
  const columnData = columns.map(({ name, type }, at) => ({ name, type, data: data[at] ?? [] }));
  return new Uint8Array(parquetWriteBuffer({ columnData: columnData as Columns }));
}

describe('rows in a Parquet file', () => {
  it('are the shortest numbers that are stored, and texts as they are', async () => {
    const bytes = aFile(
      [
        { name: 'zip', type: 'STRING' },
        { name: 'single', type: 'FLOAT' },
        { name: 'double', type: 'DOUBLE' },
        { name: 'whole', type: 'INT64' },
      ],
      [
        ['01234', '01235'],
        [0.1, 2.5],
        [0.1, 0.1 + 0.2],
        [12n, 9007199254740993n],
      ],
    );
    const rows = await readParquet(bytes);
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['zip', 'single', 'double', 'whole'],
      ['01234', 0.1, 0.1, '12'],
      ['01235', 2.5, 0.3, '9007199254740993'],
    ]);
    expect(rows[2]?.place).toBe('row 2');
  });

  it('are refused where they are no numbers', async () => {
    const bytes = aFile([{ name: 'factor', type: 'DOUBLE' }], [[1, Number.NaN]]);
    await expect(readParquet(bytes)).rejects.toThrow(
      'column "factor", row 2: it holds NaN, which is not a number',
    );
  });

  it.each([
    [
      'DOUBLE',
      0.1234567890123456,
      'column "a", row 1: it has more than 15 digits, which are not read exactly',
    ],
    ['DOUBLE', 2 ** 53 + 2, 'column "a", row 1: it has more than 15 digits, which are not read exactly'],
    [
      'BYTE_ARRAY',
      new Uint8Array([0xff, 0xfe, 65]),
      'column "a", row 1: it holds neither a text, a number, a date nor true or false',
    ],
  ])('are refused rather than altered: %s %s', async (type, value, message) => {
    await expect(readParquet(aFile([{ name: 'a', type }], [[value]]))).rejects.toThrow(message);
  });

  it('are refused where they are times of day', async () => {
    const schema = [
      { name: 'root', num_children: 1 },
      { name: 'a', type: 'INT32', converted_type: 'TIME_MILLIS', repetition_type: 'REQUIRED' },
    ];
    const columnData = [{ name: 'a', data: [1000] }];
    const bytes = parquetWriteBuffer({ columnData, schema } as Parameters<typeof parquetWriteBuffer>[0]);
    await expect(readParquet(new Uint8Array(bytes))).rejects.toThrow(
      'its column "a" holds times of day, which cells cannot',
    );
  });

  it('are refused in a damaged file', async () => {
    const sound = aFile([{ name: 'factor', type: 'DOUBLE' }], [[1, 2]]);
    for (const bytes of [new TextEncoder().encode('zip,factor'), sound.slice(9), sound.slice(0, -9)]) {
      await expect(readParquet(bytes)).rejects.toThrow('it is not a sound Parquet file');
    }
  });
});
