import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../db/identity/api-keys.js';
import { Clock } from '../../db/models/clock.js';
import { productDefinition } from '../../domain/product/definition.js';
import type { QuoteObject } from '../../domain/quote/quote.js';
import { aCarrierServer, type CarrierServer } from '../support/carrier-server.js';
import { aClockWorld, type ClockWorld } from '../support/clock-world.js';
import { aFire, intakeOf } from '../support/event-factory.js';
import { basicOf } from '../support/identity-factory.js';
import { servedApi } from '../support/served-api.js';
import { shopOfLives } from '../support/shop-of-lives.js';
import { shopIds } from '../support/shop-product.js';
import { localWebhooks } from '../support/webhook-settings.js';

const formConfigId = '7d0b1f63-2c58-4a9e-8f14-b6a1c9d3e520';

/** A shop in New York that gives notices and prints a form for each new policy. */
function product() {
  const shop = structuredClone(
    shopOfLives({
      paymentPlans: [
        { plan: 'FULL_PAYMENT', dueDays: 10 },
        { plan: 'MONTHLY', dueDays: 10 },
      ],
      cancellation: { nonPayment: { graceDays: 10, noticeDays: 15 } },
      renewal: { offered: false },
    }),
  ) as unknown as { configurations: { events: Record<string, object[]> }[] };
  shop.configurations[0]!.events.POLICY_CREATED = [
    {
      ...{ id: randomUUID(), name: 'Summary', type: 'DOCUMENT_GENERATION', order: 1 },
      ...{ formConfigId, into: 'documents' },
    },
  ];
  return productDefinition.parse({
    ...shop,
    timeZone: 'America/New_York',
    forms: [
      {
        ...{ kind: 'DOCUMENT', type: 'HTML', formConfigId, name: 'Summary', formNumber: 'S-1' },
        ...{ formVersion: '1', fileName: 'summary', layout: { content: ['Printed on {{today}}'] } },
      },
    ],
  });
}

let world: ClockWorld;
let receiver: CarrierServer;
let stopWorker: () => Promise<void>;
const served: Partial<Record<'DEV' | 'PROD', { url: string; stop: () => Promise<void> }>> = {};
const keys = { agency: '', carrier: '', stranger: '' };
type By = keyof typeof keys;

beforeAll(async () => {
  world = await aClockWorld(product());
  receiver = await aCarrierServer();
  receiver.answer((_request, response) => response.writeHead(204).end());
  served.DEV = await servedApi(world, { webhooks: localWebhooks() });
  served.PROD = await servedApi(world, { environment: 'PROD' });
  stopWorker = await world.startWorker({}, localWebhooks());
  for (const name of ['agency', 'carrier', 'stranger'] as const) {
    const { organizationId } = world[name];
    const { apiKey, secret } = await createApiKey(world.db, { organizationId, permissions: ['*'] });
    keys[name] = basicOf(apiKey.key, secret);
  }
});

afterAll(async () => {
  await stopWorker?.();
  for (const { stop } of Object.values(served)) await stop();
  await receiver?.stop();
  await world?.close();
});

type Method = 'get' | 'post' | 'put' | 'delete';
const send = (
  method: Method,
  path: string,
  { body, by = 'agency', environment = 'DEV' }: { body?: object; by?: By; environment?: 'DEV' | 'PROD' } = {},
) => {
  const request = supertest(served[environment]!.url)
    [method](`/ioi/v3${path}`)
    .set('Authorization', keys[by]);
  return body === undefined ? request : request.send(body);
};
const post = (path: string, body: object, by?: By) => send('post', path, { body, ...(by && { by }) });
const get = (path: string, by?: By) => send('get', path, { ...(by && { by }) });

const aClock = async (businessTime: string, by: By = 'agency'): Promise<string> =>
  (await post('/clock', { name: 'A year', businessTime }, by).expect(201)).body.id;

const quoting = (payload: object) =>
  aFire({
    forceSync: true,
    eventTargets: [shopIds.standard],
    payload: { effectiveDate: '2040-03-01', ...payload },
  });

/** No run follows: the clock stands in the middle of an advance. */
const holdAdvancing = (clockId: string) =>
  Clock.query(world.db)
    .findById(clockId)
    .patch({
      state: 'ADVANCING',
      advancesFrom: new Date('2040-01-01T09:00:00Z'),
      advancesTo: new Date('2041-01-01T09:00:00Z'),
      updatedAt: new Date('2100-01-01T00:00:00Z'),
    });

const instants = async (policyId: string): Promise<string[]> => {
  const events = await world.db('policy_events').where('policy_id', policyId).orderBy(['created_at', 'seq']);
  return events.map(({ type, created_at }) => `${created_at.toISOString()} ${type}`);
};

describe('the clock of another organization', () => {
  it('is found nowhere: neither to bind to, nor to filter by, nor to move', async () => {
    const clockId = await aClock('2040-01-01T09:00:00Z', 'stranger');
    const fired = await post('/event/fire', quoting({ clockId }));
    expect(fired.body).toMatchObject({ status: 404, errors: [{ field: 'payload.clockId' }] });
    const saved = await send('put', '/client', { body: { clockId } });
    expect(saved.body).toMatchObject({ status: 404, errors: [{ field: 'clockId' }] });
    const moved = await post(`/clock/${clockId}/advance`, { to: '2041-01-01T00:00:00Z' });
    expect(moved.status).toBe(404);
    const copied = await post(`/clock/${clockId}/copy`, { policyIds: [randomUUID()] });
    expect(copied.body, JSON.stringify(copied.body)).toMatchObject({ status: 404 });
    expect((await get(`/clock/${clockId}/comparison`)).status).toBe(404);
    await send('put', '/client', { body: { clockId }, by: 'stranger' }).expect(200);
    expect((await get(`/client?clockId=${clockId}`, 'stranger')).body).toMatchObject({ totalElements: 1 });
    for (const list of ['client', 'event', 'quote']) {
      const { body } = await get(`/${list}?clockId=${clockId}`);
      expect(body, list).toMatchObject({ content: [] });
    }
    for (const path of ['report/premium', 'policy/attention']) {
      expect((await get(`/${path}?clockId=${clockId}`)).status, path).toBe(404);
    }
    expect((await post('/policy/search', { clockId })).body).toMatchObject({ content: [] });
  });
});

describe('a client', () => {
  it('is quoted under its own clock only', async () => {
    const [clockId, other] = [await aClock('2040-01-01T09:00:00Z'), await aClock('2040-01-01T09:00:00Z')];
    const { body: first } = await post('/event/fire', quoting({ clockId })).expect(200);
    const clientId: string = first.metadata.client;
    await post('/event/fire', quoting({ clientId, clockId })).expect(200);
    const { body: implied } = await post('/event/fire', quoting({ clientId })).expect(200);
    expect((await get(`/event/${implied.triggerRequestId}`)).body).toMatchObject({ clockId });
    const moved = await post('/event/fire', quoting({ clientId, clockId: other }));
    expect(moved.body).toMatchObject({
      status: 400,
      errors: [{ field: 'payload.clockId', detail: expect.stringContaining('for good') }],
    });
    const { body: free } = await post('/event/fire', quoting({})).expect(200);
    const bound = await post('/event/fire', quoting({ clientId: free.metadata.client, clockId }));
    expect(bound.body).toMatchObject({ status: 400, errors: [{ field: 'payload.clockId' }] });
  });
});

describe('an installation in PROD', () => {
  it('has no clocks, and takes none', async () => {
    const environment = 'PROD';
    const [clockId, body] = [randomUUID(), { name: 'A year', businessTime: '2040-01-01T09:00:00Z' }];
    expect((await send('post', '/clock', { environment, body })).status).toBe(404);
    const copy = { environment, body: { policyIds: [randomUUID()] } } as const;
    expect((await send('post', `/clock/${clockId}/copy`, copy)).status).toBe(404);
    const saved = await send('put', '/client', { environment, body: { clockId } });
    expect(saved.body).toMatchObject({ status: 400, errors: [{ field: 'clockId' }] });
    const fired = await send('post', '/event/fire', { environment, body: quoting({ clockId }) });
    expect(fired.body).toMatchObject({ status: 404, errors: [{ field: 'payload.clockId' }] });
  });
});

describe('while a clock advances', () => {
  it('nothing is fired, corrected, entered or decided from outside', async () => {
    const clockId = await aClock('2040-01-01T09:00:00Z');
    const { id: policyId, clientId } = await world.issue(clockId, { effectiveDate: '2040-01-01' });
    const large = intakeOf({ 'client.name': 'Mall', 'shop.revenue': '2000000' });
    const { body } = await post('/event/fire', quoting({ clientId, intake: large })).expect(200);
    const [{ requestId }] = body.metadata.quotes as [QuoteObject];
    await holdAdvancing(clockId);
    const fire = (type: string, payload: object) =>
      ['/event/fire', { type, lineId: shopIds.line, payload }] as const;
    const risks = { riskOfPolicyholderConfusionAccepted: true, existingDocsRemainUnchangedAccepted: true };
    const requests: (readonly [string, object, By?])[] = [
      ['/event/fire', quoting({ clientId })],
      ['/event/fire', quoting({ clockId })],
      fire('PAYMENT_RECEIVED', { policyId, amount: 1, reference: 'now' }),
      [...fire('POLICY_CANCEL', { policyId, effectiveDate: '2040-06-01' }), 'carrier'],
      [
        '/danger/change/policy/effective/date',
        {
          ...{ policyId, effectiveDate: '2040-01-02', ...risks },
          riskOfChangingPolicyEffectiveDateAccepted: true,
        },
        'carrier',
      ],
      [
        '/danger/change/policy/number',
        {
          ...{ policyId, newPolicyNumber: 'N-1', ...risks },
          riskOfChangingPolicyNumberAccepted: true,
        },
        'carrier',
      ],
      [
        '/policy/ledger/entry/record',
        { parentPolicyId: policyId, effectiveDate: '2040-02-01', premium: 1 },
        'carrier',
      ],
      [`/quote/${requestId}/underwriter-decision`, { isApproved: true }, 'carrier'],
    ];
    for (const [path, asked, by] of requests) {
      const answer = await post(path, asked, by);
      expect(answer.body, `${path} ${JSON.stringify(answer.body)}`).toMatchObject({
        ...{ status: 409, code: 'CLOCK_ADVANCING', clockId },
      });
    }
    await post(`/clock/${clockId}/stop`, {}).expect(200);
    await post('/event/fire', quoting({ clientId })).expect(200);
  });
});

describe('days in New York', () => {
  it('are calendar days from a leap day on and across the change to daylight saving', async () => {
    const { body: endpoint } = await post('/webhook/endpoint', { url: `${receiver.url}/hook` }).expect(200);
    const clockId = await aClock('2040-02-29T15:00:00Z');
    const { id: policyId } = await world.issue(clockId, {
      effectiveDate: '2040-02-29',
      plan: 'FULL_PAYMENT',
    });
    expect(await world.policy(policyId)).toMatchObject({
      effectiveDate: '2040-02-29',
      expirationDate: '2041-02-28',
    });

    // Half an hour before the day on which it is canceled.
    await world.advance(clockId, '2040-04-04T03:30:00Z');
    const before = [
      '2040-02-29T15:00:00.000Z POLICY_ISSUED',
      '2040-02-29T15:00:00.000Z DOCUMENT_GENERATED',
      '2040-03-11T05:00:00.000Z STATEMENT_PAST_DUE',
      '2040-03-20T04:00:00.000Z CANCELLATION_NOTICE',
    ];
    expect(await instants(policyId)).toEqual(before);
    expect(await world.policy(policyId)).toMatchObject({
      cancellationNoticeOn: '2040-04-04',
      policyState: 'ACTIVE',
    });
    await world.advance(clockId, '2040-04-04T04:00:00Z');
    expect(await instants(policyId)).toEqual([...before, '2040-04-04T04:00:00.000Z POLICY_CANCELED']);

    const fired = await world
      .db('events')
      .where({ policy_id: policyId, type: 'PRE_POLICY_CANCELLATION' })
      .first();
    await expect
      .poll(() => receiver.received.some(({ text }) => text.includes(fired.trigger_request_id)), {
        timeout: 20_000,
      })
      .toBe(true);
    const told = receiver.received.map(({ text }) => JSON.parse(text));
    const notice = told.find(({ data }) => data.triggerRequestId === fired.trigger_request_id);
    expect(notice.data).toMatchObject({ policyId, clockId, businessTimestamp: '2040-03-20T04:00:00.000Z' });
    for (const { data } of told) expect(data).toMatchObject({ clockId });
    await send('delete', `/webhook/endpoint/${endpoint.endpointId}`);

    // The form was made on the day of the clock.
    const document = await world.db('documents').where('policy_id', policyId).first();
    const file = await get(`/file/DEV/${document.id}/${document.file_name}`);
    expect(file.text).toContain('2040');
    expect(document.created_at.toISOString()).toBe('2040-02-29T15:00:00.000Z');

    // What was canceled has nothing more to do but to be settled and closed.
    const { businessTime } = await world.advance(clockId, '2042-01-01T00:00:00Z');
    expect(businessTime).toBe('2042-01-01T00:00:00.000Z');
    expect((await instants(policyId)).filter((one) => /PAST_DUE|NOTICE|CANCELED/.test(one))).toHaveLength(3);
  });

  it('are shorter and longer, and every monthly statement is billed as its own day begins', async () => {
    const clockId = await aClock('2040-10-01T12:00:00Z');
    const { id: policyId } = await world.issue(clockId, { effectiveDate: '2040-10-05' });
    await post('/event/fire', {
      ...{ type: 'PAYMENT_RECEIVED', lineId: shopIds.line },
      payload: { policyId, amount: 1260, reference: 'all' },
    }).expect(200);
    // Clocks go back on November 4: the day has 25 hours.
    await world.advance(clockId, '2040-11-05T04:59:59Z');
    const billed = async () =>
      (await world.statements(policyId)).filter(({ billedOn }) => billedOn !== null).length;
    expect(await billed()).toBe(1);
    const { businessTime } = await world.advance(clockId, '2040-11-05T05:00:00Z');
    expect(businessTime).toBe('2040-11-05T05:00:00.000Z');
    expect(await billed()).toBe(2);
  });
});

describe('what has a clock', () => {
  it('is found by it, and is in reports only where they are asked for by it', async () => {
    const clockId = await aClock('2040-01-01T09:00:00Z', 'carrier');
    const { body: quoted } = await post('/event/fire', quoting({ clockId }), 'carrier').expect(200);
    const [{ requestId, clientId }] = quoted.metadata.quotes as [QuoteObject];
    const { body: created } = await post(
      '/event/fire',
      {
        ...{ type: 'POLICY_CREATE', lineId: shopIds.line },
        payload: {
          ...{ clientId, quoteIds: [requestId], paymentRequired: false },
          paymentPlans: { [requestId]: 'FULL_PAYMENT' },
        },
      },
      'carrier',
    ).expect(200);
    const [{ id, policyNumber }] = created.metadata.POLICY_CREATE.policies;
    const found = await post('/policy/search', { clockId }, 'carrier');
    expect(found.body.content).toMatchObject([{ id, clockId }]);
    for (const list of ['client', 'event', 'quote']) {
      const { body } = await get(`/${list}?clockId=${clockId}`, 'carrier');
      expect(body.content.length, list).toBeGreaterThan(0);
      for (const one of body.content) expect(one, list).toMatchObject({ clockId });
      const other = await get(
        `/${list}?clockId=${await aClock('2040-01-01T09:00:00Z', 'carrier')}`,
        'carrier',
      );
      expect(other.body.content, list).toEqual([]);
    }
    const { body: events } = await get(`/event?clockId=${clockId}`, 'carrier');
    for (const one of events.content) expect(one.businessTimestamp).toBe('2040-01-01T09:00:00.000Z');
    expect((await get(`/client?clockId=${clockId}`, 'carrier')).body.content).toMatchObject([{ clientId }]);
    const numbers = async (query: string) =>
      (await get(`/report/premium?${query}`, 'carrier').expect(200)).body.rows.map(
        (row: { policyNumber: string }) => row.policyNumber,
      );
    expect(await numbers('asOf=2041-01-01')).not.toContain(policyNumber);
    expect(await numbers(`clockId=${clockId}&asOf=2041-01-01`)).toEqual([policyNumber]);
  });
});
