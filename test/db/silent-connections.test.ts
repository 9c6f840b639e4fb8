import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseErrorAsAppError } from '../../api/errors/database-error.js';
import { type Database, openDatabase } from '../../db/database.js';
import { Organization } from '../../db/models/organization.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { aSilentRelay, type SilentRelay } from '../support/silent-relay.js';

const patienceMs = 1_000;
let database: TestDatabase;
let relay: SilentRelay;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  const url = new URL(database.url);
  relay = await aSilentRelay(Number(url.port));
  url.port = String(relay.port);
  db = openDatabase({ url: url.href, poolSize: 3, applicationName: 'ioi-test-silent', patienceMs });
});

afterAll(async () => {
  await db?.destroy();
  relay?.stop();
  await database?.drop();
});

it('are ended where a statement, a transaction or a query of a model gets no answer', async () => {
  const statements = () => [
    db.raw('select 1'),
    db.transaction(async (trx) => trx.raw('select 1')),
    Organization.query(db).limit(1),
  ];
  await Promise.all(statements());
  relay.silence();

  for (const { status, ...rest } of await Promise.allSettled(statements())) {
    expect(status).toBe('rejected');
    expect(databaseErrorAsAppError('reason' in rest && rest.reason)).toMatchObject({ status: 503 });
  }
  const startedAt = Date.now();
  await Promise.all(statements());
  expect(Date.now() - startedAt).toBeLessThan(patienceMs);
});

it('are unavailable where PostgreSQL ended a transaction that was left open', async () => {
  const leftOpen = database.db.transaction(async (trx) => {
    await trx.raw("set local idle_in_transaction_session_timeout = '50ms'");
    await sleep(500);
    await trx.raw('select 1');
  });
  expect(databaseErrorAsAppError(await leftOpen.catch((error: unknown) => error))).toMatchObject({
    status: 503,
  });
});
