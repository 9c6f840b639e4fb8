import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { meRoutes } from '../../api/auth/routes.js';
import { createApiKey, revokeApiKey, rotateApiKey } from '../../db/identity/api-keys.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { anOrganization, aUser, basicOf, testPassword } from '../support/identity-factory.js';

let database: TestDatabase;
let service: TestApp;
let laterMs = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  service = await createTestApp(database, {
    resources: [meRoutes({ db: database.db, environment: 'DEV' })],
    now: () => new Date(Date.now() + laterMs),
  });
});
afterAll(async () => {
  await service?.close();
  await database?.drop();
});

const form = { grant_type: 'client_credentials' };
const ask = (body: object, headers: Record<string, string> = {}) =>
  request(service.app).post('/ioi/v3/oauth/token').type('form').set(headers).send(body);
const me = (token: string, headers: Record<string, string> = {}) =>
  request(service.app)
    .get('/ioi/v3/me')
    .set({ Authorization: `Bearer ${token}`, ...headers });

async function aToken(given: Partial<Parameters<typeof createApiKey>[1]> = {}) {
  const { organization } = await anOrganization(database.db);
  const { apiKey, secret } = await createApiKey(database.db, { organizationId: organization.id, ...given });
  const { body } = await ask(form, { Authorization: basicOf(apiKey.key, secret) }).expect(200);
  return { organization, key: apiKey.key, secret, token: body.access_token as string, body };
}

const endsWithinASecond = (token: string) =>
  expect.poll(async () => (await me(token)).status, { timeout: 1000, interval: 20 }).toBe(401);

describe('an access token of an API key', () => {
  it('is got with the key as Basic, in a form or as JSON, and does what the key may do', async () => {
    const { key, secret, token, body, organization } = await aToken({
      roles: ['producer'],
      eventTypes: ['GET_QUOTES'],
    });
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    const { body: known } = await me(token).expect(200);
    expect(known).toMatchObject({
      ...{ kind: 'API_KEY', apiKey: key, organizationId: organization.id, roles: ['producer'] },
      events: ['GET_QUOTES'],
    });
    await ask({ ...form, client_id: key, client_secret: secret }).expect(200);
    await request(service.app)
      .post('/ioi/v3/oauth/token')
      .send({ ...form, client_id: key, client_secret: secret })
      .expect(200);
  });

  it.each([
    ['no key', {}, {}, 401, 'invalid_client'],
    ['a wrong secret', { client_id: `ioi_${'0'.repeat(24)}`, client_secret: 'x' }, {}, 401, 'invalid_client'],
    ['a secret alone', { client_secret: 'x' }, {}, 401, 'invalid_client'],
    [
      'another scheme beside the secret',
      { client_id: 'ioi_0', client_secret: 'x' },
      { Authorization: 'Bearer x' },
      ...([401, 'invalid_client'] as const),
    ],
    ['another grant', { grant_type: 'password' }, {}, 400, 'unsupported_grant_type'],
    ['no grant', { grant_type: undefined }, {}, 400, 'invalid_request'],
    ['a scope', { scope: 'all' }, {}, 400, 'invalid_scope'],
    ['a field twice', { client_id: ['ioi_0', 'ioi_1'] }, {}, 400, 'invalid_request'],
    [
      'another key than in Authorization',
      { client_id: `ioi_${'0'.repeat(24)}` },
      { Authorization: basicOf('ioi_0', 'x') },
      ...([400, 'invalid_request'] as const),
    ],
    [
      'a secret twice',
      { client_secret: 'x' },
      { Authorization: basicOf('ioi_0', 'x') },
      ...([400, 'invalid_request'] as const),
    ],
  ] as const)('is refused with %s, in words of OAuth', async (_what, given, headers, status, error) => {
    const sent = Object.entries({ ...form, ...given }).flatMap(([name, value]) =>
      [value ?? []].flat().map((each) => [name, String(each)]),
    );
    const { body } = await request(service.app)
      .post('/ioi/v3/oauth/token')
      .type('form')
      .set(headers)
      .send(new URLSearchParams(sent).toString())
      .expect(status);
    expect(body.error).toBe(error);
  });

  it('ends with the key, at once', async () => {
    const { key, token } = await aToken();
    await me(token).expect(200);
    await revokeApiKey(database.db, key);
    await endsWithinASecond(token);
  });

  it('ends with the secret that it was got with', async () => {
    const { key, token } = await aToken();
    const previousUntil = new Date(Date.now() + 60_000);
    await rotateApiKey(database.db, { key, previousUntil });
    await me(token).expect(200);
    await rotateApiKey(database.db, { key, previousUntil: new Date() });
    await endsWithinASecond(token);
  });

  it('ends after an hour, and with a key that expires before', async () => {
    const { token } = await aToken();
    const soon = await aToken({ expiresAt: new Date(Date.now() + 600_000) });
    expect(soon.body.expires_in).toBeLessThanOrEqual(600);
    try {
      laterMs = 601_000;
      await me(soon.token).expect(401);
      await me(token).expect(200);
      laterMs = 3_601_000;
      await me(token).expect(401);
    } finally {
      laterMs = 0;
    }
  });

  it('is not taken for a token of a person, nor one of those for it', async () => {
    const { token, organization } = await aToken();
    const { userId } = await aUser(database.db, { organizationId: organization.id });
    const { body: pair } = await request(service.app)
      .post('/ioi/v3/token')
      .send({ userId, password: testPassword, grantType: 'PASSWORD' });
    await me(pair.accessToken).expect(401);
    await me(token, { 'x-jwt-assertion': pair.idToken }).expect(401);
    await me(pair.accessToken, { 'x-jwt-assertion': token }).expect(401);
  });
});
