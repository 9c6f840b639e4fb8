import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

export type DuckRow = Record<string, unknown>;

export interface Duck {
  run(sql: string): Promise<void>;
  /** Decimals as numbers, dates and times as text. */
  rows(sql: string): Promise<DuckRow[]>;
  close(): void;
}

/** DuckDB with the views of a warehouse in a folder. */
export async function duckOn(folder: string): Promise<Duck> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`set file_search_path = '${folder}'`);
  await connection.run(await readFile(path.join(folder, 'views.sql'), 'utf8'));
  return {
    run: async (sql) => void (await connection.run(sql)),
    rows: async (sql) => {
      const result = await connection.runAndReadAll(sql);
      return result
        .getRowObjectsJson()
        .map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])));
    },
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

function plain(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
}
