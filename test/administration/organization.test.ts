import request from 'supertest';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Keys } from '../../api/administration/keys.js';
import { Organizations } from '../../api/administration/organizations.js';
import { administrationRoutes } from '../../api/administration/routes.js';
import { Users } from '../../api/administration/users.js';
import { createApiKey, type NewApiKey } from '../../db/identity/api-keys.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { anOrganization, basicOf, type TestOrganization } from '../support/identity-factory.js';

let database: TestDatabase;
let service: TestApp;
let carrier: TestOrganization;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  service = await createTestApp(database, {
    resources: [
      administrationRoutes({
        organizations: new Organizations({ db }),
        users: new Users({ db }),
        keys: new Keys({ db, now: () => new Date() }),
      }),
    ],
  });
});
afterAll(async () => {
  await service.close();
  await database.drop();
});
beforeEach(async () => {
  carrier = await anOrganization(database.db);
});

const call = (method: 'get' | 'put', body?: object, headers: Record<string, string> = {}) =>
  request(service.app)
    [method]('/ioi/v3/organization')
    .set({ Authorization: carrier.basic, ...headers })
    .send(body);
const changes = () =>
  database
    .db('audit_log')
    .where({ organization_id: carrier.organization.id, action: 'ORGANIZATION_CHANGED' })
    .orderBy('id')
    .select('target_id', 'details');

async function keyWith(given: Omit<NewApiKey, 'organizationId'>) {
  const organizationId = carrier.organization.id;
  const { apiKey, secret } = await createApiKey(database.db, { organizationId, ...given });
  return { Authorization: basicOf(apiKey.key, secret) };
}

it('has the days of UTC until it gets a time zone, which is audited with the one before', async () => {
  const { id, name } = carrier.organization;
  const { body } = await call('get').expect(200);
  expect(body).toMatchObject({
    organizationId: id,
    organizationName: name,
    timeZone: 'UTC',
    signIn: { passwords: true, providers: [] },
  });

  const changed = await call('put', { ...body, timeZone: 'pacific/honolulu' }).expect(200);
  expect(changed.body).toEqual({ ...body, timeZone: 'Pacific/Honolulu' });
  await call('put', { timeZone: 'Pacific/Honolulu' }).expect(200);
  expect((await call('get').expect(200)).body.timeZone).toBe('Pacific/Honolulu');
  expect(await changes()).toEqual([
    { target_id: id, details: { timeZone: { before: 'UTC', after: 'Pacific/Honolulu' } } },
  ]);
  expect((await database.db('organizations').whereNot({ id }).pluck('time_zone')).concat('UTC')).toSatisfy(
    (zones: string[]) => zones.every((zone) => zone === 'UTC'),
  );
});

it.each([{ timeZone: 'Mars/Olympus' }, { timeZone: '+02:00' }, { timeZone: '' }, { timeZone: 7 }, {}])(
  'refuses %j, naming the field',
  async (body) => {
    const { body: problem } = await call('put', body).expect(400);
    expect(problem.errors).toMatchObject([{ field: 'timeZone' }]);
  },
);

it('is changed by administrators whose key is not restricted, and from what they have read', async () => {
  const reader = await keyWith({ permissions: ['administration:read'] });
  await call('get', undefined, await keyWith({ roles: ['billing'] })).expect(403);
  const { headers } = await call('get', undefined, reader).expect(200);
  await call('put', { timeZone: 'Asia/Tokyo' }, reader).expect(403);
  const restricted = await keyWith({ roles: ['administrator'], eventTypes: ['GET_QUOTES'] });
  await call('put', { timeZone: 'Asia/Tokyo' }, restricted).expect(403);

  const ifMatch = { 'If-Match': headers.etag as string };
  await call('put', { timeZone: 'Asia/Tokyo' }, ifMatch).expect(200);
  await call('put', { timeZone: 'Asia/Seoul' }, ifMatch).expect(412);
  expect(await changes()).toHaveLength(1);
});
