import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientRoutes } from '../../api/clients/routes.js';
import { ClientService } from '../../api/clients/service.js';
import { clockRoutes } from '../../api/clocks/routes.js';
import { Clocks } from '../../api/clocks/service.js';
import { Clock } from '../../db/models/clock.js';
import { createProductCatalog } from '../../db/products/catalog.js';
import type { Environment } from '../../domain/product/timeline.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { anOrganization, type TestOrganization } from '../support/identity-factory.js';

let database: TestDatabase;
let apps: Record<'DEV' | 'PROD', TestApp>;
let organization: TestOrganization;
let stranger: TestOrganization;
/** Clocks whose runs were asked for: no worker follows these. */
const woken: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const { db, url: databaseUrl } = database;
  [organization, stranger] = [await anOrganization(db), await anOrganization(db)];
  const catalog = createProductCatalog({ db, databaseUrl, environment: 'DEV' });
  const runs = { wakeSoon: async ({ id }: { id: string }) => void woken.push(id), end: async () => {} };
  const appIn = (environment: Environment) =>
    createTestApp(database, {
      resources: [
        ...(environment === 'PROD'
          ? []
          : [clockRoutes({ clocks: new Clocks({ db, runs, now: () => new Date() }) })]),
        clientRoutes({ clients: new ClientService({ db, catalog, environment }) }),
      ],
    });
  apps = { DEV: await appIn('DEV'), PROD: await appIn('PROD') };
});

afterAll(async () => {
  for (const app of Object.values(apps ?? {})) await app.close();
  await database?.drop();
});

type Method = 'get' | 'post' | 'put' | 'delete';
const send = (
  method: Method,
  path: string,
  body?: object,
  by = organization,
  app: 'DEV' | 'PROD' = 'DEV',
) => {
  const request = supertest(apps[app].app)[method](`/ioi/v3${path}`).set('Authorization', by.basic);
  return body === undefined ? request : request.send(body);
};
const creation = { name: 'A year', businessTime: '2040-02-29T10:00:00+01:00' };
const aClock = async (): Promise<string> => (await send('post', '/clock', creation)).body.id;

describe('a clock over REST', () => {
  it('is made, listed, read, changed and deleted', async () => {
    const made = await send('post', '/clock', creation);
    expect(made.status).toBe(201);
    const { id } = made.body;
    const clock = {
      id,
      name: 'A year',
      businessTime: '2040-02-29T09:00:00.000Z',
      state: 'READY',
      waitsTimeOut: false,
      createdBy: { kind: 'API_KEY' },
    };
    expect(made.body).toMatchObject({ ...clock, clients: 0, policies: 0 });
    expect((await send('get', '/clock')).body).toMatchObject({ content: [clock], totalElements: 1 });
    const changed = await send('put', `/clock/${id}`, {
      ...made.body,
      name: 'Leap year',
      waitsTimeOut: true,
    });
    expect(changed.body).toMatchObject({ ...clock, name: 'Leap year', waitsTimeOut: true });
    expect((await send('get', `/clock/${id}`)).body).toEqual(changed.body);
    expect((await send('delete', `/clock/${id}`)).status).toBe(204);
    expect((await send('get', `/clock/${id}`)).status).toBe(404);
    const audited = await database.db('audit_log').where('target_id', id).orderBy('id').pluck('action');
    expect(audited).toEqual(['CLOCK_CREATED', 'CLOCK_CHANGED', 'CLOCK_DELETED']);
  });

  it('advances once at a time, and is neither set back nor deleted meanwhile', async () => {
    const id = await aClock();
    const to = '2041-02-28T09:00:00.000Z';
    const begun = await Promise.all([1, 2].map(() => send('post', `/clock/${id}/advance`, { to })));
    expect(begun.map(({ status }) => status).sort()).toEqual([202, 409]);
    const answer = begun.find(({ status }) => status === 202)?.body;
    expect(answer).toMatchObject({ state: 'ADVANCING', advance: { from: '2040-02-29T09:00:00.000Z', to } });
    expect(begun.find(({ status }) => status === 409)?.body.code).toBe('CLOCK_ADVANCING');
    expect(woken.filter((each) => each === id)).toHaveLength(1);
    expect((await send('delete', `/clock/${id}`)).body.code).toBe('CLOCK_ADVANCING');
    for (const time of [1, 2]) {
      const stopped = await send('post', `/clock/${id}/stop`);
      expect(stopped.body, `stop ${time}`).toMatchObject({ state: 'READY' });
      expect(stopped.body).not.toHaveProperty('advance');
    }
    const back = await send('post', `/clock/${id}/advance`, { to: '2040-02-29T08:59:59Z' });
    expect(back.body).toMatchObject({ status: 400, errors: [{ field: 'to' }] });
    const far = await send('post', `/clock/${id}/advance`, { to: '2050-03-02T00:00:00Z' });
    expect(far.body).toMatchObject({ status: 400, errors: [{ field: 'to' }] });
  });

  it('is found by its organization only, and does not exist in PROD', async () => {
    const id = await aClock();
    const requests: [Method, string, object?][] = [
      ['get', `/clock/${id}`],
      ['put', `/clock/${id}`, { name: 'Mine' }],
      ['delete', `/clock/${id}`],
      ['post', `/clock/${id}/advance`, { to: '2041-01-01T00:00:00Z' }],
      ['post', `/clock/${id}/stop`],
    ];
    for (const [method, path, body] of requests) {
      expect((await send(method, path, body, stranger)).status, path).toBe(404);
      expect((await send(method, path, body, organization, 'PROD')).status, path).toBe(404);
    }
    expect((await send('post', '/clock', creation, organization, 'PROD')).status).toBe(404);
    expect((await send('get', '/clock', undefined, organization, 'PROD')).status).toBe(404);
  });
});

describe('a client', () => {
  it('is bound to a clock when it is made, for good', async () => {
    const [clockId, other] = [await aClock(), await aClock()];
    const { body } = await send('put', '/client', { clientName: 'Corner Shop', clockId });
    const { clientId } = body;
    expect(await database.db('clients').where('id', clientId).first('clock_id')).toMatchObject({
      clock_id: clockId,
    });
    expect((await send('put', '/client', { clientId, clockId, clientName: 'Shop' })).status).toBe(200);
    const moved = await send('put', '/client', { clientId, clockId: other });
    expect(moved.body).toMatchObject({ status: 400, errors: [{ field: 'clockId' }] });
    const free = (await send('put', '/client', { clientName: 'Another' })).body.clientId;
    const bound = await send('put', '/client', { clientId: free, clockId });
    expect(bound.body).toMatchObject({ status: 400, errors: [{ field: 'clockId' }] });
    expect((await send('get', `/clock/${clockId}`)).body).toMatchObject({ clients: 1 });
  });

  it('is bound to no clock of another organization, of no installation in PROD, and of none that advances', async () => {
    const clockId = await aClock();
    const foreign = await send('put', '/client', { clockId }, stranger);
    expect(foreign.body).toMatchObject({ status: 404, errors: [{ field: 'clockId' }] });
    const inProd = await send('put', '/client', { clockId }, organization, 'PROD');
    expect(inProd.body).toMatchObject({ status: 400, errors: [{ field: 'clockId' }] });
    await Clock.query(database.db)
      .findById(clockId)
      .patch({ state: 'ADVANCING', advancesFrom: new Date(), advancesTo: new Date() });
    expect((await send('put', '/client', { clockId })).body.code).toBe('CLOCK_ADVANCING');
  });
});
