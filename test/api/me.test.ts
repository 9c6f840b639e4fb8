import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { meRoutes } from '../../api/auth/routes.js';
import { roles } from '../../api/http/roles.js';
import { createApiKey } from '../../db/identity/api-keys.js';
import { changeRoles } from '../../db/identity/user-changes.js';
import { eventTypes } from '../../domain/events/catalog.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { anOrganization, aUser, basicOf, testPassword } from '../support/identity-factory.js';

let database: TestDatabase;
let service: TestApp;
beforeAll(async () => {
  database = await createTestDatabase();
  service = await createTestApp(database, {
    resources: [meRoutes({ db: database.db, environment: 'UAT' })],
  });
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const me = async (headers: Record<string, string>) =>
  (await request(service.app).get('/ioi/v3/me').set(headers).expect(200)).body;

it('tells a user who they are, and what their roles allow', async () => {
  const { organization } = await anOrganization(database.db);
  const person = await aUser(database.db, { organizationId: organization.id });
  await changeRoles(database.db, person.userId, { roles: ['billing'], permissions: ['audit:read'] });
  const { body: tokens } = await request(service.app)
    .post('/ioi/v3/token')
    .send({ userId: person.userId, password: testPassword, grantType: 'PASSWORD' });
  const found = await me({
    Authorization: `Bearer ${tokens.accessToken}`,
    'x-jwt-assertion': tokens.idToken,
  });
  expect(found).toMatchObject({
    ...{ kind: 'USER', environment: 'UAT', name: 'Ada Byron', personId: person.id, userId: person.userId },
    ...{
      organizationId: organization.id,
      organizationName: organization.name,
      timeZone: 'UTC',
      roles: ['billing'],
    },
    permissions: [...roles.billing, 'audit:read'].sort(),
  });
  expect(found.events).toContain('PAYMENT_REFUND');
  expect(found.events).not.toContain('POLICY_CANCEL');
});

it('tells a key its restrictions, and no secret', async () => {
  const { organization, basic, secret, key } = await anOrganization(database.db);
  const all = await me({ Authorization: basic });
  expect(all).toMatchObject({ kind: 'API_KEY', name: key, apiKey: key, roles: [], events: eventTypes });
  expect(JSON.stringify(all)).not.toContain(secret);
  expect(all.productIds).toBeUndefined();

  const productIds = ['0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0001'];
  const restricted = await createApiKey(database.db, {
    ...{ organizationId: organization.id, label: 'web site', roles: ['producer'] },
    ...{ eventTypes: ['GET_QUOTES', 'POLICY_CANCEL'], productIds },
  });
  const found = await me({ Authorization: basicOf(restricted.apiKey.key, restricted.secret) });
  expect(found).toMatchObject({ name: 'web site', roles: ['producer'], productIds, events: ['GET_QUOTES'] });
});
