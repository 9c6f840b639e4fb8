import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import express from 'express';
import pg from 'pg';

/** Bare routes of Express, without authentication. */
export interface FloorReads {
  url: string;
  stop(): Promise<void>;
}

/** The text of `/hello`, which is that of the service. */
const hello = 'hello';

/** Answers texts of a table of its own, each by one prepared query by primary key. */
export async function startFloorReads(ownerDatabaseUrl: string): Promise<FloorReads> {
  const pool = new pg.Pool({
    connectionString: ownerDatabaseUrl,
    max: 10,
    application_name: 'ioi-bench-floor',
  });
  await pool.query('drop table if exists bench_answers');
  await pool.query('create unlogged table bench_answers (id uuid primary key, body text not null)');
  const app = express();
  app.get('/hello', (_req, res) => {
    res.type('text').send(hello);
  });
  app.get('/answer/:id', async (req, res) => {
    const text = 'select body from bench_answers where id = $1';
    const { rows } = await pool.query<{ body: string }>({ name: 'answer', text, values: [req.params.id] });
    res.type('json').send(rows[0]?.body);
  });
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await pool.end();
    },
  };
}

/** Keeps texts for the floor to answer, and answers the ids under which it has them. */
export async function keepAnswers(ownerDatabaseUrl: string, bodies: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerDatabaseUrl });
  await client.connect();
  try {
    const ids = bodies.map(() => randomUUID());
    for (let from = 0; from < bodies.length; from += 100) {
      const rows = [ids, bodies].map((values) => values.slice(from, from + 100));
      await client.query('insert into bench_answers select * from unnest($1::uuid[], $2::text[])', rows);
    }
    await client.query('vacuum analyze bench_answers');
    return ids;
  } finally {
    await client.end();
  }
}
