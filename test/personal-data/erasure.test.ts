import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RetentionSweep } from '../../api/retention/retention-sweep.js';
import { acceptEvent, type NewEvent } from '../../db/events/accept-event.js';
import { type Erasure, eraseClient } from '../../db/personal-data/erase-client.js';
import { impersonalTables, personalTables } from '../../db/personal-data/personal-tables.js';
import { countQuotes, eachBatchOfQuotes } from '../../db/quotes/quotes-of-product.js';
import { testDocuments } from '../support/documents.js';
import { operate } from '../support/operator.js';
import { aPermissionWorld, type PermissionWorld } from '../support/permission-world.js';

let world: PermissionWorld;
beforeAll(async () => {
  world = await aPermissionWorld();
});
afterAll(() => world?.close());

const name = 'Corner Bakery';
const moved = 'Nightingale Lane 17';

const erase = (side: 'seller' | 'insurer' | 'stranger' = 'seller') =>
  world.call(world.as(side, 'admin'), 'post', `/client/${world.records.clientId}/erase`);
const exported = (side: 'seller' | 'insurer' | 'stranger' = 'seller') =>
  world.call(world.as(side, 'admin'), 'get', `/client/${world.records.clientId}/export`);
const eraseAsOf = (today: string, changes: Partial<Erasure> = {}) =>
  world.db.transaction((trx) =>
    eraseClient(trx, {
      ...{ clientId: world.records.clientId, today, now: new Date(), policyYears: 10 },
      ...changes,
    }),
  );

async function tables(): Promise<string[]> {
  return world.db('pg_tables').where('schemaname', 'public').orderBy('tablename').pluck('tablename');
}

/** The tables with a row that has the text anywhere, in bytes, too. */
async function tablesWith(text: string): Promise<string[]> {
  const found: string[] = [];
  for (const table of await tables()) {
    const { rows } = await world.db.raw(
      `select 1 from ?? as r where r::text ilike ? or r::text like ? limit 1`,
      [table, `%${text}%`, `%${Buffer.from(text).toString('hex')}%`],
    );
    if (rows.length > 0) found.push(table);
  }
  return found;
}

/** The number of pieces of a document in the database. */
async function piecesOf(documentId: string): Promise<number> {
  return (await world.db('document_pieces').where('document_id', documentId)).length;
}

const sweepOf = (today: string) =>
  new RetentionSweep({
    ...{
      db: world.db,
      store: testDocuments(world.db).store,
      log: pino({ level: 'silent' }),
      policyYears: 10,
    },
    now: () => new Date(`${today}T12:00:00Z`),
  });

/** An export without the time at which it was made. */
const withoutTimes = ({ exportedTimestamp, policyTimelines, ...others }: Record<string, object[]>) => ({
  ...others,
  policyTimelines: policyTimelines?.map((timeline) => ({ ...timeline, knownAt: undefined })),
});

const run = (...line: string[]) => operate(world.db, line);

it('knows of every table whether it has records of clients', async () => {
  const known = [...personalTables.map(({ table }) => table), ...impersonalTables];
  expect(known.toSorted()).toEqual(await tables());
});

describe('a client', () => {
  it('is exported with everything that its organization sees, by the interface and the command', async () => {
    const { clientId, policyId, quoteId, documentId, triggerRequestId } = world.records;
    const clientData = { 'client.address1': { type: 'ANSWER', qid: 'client.address1', answer: moved } };
    const saved = await world.call(world.as('seller', 'admin'), 'put', '/client', { clientId, clientData });
    expect(saved.status).toBe(200);

    const { status, body, headers } = await exported();
    expect(status).toBe(200);
    expect(headers['content-disposition']).toBe(`attachment; filename="client-${clientId}.json"`);
    expect(body.clientId).toBe(clientId);
    expect(body.client).toMatchObject({ clientId, clientData });
    expect(JSON.stringify(body.clientHistory)).toContain(name);
    expect(body.quotes.map((quote: { requestId: string }) => quote.requestId)).toContain(quoteId);
    const quotes: { requestId: string; rawQuoteDetails: { worksheet: object[] } }[] = body.quotes;
    const quote = quotes.find(({ requestId }) => requestId === quoteId);
    expect(quote?.rawQuoteDetails.worksheet[0]).toHaveProperty('step');
    expect(body.policies).toMatchObject([{ policy: { id: policyId } }]);
    expect(body.policyTimelines).toMatchObject([{ policyId, changes: [{ kind: 'ISSUE' }] }]);
    expect(body.policies[0].statements.length).toBeGreaterThan(0);
    expect(body.documents).toMatchObject([{ contentId: documentId }]);
    expect(body.files).toMatchObject([{ fileId: world.records.fileId, quoteId }]);
    const events = body.events.map((event: { triggerRequestId: string }) => event.triggerRequestId);
    expect(events).toContain(triggerRequestId);
    expect(JSON.stringify(body)).not.toContain('clientSecret');

    const [printed = ''] = await run('client', 'export', clientId);
    // A command knows no address of the service.
    const documents = body.documents.map(({ url: _none, ...document }: { url: string }) => document);
    expect(withoutTimes(JSON.parse(printed))).toEqual(withoutTimes({ ...body, documents }));
  });

  it('is exported and erased by its organization only', async () => {
    for (const side of ['insurer', 'stranger'] as const) {
      expect((await exported(side)).status).toBe(404);
      expect((await erase(side)).status).toBe(404);
    }
    const unknown = await world.call(
      world.as('seller', 'admin'),
      ...(['post', `/client/${randomUUID()}/erase`] as const),
    );
    expect(unknown.status).toBe(404);
  });

  it('is not erased with a policy in force, a running event, or money without a policy', async () => {
    const { db, records } = world;
    const before = await tablesWith(name);
    for (const table of [
      'client_answer_history',
      'clients',
      'events',
      'policies',
      'policy_changes',
      'quotes',
    ])
      expect(before).toContain(table);
    const { status, body } = await erase();
    expect(status).toBe(409);
    expect(body.detail).toBe(
      `policy ${records.policyNumber} is ACTIVE: a client is erased once its policies are closed`,
    );
    await expect(run('client', 'erase', records.clientId, '--yes')).rejects.toThrow('is ACTIVE');

    await db('policies').where('id', records.policyId).update({ policy_state: 'CLOSED' });
    const event = db('events').where('trigger_request_id', records.triggerRequestId);
    await event.clone().update({ state: 'RUNNING' });
    expect((await erase()).body.detail).toContain(`event ${records.triggerRequestId} is running`);
    await event.update({ state: 'COMPLETED' });

    const session = await db('payment_sessions').where('client_id', records.clientId).first();
    const paymentId = randomUUID();
    await db('payments').insert({
      ...{ id: paymentId, organization_id: session.organization_id, amount: 12, reference: 'r' },
      ...{ provider: 'OFFLINE', session_id: session.id, received_at: new Date() },
    });
    expect((await erase()).body.detail).toContain('12.00 were received');
    await db('payments').where('id', paymentId).delete();
    expect(await tablesWith(name)).toEqual(before);
  });

  it('is erased but for its policy, which is kept with its quote and documents, until its time is over', async () => {
    const { db, records } = world;
    const { clientId, policyId, policyNumber, quoteId, documentId } = records;
    const { status, body } = await erase();
    expect(status).toBe(200);
    const keptUntil = '2036-12-31';
    expect(body).toEqual({
      ...{ clientId, erasedTimestamp: expect.any(String), keptUntil },
      keptPolicies: [{ policyId, policyNumber, keptUntil }],
    });

    expect(await tablesWith(moved)).toEqual([]);
    expect(await tablesWith(name)).toEqual(['policies', 'policy_changes', 'policy_search', 'quotes']);
    expect(await piecesOf(documentId)).toBeGreaterThan(0);
    const named = await db('quotes').whereRaw("quotes::text like '%Corner Bakery%'").pluck('request_id');
    const bound = await db('policy_quotes').where('policy_id', policyId).pluck('quote_id');
    expect(named).toEqual(bound);
    expect(named).not.toContain(quoteId);

    const again = await erase();
    expect(again.body).toEqual(body);
    const after = await exported();
    expect(after.body).toMatchObject({ clientId, client: null, policies: [{ policy: { id: policyId } }] });
  });

  it('is found by nothing once it is erased, and what is kept can be read', async () => {
    const { clientId, productId, policyId, quoteId, triggerRequestId } = world.records;
    const by = world.as('seller', 'admin');
    const statusOf = async (method: string, path: string, sent?: object) =>
      (await world.call(by, method, path, sent)).status;
    expect(await statusOf('get', `/client/${clientId}/product/${productId}`)).toBe(404);
    expect(await statusOf('put', '/client', { clientId, clientName: 'Again' })).toBe(404);
    for (const path of [`/policy/${policyId}`, `/policy/${policyId}/timeline`, `/policy/client/${clientId}`])
      expect({ path, status: await statusOf('get', path) }).toEqual({ path, status: 200 });
    expect(await statusOf('get', `/quote/${quoteId}`)).toBe(200);
    expect(await statusOf('get', `/event/${triggerRequestId}`)).toBe(200);
    expect(await statusOf('get', '/event')).toBe(200);
    const replayed = await world.call(by, 'get', `/quote/${quoteId}/replay`);
    expect(replayed.body).toMatchObject({ status: 409, detail: expect.stringContaining('were erased') });
    const since = { productId, from: new Date(0) };
    const rerated: string[] = [];
    for await (const batch of eachBatchOfQuotes(world.db, since))
      rerated.push(...batch.map(({ requestId }) => requestId));
    expect(rerated).not.toContain(quoteId);
    expect(rerated).toHaveLength(await countQuotes(world.db, since));
    const retried = await world.call(by, 'post', `/event/${triggerRequestId}/retry`);
    expect(retried.body).toMatchObject({ status: 409, detail: expect.stringContaining('were erased') });
    const fired = {
      ...{ type: 'GET_QUOTES', lineId: productId, forceSync: false, batchMode: false },
      payload: { clientId, effectiveDate: '2026-01-01', intake: {} },
    };
    expect(await statusOf('post', '/event/fire', fired)).toBe(404);
  });

  it('is erased from the whole database when the time of its policies is over', async () => {
    const { clientId, policyId } = world.records;
    expect(await eraseAsOf('2036-12-31')).toMatchObject({ keptUntil: '2036-12-31' });
    expect(await tablesWith(name)).toContain('policy_changes');
    expect(await sweepOf('2036-12-31').sweep()).toEqual({
      files: 0,
      clients: 0,
      idempotencyKeys: 0,
      drafts: 0,
      acts: 0,
    });
    expect(await sweepOf('2037-01-01').sweep()).toEqual({
      files: 0,
      clients: 1,
      idempotencyKeys: 0,
      drafts: 0,
      acts: 0,
    });
    expect(await eraseAsOf('2037-01-01')).toMatchObject({ clientId, keptUntil: null, kept: [] });

    expect(await tablesWith(name)).toEqual([]);
    expect(await piecesOf(world.records.documentId)).toBe(0);
    const by = world.as('insurer', 'admin');
    for (const path of [`/policy/${policyId}`, `/policy/${policyId}/timeline`, `/policy/${policyId}/ledger`])
      expect({ path, status: (await world.call(by, 'get', path)).status }).toEqual({ path, status: 200 });
    const [line = ''] = await run('client', 'erase', clientId, '--yes');
    expect(line).toBe(`Erased client ${clientId}`);
  });
});

describe('an event that is fired while its client is erased', () => {
  const answer = 'Whistling Teapot Ltd';
  const aClient = async () => {
    const saved = await world.call(world.as('seller', 'admin'), 'put', '/client', { clientName: answer });
    return String(saved.body.clientId);
  };
  const fire = (clientId: string) =>
    world.call(world.as('seller', 'admin'), 'post', '/event/fire', {
      ...{ type: 'INTAKE_COMPLETE', lineId: world.records.productId, forceSync: false, batchMode: false },
      payload: { clientId, intake: { a: { type: 'ANSWER', qid: 'a', answer } } },
    });
  const waits = () =>
    expect.poll(async () => (await world.db('pg_locks').where('granted', false)).length).toBeGreaterThan(0);

  it('is refused if the erasure is first, and leaves nothing', async () => {
    const clientId = await aClient();
    const erasing = await world.db.transaction();
    await eraseClient(erasing, { clientId, today: '2026-01-01', now: new Date(), policyYears: 10 });
    const firing = fire(clientId).then(({ status, body }) => ({ status, detail: body.detail }));
    await waits();
    await erasing.commit();
    expect(await firing).toEqual({ status: 404, detail: `no client ${clientId}` });
    expect(await tablesWith(answer)).toEqual([]);
  });

  it('has the erasure refused if it is first', async () => {
    const clientId = await aClient();
    const { organizationId } = world.callers.seller;
    const accepting = await world.db.transaction();
    const triggerRequestId = randomUUID();
    const accepted = await acceptEvent(accepting, {
      ...{ triggerRequestId, organizationId, type: 'INTAKE_COMPLETE', productId: world.records.productId },
      ...{ productVersionId: null, clientId, batchId: null, envelope: {}, envelopeSha256: '', plan: {} },
      ...{ firedBy: { kind: 'SERVICE' }, asConfiguredAt: new Date() },
    } as unknown as NewEvent);
    expect(accepted).toBe(true);
    const erasing = world
      .call(world.as('seller', 'admin'), 'post', `/client/${clientId}/erase`)
      .then(({ status, body }) => ({ status, detail: body.detail }));
    await waits();
    await accepting.commit();
    expect(await erasing).toEqual({
      status: 409,
      detail: `event ${triggerRequestId} is running: wait for its end, or cancel it`,
    });
  });
});

describe('the journal of policies', () => {
  it('is erased for closed policies of erased clients only, and by nothing else', async () => {
    const { db, records } = world;
    const { policyId } = records;
    const policy = db('policies').where('id', policyId);
    await expect(db('policy_changes').update({ intake: '{}' })).rejects.toThrow(
      /permission denied|only ever added/,
    );
    await policy.clone().update({ policy_state: 'ACTIVE' });
    const before = await db('policy_changes').where('policy_id', policyId).select('intake');
    await db.raw('select erase_policy_answers(array[?::uuid])', [policyId]);
    expect(await db('policy_changes').where('policy_id', policyId).select('intake')).toEqual(before);
    await policy.update({ policy_state: 'CLOSED' });
  });
});
