import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { notificationsUrl } from '../../cli/parts/notifications-url.js';
import { readSettings } from '../../cli/settings/settings.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
let pooler: Server;
let pooled: string;

/** As PgBouncer does: the client gets another process id (message BackendKeyData) than PostgreSQL's. */
function withAnotherId(chunk: Buffer): Buffer {
  const at = chunk.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]));
  if (at >= 0) chunk.writeInt32BE(0x7fff_fff0, at + 5);
  return chunk;
}

beforeAll(async () => {
  database = await createTestDatabase();
  const [direct, url] = [new URL(database.url), new URL(database.url)];
  pooler = createServer((client: Socket) => {
    const server = connect(Number(direct.port), direct.hostname);
    client.pipe(server).on('error', () => client.destroy());
    server.on('data', (chunk: Buffer) => client.write(withAnotherId(chunk)));
    client.on('error', () => server.destroy()).on('close', () => server.destroy());
  });
  await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve));
  url.hostname = '127.0.0.1';
  url.port = String((pooler.address() as AddressInfo).port);
  pooled = url.href;
});
afterAll(async () => {
  pooler?.close();
  await database?.drop();
});

it('takes the connection string of the service where PostgreSQL itself answers', async () => {
  await expect(notificationsUrl(database.url, readSettings({}))).resolves.toBe(database.url);
});

it('refuses to start behind a pooler without another connection string, and names it', async () => {
  await expect(notificationsUrl(pooled, readSettings({}))).rejects.toThrow(
    /pooler.*\nSet LISTEN_DATABASE_URL/,
  );
  const settings = readSettings({ LISTEN_DATABASE_URL: database.url });
  await expect(notificationsUrl(pooled, settings)).resolves.toBe(database.url);
});
