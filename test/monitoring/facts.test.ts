import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMetrics, type Metrics } from '../../api/telemetry/metrics.js';
import { facts } from '../../db/facts.js';
import { readBacklogs } from '../../db/reports/read-backlogs.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
let metrics: Metrics;

beforeAll(async () => {
  database = await createTestDatabase();
  metrics = createMetrics();
  metrics.observePool('test', database.db);
  metrics.observeBacklogs(database.db);
});
afterAll(async () => {
  metrics.stop();
  await database.drop();
});

const counted = async (name: string) =>
  (await metrics.registry.getMetricsAsJSON()).find((metric) => metric.name === name)?.values ?? [];

const documents = async () =>
  Object.fromEntries(
    (await counted('ioi_documents_total')).map(({ labels, value }) => [labels.origin, value]),
  );

it('counts a fact after the commit, and not after a rollback', async () => {
  const { db } = database;
  const tell = facts.documentKept.tellAfterCommit;
  await db.transaction(async (trx) => {
    tell(trx, () => ({ origin: 'GENERATED' }));
    expect(await documents()).toEqual({ GENERATED: 0, UPLOADED: 0 });
  });
  const refused = db.transaction(async (trx) => {
    tell(trx, () => ({ origin: 'UPLOADED' }));
    throw new Error('refused');
  });
  await expect(refused).rejects.toThrow('refused');
  tell(db, () => ({ origin: 'GENERATED' }));
  expect(await documents()).toEqual({ GENERATED: 2, UPLOADED: 0 });
});

it('counts lines beyond the hundredth together', async () => {
  for (let line = 0; line < 110; line += 1) facts.quoteMade.tell({ outcome: 'QUOTED', line: `Line ${line}` });
  const quotes = await counted('ioi_quotes_total');
  expect(quotes).toHaveLength(101);
  expect(quotes.find(({ labels }) => labels.line === 'other')?.value).toBe(10);
});

it('makes nothing without a listener', () => {
  metrics.stop();
  const make = () => expect.unreachable('nobody listens');
  facts.documentKept.tellAfterCommit(database.db, make);
});

it('measures the pool, and what waits', async () => {
  const { db } = database;
  const text = await metrics.text();
  expect(text).toMatch(/db_client_connection_wait_time_seconds_count\{.*\} [1-9]/);
  expect(text).toContain('ioi_events_waiting 0');
  expect(await readBacklogs(db)).toEqual({
    ...{ events: 0, oldestEvent: 0, deliveries: 0, oldestDelivery: 0, failingEndpoints: 0 },
    ...{ referrals: 0, oldestReferral: 0, overduePolicies: 0 },
  });
});

it('says NaN for what waits while the database does not answer', async () => {
  const { db } = await createTestDatabase();
  await db.destroy();
  const away = createMetrics();
  away.observeBacklogs(db);
  expect(await away.text()).toContain('ioi_events_waiting Nan');
  away.stop();
});
