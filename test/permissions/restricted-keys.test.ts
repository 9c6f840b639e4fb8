import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Statement } from '../../db/models/statement.js';
import { aClient } from '../support/client-factory.js';
import { intakeOf } from '../support/event-factory.js';
import { operations } from '../support/operations.js';
import { aPermissionWorld, type PermissionWorld } from '../support/permission-world.js';
import { aPolicy } from '../support/policy-factory.js';

const declared = await operations();

/** Operations that are about the organization or its clients, and not about a product. */
const aboutNoProduct = [
  'DELETE /client/:client_id/payment-method/:paymentMethodId',
  'DELETE /clock/:clockId',
  'DELETE /user/:personId/assistant/:grantId',
  'DELETE /user/:personId/session/:sessionId',
  'DELETE /webhook/endpoint/:endpointId',
  'GET /assistant/act',
  'GET /assistant/act/:actId',
  'GET /audit',
  'GET /book',
  'GET /book/:bookId',
  'GET /book/:bookId/findings',
  'GET /changes',
  'GET /client/:clientId/activity',
  'GET /client/:client_id/export',
  'GET /client/:client_id/paperless',
  'GET /client/:client_id/payment-method',
  'GET /clock',
  'GET /clock/:clockId',
  'GET /clock/:clockId/comparison',
  'GET /colleague',
  'GET /commission',
  'GET /commission/:commissionId',
  'GET /commission/:commissionId/lines',
  'GET /download/file',
  'GET /event',
  'GET /event/batch/:batchId',
  'GET /file',
  'GET /hold',
  'GET /hold/:holdId',
  'GET /job',
  'GET /key',
  'GET /key/:apiKey',
  'GET /mail',
  'GET /mail/:mailId',
  'GET /organization',
  'GET /policy/attention',
  'GET /policy/client/:clientId',
  'GET /product',
  'GET /product/consent',
  'GET /report/commissions',
  'GET /report/figures',
  'GET /report/postings',
  'GET /report/premium',
  'GET /report/quotes',
  'GET /report/receivables',
  'GET /report/referrals',
  'GET /report/retention',
  'GET /report/taxes',
  'GET /task',
  'GET /task/:taskId',
  'GET /underwriter',
  'GET /user',
  'GET /user/:personId',
  'GET /user/:personId/assistant',
  'GET /user/:personId/session',
  'GET /webhook/delivery',
  'GET /webhook/delivery/:deliveryId',
  'GET /webhook/endpoint',
  'GET /webhook/endpoint/:endpointId',
  'PATCH /hold/:holdId',
  'PATCH /task/:taskId',
  'POST /assistant/act/:actId/refuse',
  'POST /assistant/act/:actId/release',
  'POST /book',
  'POST /book/:bookId/cancel',
  'POST /client/:clientId/note',
  'POST /client/:client_id/erase',
  'POST /client/:client_id/payment-method',
  'POST /client/:client_id/payment-method/:paymentMethodId/verify',
  'POST /clock',
  'POST /clock/:clockId/advance',
  'POST /clock/:clockId/copy',
  'POST /clock/:clockId/stop',
  'POST /commission/adjustment',
  'POST /hold',
  'POST /hold/:holdId/end',
  'POST /inbound',
  'POST /key',
  'POST /key/:apiKey/revoke',
  'POST /key/:apiKey/rotate',
  'POST /mail',
  'POST /mail/:mailId/cancel',
  'POST /mail/:mailId/posted',
  'POST /mail/:mailId/resend',
  'POST /mail/report',
  'POST /product/import',
  'POST /product/lint',
  'POST /product/test',
  'POST /report/postings/close',
  'POST /task',
  'POST /task/:taskId/complete',
  'POST /task/:taskId/note',
  'POST /task/:taskId/reopen',
  'POST /user',
  'POST /user/:personId/disable',
  'POST /user/:personId/enable',
  'POST /user/:personId/password',
  'POST /user/:personId/second-factor/reset',
  'POST /user/:personId/sign-out',
  'POST /webhook/delivery/:deliveryId/cancel',
  'POST /webhook/delivery/:deliveryId/resend',
  'POST /webhook/endpoint',
  'POST /webhook/endpoint/:endpointId/poll',
  'POST /webhook/endpoint/:endpointId/replay',
  'POST /webhook/endpoint/:endpointId/rotate-secret',
  'POST /webhook/endpoint/:endpointId/test',
  'PUT /client',
  'PUT /client/:client_id/paperless',
  'PUT /clock/:clockId',
  'PUT /organization',
  'PUT /user/:personId',
  'PUT /webhook/endpoint/:endpointId',
];

/** Lists that show a key what is about its products. */
const narrowed = ['GET /client', 'GET /quote', 'POST /policy/search'];

let world: PermissionWorld;

beforeAll(async () => {
  world = await aPermissionWorld();
});
afterAll(() => world?.close());

const fire = (by: string, event: object) =>
  world.call(by, 'post', '/event/fire', { lineId: world.records.productId, ...event });

async function statuses(by: string): Promise<Map<string, { status: number; detail: string }>> {
  const found = new Map<string, { status: number; detail: string }>();
  for (const { name, method, request } of declared) {
    const { path, body } = request(world.records);
    const answer = await world.call(by, method, path, body);
    found.set(name, { status: answer.status, detail: answer.body?.detail });
  }
  return found;
}

describe('a key that is restricted to products', () => {
  it('of others reaches nothing but what needs no permission', async () => {
    const other = randomUUID();
    const by = await world.keyOf('insurer', { productIds: [other] });
    for (const [name, { status, detail }] of await statuses(by)) {
      const isAnswered =
        narrowed.includes(name) || declared.some((one) => one.name === name && one.permissions.length === 0);
      // A key has no password to change, no sessions, drafts, views and notifications.
      const isOfPerson = /\/me\/|\/session/.test(name) && name !== 'POST /me/assistant/request';
      const answered = isOfPerson ? 409 : 200;
      expect({ name, status }).toEqual({ name, status: isAnswered ? answered : 403 });
      if (!isAnswered) expect(detail).toContain(`this API key is restricted to the products ${other}: `);
    }
    const { productId } = world.records;
    const { status, body } = await fire(by, { type: 'CLIENT_STATUS_UPDATED', payload: {} });
    expect(status).toBe(400);
    const fired = await fire(by, {
      type: 'GET_QUOTES',
      payload: { effectiveDate: '2026-01-01', intake: {} },
    });
    expect([fired.status, fired.body.detail]).toEqual([
      403,
      `this API key is restricted to the products ${other}: the product ${productId} is not one of them`,
    ]);
    expect(body.errors).toBeDefined();
  });

  it('reaches what is about them, and no list of more', async () => {
    const by = await world.keyOf('seller', { productIds: [world.records.productId] });
    const refused = [...(await statuses(by))].filter(([, { detail }]) =>
      /restricted to the products/.test(detail),
    );
    const missing = [...refused].filter(([name]) => !aboutNoProduct.includes(name)).map(([name]) => name);
    // The draft is another organization's: a key that is not restricted gets 404.
    expect(missing).toEqual([]);
    expect(refused.map(([name]) => name).sort()).toEqual(aboutNoProduct);
    const listed = await world.call(by, 'get', `/event?lineId=${world.records.productId}`);
    expect(listed.status).toBe(200);
    expect(listed.body.content.length).toBeGreaterThan(0);
  });

  it('lists the policies, quotes and clients of its products, and no others', async () => {
    const { callers, db, records } = world;
    const { productId, clientId } = records;
    const sellerId = callers.seller.organizationId;
    const other = await aPolicy(db, { sellerId });
    const quiet = await aClient(db, sellerId, intakeOf({ 'client.name': 'Nobody has quoted it' }));
    const lists = async (by: string) => {
      const found = await world.call(by, 'post', '/policy/search', { size: 1000 });
      const quotes = await world.call(by, 'get', '/quote?size=1000');
      const clients = await world.call(by, 'get', '/client?size=1000');
      expect([found.status, quotes.status, clients.status]).toEqual([200, 200, 200]);
      for (const { body } of [found, quotes, clients]) expect(body.totalElements).toBe(body.content.length);
      return {
        policies: found.body.content as { id: string; productId: string }[],
        quotes: quotes.body.content as { requestId: string; lineId: string }[],
        clients: (clients.body.content as { clientId: string }[]).map((client) => client.clientId),
      };
    };
    const all = await lists(await world.keyOf('seller', {}));
    const restricted = await world.keyOf('seller', { productIds: [productId] });
    const own = await lists(restricted);
    expect(own.policies).toEqual(all.policies.filter((policy) => policy.productId === productId));
    expect(own.quotes).toEqual(all.quotes.filter(({ lineId }) => lineId === productId));
    expect(all.policies.map(({ id }) => id)).toContain(other.id);
    expect(own.policies.map(({ id }) => id)).toContain(records.policyId);
    expect(own.clients).toContain(clientId);
    expect(all.clients).toEqual(expect.arrayContaining([other.clientId, quiet.id]));
    expect(own.clients.filter((id) => [other.clientId, quiet.id].includes(id))).toEqual([]);
    // By texts, by clients and by a cursor, too.
    for (const filters of [{ anyMatch: 'a' }, { effectiveDateFrom: '2020-01-01' }, { lineId: productId }]) {
      const { body } = await world.call(restricted, 'post', '/policy/search', { ...filters, size: 1000 });
      expect(body.content.every((policy: { productId: string }) => policy.productId === productId)).toBe(
        true,
      );
    }
    const named = await world.call(restricted, 'get', `/quote?clientId=${other.clientId}`);
    expect(named.body.totalElements).toBe(0);
    for (const [method, path, body] of [
      ['get', `/quote?lineId=${other.productId}`],
      ['get', `/quote?policyId=${other.id}`],
      ['post', '/policy/search', { lineId: other.productId }],
    ] as const)
      expect({ path, status: (await world.call(restricted, method, path, body)).status }).toEqual({
        path,
        status: 403,
      });
    // The cursor of a key that sees more is none of this one.
    const wide = await world.keyOf('seller', { productIds: [productId, other.productId] });
    const { body: page } = await world.call(wide, 'post', '/policy/search', { size: 1 });
    const { nextCursor: cursor } = page;
    expect((await world.call(restricted, 'post', '/policy/search', { size: 1, cursor })).status).toBe(400);
    expect((await world.call(wide, 'post', '/policy/search', { size: 1, cursor })).status).toBe(200);
  });

  it('fires nothing about records of another product, however they are named', async () => {
    const { callers, db, records } = world;
    const other = await aPolicy(db, { sellerId: callers.seller.organizationId });
    const statement = await Statement.query(db).findOne('policy_id', other.id).throwIfNotFound();
    const by = await world.keyOf('seller', { productIds: [records.productId] });
    const all = await world.keyOf('seller', {});
    const eventTargets = [randomUUID()];
    for (const event of [
      { type: 'POLICY_CANCEL', payload: { policyId: other.id, effectiveDate: '2026-06-01' } },
      { type: 'CLAIM_NOTIFICATION', payload: { policyNumber: other.policyNumber } },
      { type: 'UNDERWRITING_APPROVED', payload: { quoteId: other.quoteId } },
      { type: 'SELECT_QUOTE', payload: { clientId: other.clientId, quoteIds: [other.quoteId] } },
      { type: 'STATEMENT_CREATED', payload: { statementId: statement.id } },
    ]) {
      expect({ event, status: (await fire(all, { ...event, eventTargets })).status }).toEqual({
        event,
        status: 400,
      });
      const { status, body } = await fire(by, { ...event, eventTargets });
      expect({ event, status, detail: body.detail }).toEqual({
        ...{ event, status: 403 },
        detail: expect.stringContaining(`restricted to the products ${records.productId}: it sees no `),
      });
    }
  });

  it('learns nothing of records that it may not see: unknown ones are refused alike', async () => {
    const by = await world.keyOf('seller', { productIds: [world.records.productId] });
    for (const path of [`/policy/${randomUUID()}`, '/file/DEV/nonsense/a.pdf', `/quote/${randomUUID()}`]) {
      expect({ path, status: (await world.call(by, 'get', path)).status }).toEqual({ path, status: 403 });
    }
  });
});

it('grants no licenses if it is restricted in any way', async () => {
  const { productId } = world.records;
  const license = { organizationId: world.callers.seller.organizationId, authority: { bindUnpaid: true } };
  for (const restriction of [{ productIds: [productId] }, { eventTypes: ['GET_QUOTES'] }]) {
    const by = await world.keyOf('insurer', restriction);
    const { status, body } = await world.call(by, 'post', `/product/${productId}/license`, license);
    expect([status, body.detail]).toEqual([403, 'a restricted API key grants no licenses']);
  }
});

describe('a key that is restricted to event types', () => {
  it('fires, cancels and retries only those', async () => {
    const { records } = world;
    const quoting = await world.keyOf('seller', { eventTypes: ['GET_QUOTES'] });
    const selecting = await world.keyOf('seller', { eventTypes: ['SELECT_QUOTE'] });
    const payload = { clientId: records.clientId, quoteIds: [records.quoteId] };
    const event = { type: 'SELECT_QUOTE', payload, eventTargets: [randomUUID()] };
    const { status, body } = await fire(quoting, event);
    expect([status, body.detail]).toEqual([
      403,
      'this API key is restricted to the event types GET_QUOTES: SELECT_QUOTE is not one of them',
    ]);
    expect((await fire(selecting, event)).status).toBe(400);
    for (const end of ['cancel', 'retry', 'acknowledge']) {
      const path = `/event/${records.triggerRequestId}/${end}`;
      expect((await world.call(selecting, 'post', path)).status).toBe(403);
      expect((await world.call(quoting, 'post', path)).status).toBe(409);
    }
    expect((await world.call(quoting, 'get', `/policy/${records.policyId}`)).status).toBe(200);
  });

  it('needs the permission as well', async () => {
    const by = await world.keyOf('seller', { roles: ['read-only'], eventTypes: ['GET_QUOTES'] });
    const fired = await fire(by, {
      type: 'GET_QUOTES',
      payload: { effectiveDate: '2026-01-01', intake: {} },
    });
    expect([fired.status, fired.body.detail]).toEqual([403, expect.stringContaining('quoting:fire')]);
  });
});
