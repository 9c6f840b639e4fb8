import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RetentionDays, RetentionSweep } from '../../api/retention/retention-sweep.js';
import { readSettings } from '../../cli/settings/settings.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { testDocuments } from '../support/documents.js';
import { aPolicy, aQuoteRow } from '../support/policy-factory.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

const today = '2026-11-22';
const old = new Date('2026-01-05T12:00:00Z');
const recent = new Date('2026-11-01T12:00:00Z');

function aSweep(retention: RetentionDays): RetentionSweep {
  const { db } = database;
  return new RetentionSweep({
    ...{ db, store: testDocuments(db).store, log: pino({ level: 'silent' }), policyYears: 10, retention },
    now: () => new Date(`${today}T10:00:00Z`),
  });
}

it('removes what is older than its setting, once, and nothing else', async () => {
  const { db } = database;
  const policy = await aPolicy(db, { createdAt: old });
  const like = {
    ...{ sellerId: policy.sellerOrganizationId, productId: policy.productId, clientId: policy.clientId },
    productVersionId: policy.productVersionId,
  };
  const [lapsed, young] = [
    await aQuoteRow(db, { ...like, madeAt: old }),
    await aQuoteRow(db, { ...like, madeAt: recent }),
  ];
  const event = (id: string) => db('events').where('trigger_request_id', id);
  await event(lapsed.triggerRequestId).update({ created_at: old, state: 'COMPLETED', closed_at: old });
  await event(young.triggerRequestId).update({ created_at: recent, state: 'COMPLETED', closed_at: recent });
  const organization_id = policy.sellerOrganizationId;
  const endpoint_id = randomUUID();
  await db('webhook_endpoints').insert({ id: endpoint_id, organization_id, url: 'https://hooks.example' });
  const delivery = (state: string, created_at: Date) => ({
    ...{ id: randomUUID(), organization_id, endpoint_id, event_type: 'GET_QUOTES', message_id: randomUUID() },
    ...{ body: {}, state, created_at },
  });
  const deliveries = [delivery('DELIVERED', old), delivery('PENDING', old), delivery('DELIVERED', recent)];
  await db('webhook_deliveries').insert(deliveries);
  for (const recorded_at of [new Date('2024-01-01'), old])
    await db('audit_log').insert({ organization_id, action: 'SIGNED_IN', actor_kind: 'NOBODY', recorded_at });

  expect(await aSweep({}).sweep()).toEqual({ files: 0, clients: 0, idempotencyKeys: 0, drafts: 0, acts: 0 });
  const filesOf = () => db('files').orderBy('quote_id').pluck('quote_id');
  await db('files').insert(
    [lapsed, young].map(({ requestId }) => ({
      ...{ id: randomUUID(), organization_id: young.clientOrganizationId, quote_id: requestId },
      ...{ shared_with: 'OWN', state: 'UNSCANNED', created_at: old, created_by: {} },
    })),
  );
  const sweep = aSweep({
    ...{ RETAIN_EVENTS_DAYS: 90, RETAIN_QUOTES_DAYS: 90, RETAIN_WEBHOOK_DELIVERIES_DAYS: 90 },
    RETAIN_AUDIT_LOG_DAYS: 400,
  });
  expect(await sweep.sweep()).toEqual({
    ...{
      files: 0,
      clients: 0,
      idempotencyKeys: 0,
      drafts: 0,
      acts: 0,
      RETAIN_EVENTS_DAYS: 1,
      RETAIN_QUOTES_DAYS: 1,
    },
    ...{ RETAIN_WEBHOOK_DELIVERIES_DAYS: 1, RETAIN_AUDIT_LOG_DAYS: 1 },
  });

  const answersOf = async (id: string) => (await db('quotes').where('request_id', id).first()).intake;
  expect(await answersOf(lapsed.requestId)).toEqual({});
  expect(await filesOf()).toEqual([young.requestId]);
  expect(await answersOf(young.requestId)).toEqual(young.intake);
  expect(await answersOf(policy.quoteId)).toEqual(young.intake);
  expect((await event(lapsed.triggerRequestId).first()).envelope.payload).toEqual({});
  expect((await event(young.triggerRequestId).first()).envelope.payload.intake).toEqual(young.intake);
  const left: string[] = await db('webhook_deliveries').pluck('id');
  expect(left.sort()).toEqual(
    deliveries
      .slice(1)
      .map(({ id }) => id)
      .sort(),
  );
  const signedIn = db('audit_log').where('action', 'SIGNED_IN').pluck('recorded_at');
  expect(await signedIn).toEqual([old]);

  // The same day: nothing to do. Another process: nothing is left.
  expect(await sweep.sweep()).toEqual({ files: 0, clients: 0, idempotencyKeys: 0, drafts: 0, acts: 0 });
  const all = { RETAIN_EVENTS_DAYS: 90, RETAIN_QUOTES_DAYS: 90, RETAIN_AUDIT_LOG_DAYS: 400 };
  expect(await aSweep(all).sweep()).toMatchObject({ RETAIN_EVENTS_DAYS: 0, RETAIN_QUOTES_DAYS: 0 });
});

it('removes more of a day than fits in a batch, and passes over what is still open', async () => {
  const { db } = database;
  await db.raw(
    `insert into events select made.* from events like_this, generate_series(0, 1200) at,
       jsonb_populate_record(like_this, jsonb_build_object('trigger_request_id', gen_random_uuid(),
         'created_at', ?::text, 'envelope_sha256', 'a',
         'state', case when at between 1 and 599 then 'RUNNING' else 'COMPLETED' end)) made
     where like_this.trigger_request_id = (select min(trigger_request_id::text)::uuid from events)`,
    [old.toISOString()],
  );

  expect(await aSweep({ RETAIN_EVENTS_DAYS: 90 }).sweep()).toMatchObject({ RETAIN_EVENTS_DAYS: 602 });
  const kept = db('events').where('envelope_sha256', 'a').distinct().pluck('state');
  expect(await kept).toEqual(['RUNNING']);
});

it('keeps the audit log for a year, no matter who asks', async () => {
  const { db } = database;
  await expect(db.raw("select delete_old_audit(now() - interval '300 days', 1)")).rejects.toThrow('a year');
  await expect(db('audit_log').delete()).rejects.toThrow(/permission denied|only ever added/);
});

it('is set by numbers of days', () => {
  // The feed of changes and the files of books alone end by themselves.
  expect(readSettings({}).retention).toEqual({ RETAIN_CHANGES_DAYS: 366, RETAIN_BOOKS_DAYS: 90 });
  expect(readSettings({ RETAIN_QUOTES_DAYS: '90' }).retention).toEqual({
    RETAIN_CHANGES_DAYS: 366,
    RETAIN_BOOKS_DAYS: 90,
    RETAIN_QUOTES_DAYS: 90,
  });
  expect(() => readSettings({ RETAIN_AUDIT_LOG_DAYS: '365' })).toThrow(
    'RETAIN_AUDIT_LOG_DAYS must be a number of days from 366 to 99999',
  );
  expect(readSettings({}).policyYears).toBe(10);
  expect(() => readSettings({ POLICY_RETENTION_YEARS: '-1' })).toThrow('from 0 to 99');
});
