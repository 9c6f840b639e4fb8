import { randomUUID } from 'node:crypto';
import { Router } from 'express';
import pino from 'pino';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Conflict, Unavailable } from '../../api/errors/app-error.js';
import { callerOf } from '../../api/http/caller.js';
import { endpoint, takesKey } from '../../api/http/endpoint.js';
import { validated } from '../../api/http/validated.js';
import { KeyedRequests } from '../../api/idempotency/keyed-requests.js';
import { sealed, unsealed } from '../../api/idempotency/sealed-answer.js';
import { deleteExpiredKeys } from '../../db/idempotency/idempotency-keys.js';
import { createApiKey } from '../../db/identity/api-keys.js';
import { Client } from '../../db/models/client.js';
import { eraseClient } from '../../db/personal-data/erase-client.js';
import { createTestApp } from '../support/app.js';
import { answered } from '../support/client-factory.js';
import { aClientWorld, type ClientWorld } from '../support/client-world.js';
import { declaredEndpoints } from '../support/endpoints.js';
import { basicOf } from '../support/identity-factory.js';

let world: ClientWorld;
beforeAll(async () => {
  world = await aClientWorld();
});
afterAll(() => world?.close());

const keyed = (body: object, key: string, by = world.agency) =>
  world.put(body, by).set('Idempotency-Key', key);
const clientsNamed = (name: string) => Client.query(world.db).where({ name }).resultSize();
const keys = () => world.db('idempotency_keys');
/** What a process leaves that is killed between its effect and the answer. */
const killedBeforeAnswer = () =>
  keys().update({ status: null, answer: null, lease_until: world.db.raw('now()') });

describe('an Idempotency-Key', () => {
  it('gives a repeat the first answer, and creates one client', async () => {
    const [name, key] = [randomUUID(), randomUUID()];
    const first = await keyed({ clientName: name }, key).expect(200);
    const again = await keyed({ clientName: name }, key).expect(200);

    expect(again.body).toEqual(first.body);
    expect(again.headers['content-type']).toBe(first.headers['content-type']);
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    expect(await clientsNamed(name)).toBe(1);
  });

  it('carries out one of twenty at once', async () => {
    const [name, key] = [randomUUID(), randomUUID()];
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => keyed({ clientName: name }, key).then(({ body }) => body.clientId)),
    );
    expect(new Set(answers).size).toBe(1);
    expect(await clientsNamed(name)).toBe(1);
  });

  it('knows a body in another order of its fields, and refuses another one', async () => {
    const [name, key] = [randomUUID(), randomUUID()];
    const { body } = await keyed({ clientName: name, clientType: 'PERSONAL' }, key).expect(200);
    const turned = await keyed({ clientType: 'PERSONAL', clientName: name }, `"${key}"`).expect(200);
    expect(turned.body).toEqual(body);

    const other = await keyed({ clientName: name, clientType: 'COMMERCIAL' }, key).expect(422);
    expect(other.body).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
      errors: [{ field: 'Idempotency-Key', header: 'Idempotency-Key' }],
    });
    expect(await clientsNamed(name)).toBe(1);
  });

  it('is its caller’s: another organization and another key of the same one have their own', async () => {
    const [name, key] = [randomUUID(), randomUUID()];
    const { apiKey, secret } = await createApiKey(world.db, {
      organizationId: world.agency.organization.id,
      permissions: ['*'],
    });
    const colleague = { ...world.agency, basic: basicOf(apiKey.key, secret) };
    const ids = [
      (await keyed({ clientName: name }, key)).body.clientId,
      (await keyed({ clientName: name }, key, world.stranger)).body.clientId,
      (await keyed({ clientName: name }, key, colleague)).body.clientId,
    ];
    expect(new Set(ids).size).toBe(3);
  });

  it('does nothing twice when the process is killed between effect and answer', async () => {
    const [name, key] = [randomUUID(), randomUUID()];
    const first = await keyed({ clientName: name, clientData: answered('a', '1') }, key).expect(200);
    await killedBeforeAnswer();

    const again = await keyed({ clientName: name, clientData: answered('a', '1') }, key).expect(200);
    expect(again.headers['idempotency-replayed']).toBeUndefined();
    expect(again.body).toEqual(first.body);
    expect(await clientsNamed(name)).toBe(1);
    expect((await keyed({ clientName: name, clientData: answered('a', '1') }, key)).headers).toMatchObject({
      'idempotency-replayed': 'true',
    });
  });

  it('waits for a dead process, and takes over when its lease has ended', async () => {
    const [name, key] = [randomUUID(), randomUUID()];
    await keyed({ clientName: name }, key).expect(200);
    await keys().update({
      status: null,
      answer: null,
      lease_until: world.db.raw("now() + interval '1 second'"),
    });
    const begun = performance.now();
    await keyed({ clientName: name }, key).expect(200);
    expect(performance.now() - begun).toBeGreaterThan(500);
    expect(await clientsNamed(name)).toBe(1);
  });

  it('is forgotten after 24 hours', async () => {
    const [name, key] = [randomUUID(), randomUUID()];
    await keyed({ clientName: name }, key).expect(200);
    await keys().update({ created_at: world.db.raw("now() - interval '24 hours 1 second'") });
    await keyed({ clientName: name }, key).expect(200);
    expect(await clientsNamed(name)).toBe(2);

    await keys().update({ created_at: world.db.raw("now() - interval '25 hours'") });
    expect(await deleteExpiredKeys(world.db)).toBeGreaterThan(0);
    expect(await keys().select()).toEqual([]);
  });

  it('keeps refusals of the business, and no refusal of the request itself', async () => {
    const [clientId, key, other] = [randomUUID(), randomUUID(), randomUUID()];
    const refused = await keyed({ clientId }, key).expect(404);
    const again = await keyed({ clientId }, key).expect(404);
    expect(again.body).toEqual(refused.body);
    expect(again.headers).toMatchObject({
      'content-type': 'application/problem+json',
      'idempotency-replayed': 'true',
    });

    await keyed({ clientName: 7 }, other).expect(400);
    await keyed({ clientName: 'Right' }, other).expect(200);
  });

  it.each(['', 'a'.repeat(256), 'two words', 'ключ'.normalize()])('refuses the key %j', async (key) => {
    const sent = Buffer.from(key).toString('latin1');
    const { body } = await keyed({}, sent).expect(400);
    expect(body.errors).toEqual([
      { field: 'Idempotency-Key', header: 'Idempotency-Key', detail: expect.stringContaining('1 to 255') },
    ]);
  });

  it('leaves nothing of the answer readable in the database, and erases it with its client', async () => {
    const [name, key] = ['Rosalind Franklin', randomUUID()];
    const { body } = await keyed({ clientName: name }, key).expect(200);
    const row = await keys().where({ client_id: body.clientId }).first();
    expect(JSON.stringify(Object.values(row).map(String))).not.toContain('Rosalind');
    expect(JSON.stringify(Object.values(row).map(String))).not.toContain(key);

    const today = '2026-11-22';
    const erasure = { clientId: body.clientId, today, now: new Date(), policyYears: 10 };
    await world.db.transaction((trx) => eraseClient(trx, erasure));
    const again = await keyed({ clientName: name }, key).expect(409);
    expect(again.body.detail).toContain('erased');
  });
});

describe('a keyed request', () => {
  const work = endpoint({
    method: 'post',
    path: '/work',
    operationId: 'work',
    summary: 'Work',
    tags: ['Utilities'],
    body: z.object({ as: z.string() }),
    responses: { 200: { description: 'Done.' } },
  });

  /** An endpoint that does what a test says. */
  async function aService(answer: (as: string, attempt: number) => unknown, patienceMs?: number) {
    let attempts = 0;
    const operationIds: (string | undefined)[] = [];
    const router = Router();
    router.post(
      work.path,
      validated(work, async ({ body }, req) => {
        callerOf(req);
        attempts += 1;
        operationIds.push(req.operationId);
        return answer(body.as, attempts);
      }),
    );
    const log = pino({ level: 'silent' });
    const { app, close } = await createTestApp(world.database, {
      resources: [router],
      keyedRequests: new KeyedRequests(world.db, log, { patienceMs }),
    });
    const post = (as: string, key?: string) => {
      const sent = supertest(app).post('/ioi/v3/work').set('Authorization', world.agency.basic);
      return (key === undefined ? sent : sent.set('Idempotency-Key', key)).send({ as });
    };
    return { post, close, operationIds, attempts: () => attempts };
  }

  it('is tried again after a failure, under the same operation', async () => {
    const service = await aService((_as, attempt) => {
      if (attempt === 1) throw new Unavailable('not now');
      if (attempt === 2) throw new Error('a defect');
      return { attempt };
    });
    const key = randomUUID();
    expect((await service.post('a', key)).status).toBe(503);
    expect((await service.post('b', key)).status).toBe(422);
    expect((await service.post('a', key)).status).toBe(500);
    expect((await service.post('a', key)).body).toEqual({ attempt: 3 });
    expect((await service.post('a', key)).body).toEqual({ attempt: 3 });
    expect(new Set(service.operationIds).size).toBe(1);
    await service.close();
  });

  it('is refused while the first is under way for longer than a repeat waits', async () => {
    let finish = () => {};
    const waiting = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const service = await aService(() => waiting.then(() => ({ done: true })), 200);
    const key = randomUUID();
    const first = service.post('a', key).then(({ status }) => status);
    while (service.attempts() === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    const second = await service.post('a', key);
    expect({ status: second.status, after: second.headers['retry-after'] }).toEqual({
      status: 409,
      after: '5',
    });
    finish();
    expect(await first).toBe(200);
    expect((await service.post('a', key)).body).toEqual({ done: true });
    expect(service.attempts()).toBe(1);
    await service.close();
  });

  it('without a key is carried out each time', async () => {
    const service = await aService((_as, attempt) => ({ attempt }));
    const before = Number((await keys().count())[0]?.count);
    expect([(await service.post('a')).body, (await service.post('a')).body]).toEqual([
      { attempt: 1 },
      { attempt: 2 },
    ]);
    expect(Number((await keys().count())[0]?.count)).toBe(before);
    await service.close();
  });

  it('is repeated to a caller that accepts compressed answers', async () => {
    const service = await aService(() => ({ long: 'harbor '.repeat(500) }));
    const key = randomUUID();
    const first = await service.post('a', key).set('Accept-Encoding', 'identity');
    const again = await service.post('a', key).set('Accept-Encoding', 'gzip');
    expect(again.headers).toMatchObject({ 'content-encoding': 'gzip', 'idempotency-replayed': 'true' });
    expect(again.body).toEqual(first.body);
    await service.close();
  });

  it('repeats a conflict, and an answer too large to keep is told', async () => {
    const service = await aService((as) => {
      if (as === 'conflict') throw new Conflict('the policy is closed');
      return { large: Array.from({ length: 60_000 }, () => randomUUID()).join('') };
    });
    const [conflict, large] = [randomUUID(), randomUUID()];
    const first = await service.post('conflict', conflict);
    expect((await service.post('conflict', conflict)).body).toEqual(first.body);
    expect((await service.post('large', large)).status).toBe(200);
    expect((await service.post('large', large)).body.detail).toContain('large');
    expect(service.attempts()).toBe(2);
    await service.close();
  });
});

it('seals an answer so that its key alone opens it', () => {
  const answer = { headers: { 'content-type': 'application/json' }, body: Buffer.from('{"a":"é"}\n') };
  expect(unsealed(sealed(answer, 'key'), 'key')).toEqual(answer);
  expect(() => unsealed(sealed(answer, 'key'), 'other')).toThrow();
});

it('is taken by every POST and PUT that changes something', async () => {
  const without = (await declaredEndpoints())
    .filter(({ method }) => method === 'post' || method === 'put')
    .filter((declared) => !takesKey(declared))
    .map(({ path }) => path)
    .sort();
  expect(without).toEqual([
    '/converter/key-pairs/intake-structure',
    '/me/assistant/request',
    '/policy/:policyId',
    '/policy/ledger/entries/policy/:policyId',
    '/policy/search',
    '/product/:product_id/questions',
    '/product/:product_id/rate',
    '/product/lint',
    '/product/test',
    '/product/version/:versionId/impact',
  ]);
});
