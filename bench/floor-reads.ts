import type { AddressInfo } from 'node:net';
import express from 'express';
import pg from 'pg';

/** A path of the floor, and the text that it answers. */
export interface FloorRead {
  path: string;
  body: string;
  /** Default: from the database, by a prepared query by primary key. */
  fromMemory?: true;
}

export interface FloorReads {
  url: string;
  add(read: FloorRead): Promise<void>;
  stop(): Promise<void>;
}

/** Bare routes of Express, without authentication. They answer texts of a table of their own. */
export async function startFloorReads(ownerDatabaseUrl: string): Promise<FloorReads> {
  const pool = new pg.Pool({
    connectionString: ownerDatabaseUrl,
    ...{ max: 10, application_name: 'ioi-bench-floor' },
  });
  await pool.query(`drop table if exists bench_answers`);
  await pool.query(`create unlogged table bench_answers (path text primary key, body text not null)`);
  const app = express();
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    add: async ({ path, body, fromMemory = false }) => {
      await pool.query('insert into bench_answers values ($1, $2)', [path, body]);
      app.get(path, async (_req, res) => {
        res.type('json').send(fromMemory ? body : await textOf(pool, path));
      });
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await pool.end();
    },
  };
}

async function textOf(pool: pg.Pool, path: string): Promise<string | undefined> {
  const text = 'select body from bench_answers where path = $1';
  const { rows } = await pool.query<{ body: string }>({ name: 'answer', text, values: [path] });
  return rows[0]?.body;
}
