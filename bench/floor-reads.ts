import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

/** A statement for a bare connection; one with a name is prepared once. */
export interface BareStatement {
  name?: string;
  text: string;
  values: unknown[];
}

/** The answer of a path of the floor: the rows of its statements, in order. */
export interface FloorRead {
  path: string;
  statements: BareStatement[];
}

export interface FloorReads {
  url: string;
  add(read: FloorRead): void;
  stop(): Promise<void>;
}

/** A bare server: prepared queries, rows as JSON, no authentication. */
export async function startFloorReads(databaseUrl: string): Promise<FloorReads> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 5, application_name: 'ioi-bench-floor' });
  const reads = new Map<string, BareStatement[]>();
  const answer = async (path: string, res: ServerResponse) => {
    const results: unknown[] = [];
    for (const statement of reads.get(path) ?? []) results.push((await pool.query(statement)).rows);
    const body = JSON.stringify(results);
    res.writeHead(results.length > 0 ? 200 : 404, {
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
    add: ({ path, statements }) => reads.set(path, statements),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await pool.end();
    },
  };
}
