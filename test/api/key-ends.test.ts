import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApiKey, listApiKeys, rotateApiKey } from '../../db/identity/api-keys.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { anOrganization, basicOf } from '../support/identity-factory.js';

let database: TestDatabase;
let service: TestApp;
let organizationId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  service = await createTestApp(database);
  organizationId = (await anOrganization(database.db)).organization.id;
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const answer = async (key: string, secret: string) =>
  (await request(service.app).get('/ioi/v3/hello').set('Authorization', basicOf(key, secret))).status;
const inMs = (ms: number) => new Date(Date.now() + ms);

it('a key ends when it expires, though it was in memory', async () => {
  const { apiKey, secret } = await createApiKey(database.db, { organizationId, expiresAt: inMs(1000) });
  expect(await answer(apiKey.key, secret)).toBe(200);
  await expect.poll(() => answer(apiKey.key, secret), { timeout: 2000 }).toBe(401);
  const expired = await createApiKey(database.db, { organizationId, expiresAt: inMs(-1) });
  expect(await answer(expired.apiKey.key, expired.secret)).toBe(401);
});

it('a rotated key has both secrets for a while, then only the new one', async () => {
  const { apiKey, secret: first } = await createApiKey(database.db, { organizationId });
  const { key } = apiKey;
  expect(await answer(key, first)).toBe(200);
  const rotated = await rotateApiKey(database.db, { key, previousUntil: inMs(1500) });
  const second = rotated!.secret;
  expect([await answer(key, first), await answer(key, second)]).toEqual([200, 200]);
  await expect.poll(() => answer(key, first), { timeout: 3000 }).toBe(401);
  expect(await answer(key, second)).toBe(200);
});

it('a second rotation ends the first secret at once', async () => {
  const { apiKey, secret: first } = await createApiKey(database.db, { organizationId });
  const { key } = apiKey;
  const second = (await rotateApiKey(database.db, { key, previousUntil: inMs(60_000) }))!.secret;
  const third = (await rotateApiKey(database.db, { key, previousUntil: inMs(60_000) }))!.secret;
  const answers = [await answer(key, first), await answer(key, second), await answer(key, third)];
  expect(answers).toEqual([401, 200, 200]);
  await rotateApiKey(database.db, { key, previousUntil: inMs(0) });
  await expect.poll(() => answer(key, third), { timeout: 1000 }).toBe(401);
});

it('the last use of a key is written when a process stops, if not before', async () => {
  const { apiKey, secret } = await createApiKey(database.db, { organizationId });
  const lastUse = async () =>
    (await listApiKeys(database.db, organizationId)).find(({ key }) => key === apiKey.key)?.lastUsedAt;
  expect(await lastUse()).toBeNull();
  const second = await createTestApp(database);
  await request(second.app)
    .get('/ioi/v3/hello')
    .set('Authorization', basicOf(apiKey.key, secret))
    .expect(200);
  await second.close();
  expect(await lastUse()).toBeInstanceOf(Date);
});
