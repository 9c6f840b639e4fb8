import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import type { Pace } from '../../api/files/receive-bytes.js';
import { fileRoutes } from '../../api/files/routes.js';
import { Files } from '../../api/files/service.js';
import { settleFiles } from '../../api/files/settle-files.js';
import type { Scanner } from '../../documents/scanning/scanner.js';
import { FileBytes } from '../../documents/stores/file-bytes.js';
import { DocumentStores } from '../../documents/stores/stores.js';
import type { FileLimits } from '../../domain/files/file.js';
import { createTestApp } from './app.js';
import { aClient } from './client-factory.js';
import { createTestDatabase } from './database.js';
import { anOrganization, type TestOrganization } from './identity-factory.js';
import { aPolicy } from './policy-factory.js';

export type FileWorld = Awaited<ReturnType<typeof aFileWorld>>;

/** The endpoints of files as they are served, with a policy of two organizations. */
export async function aFileWorld({
  limits = {},
  pace,
  scanner,
  stores,
}: {
  limits?: Partial<FileLimits>;
  pace?: Pace;
  scanner?: Scanner;
  stores?: (db: Awaited<ReturnType<typeof createTestDatabase>>['db']) => DocumentStores;
} = {}) {
  const database = await createTestDatabase();
  const { db } = database;
  const [seller, insurer, stranger] = [
    await anOrganization(db),
    await anOrganization(db),
    await anOrganization(db),
  ];
  const client = await aClient(db, seller.organization.id);
  const policy = await aPolicy(db, {
    ...{ sellerId: seller.organization.id, issuerId: insurer.organization.id, clientId: client.id },
  });
  const store = stores?.(db) ?? new DocumentStores(db);
  const bytes = new FileBytes(db, store);
  const log = pino({ level: 'silent' });
  let at = 0;
  const now = () => new Date(Date.now() + at);
  const files = new Files({
    ...{ db, bytes, store, log, now, ...(pace && { pace }) },
    limits: { size: 25 * 1024 * 1024, ofRecord: 500, ofOrganization: 1024 ** 3, ...limits },
    isScanned: scanner !== undefined,
    settleSoon: () => undefined,
  });
  const { app, close } = await createTestApp(database, { resources: [fileRoutes({ files, bytes })] });
  const server: Server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const base = `${address}/ioi/v3`;
  const call = (path: string, init: RequestInit = {}, by: TestOrganization = seller) =>
    fetch(`${base}${path}`, { ...init, headers: { Authorization: by.basic, ...init.headers } });
  return {
    ...{ db, owner: database.owner, files, store, bytes, seller, insurer, stranger, base, call },
    ...{ clientId: client.id, policyId: policy.id, quoteId: policy.quoteId },
    port: Number(new URL(base).port),
    /** The clock of the service goes ahead. */
    later: (ms: number) => {
      at += ms;
    },
    settle: () => settleFiles({ db, bytes, scanner, log, now }),
    upload: (
      query: Record<string, string>,
      body: string | Uint8Array,
      { by = seller, headers = {} }: { by?: TestOrganization; headers?: Record<string, string> } = {},
    ) =>
      call(`/file?${new URLSearchParams(query)}`, { method: 'POST', body: Buffer.from(body), headers }, by),
    close: async () => {
      await new Promise((resolve) => server.close(resolve).closeAllConnections());
      await close();
      await store.close();
      await database.drop();
    },
  };
}
