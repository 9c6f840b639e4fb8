import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

export interface FloorReads {
  /** Answers `/client/{id}` and `/quote/{id}`. */
  url: string;
  stop(): Promise<void>;
}

const queries: Record<string, { name: string; text: string }> = {
  client: {
    name: 'client',
    text: 'select id, name, type, location_code, answers from clients where id = $1',
  },
  quote: { name: 'quote', text: 'select * from quotes where request_id = $1' },
};

/** A bare server: one prepared query by primary key, its row answered as JSON; nobody is asked who they are. */
export async function startFloorReads(databaseUrl: string): Promise<FloorReads> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 5, application_name: 'ioi-bench-floor' });
  const answer = async (path: string, res: ServerResponse) => {
    const [, resource = '', id] = path.split('/');
    const query = queries[resource];
    const row = query && (await pool.query({ ...query, values: [id] })).rows[0];
    const body = JSON.stringify(row ?? null);
    res.writeHead(row ? 200 : 404, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
    });
    res.end(body);
  };
  const server = createServer((req, res) => {
    answer(req.url ?? '', res).catch((error: unknown) => {
      res.writeHead(500, { 'Content-Length': 0 }).end();
      console.error(error);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
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
