import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEndpoint, listEndpoints } from '../../db/webhooks/endpoints.js';
import { rotateSecret, secretsOf } from '../../db/webhooks/secrets.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { anOrganization } from '../support/identity-factory.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

it('a repeated attempt finds the endpoint and the secret of the first one', async () => {
  const { db } = database;
  const organizationId = (await anOrganization(db)).organization.id;
  const creation = {
    ...{ id: randomUUID(), organizationId, url: 'https://hooks.example.com/', description: '' },
    ...{ eventTypes: [], active: true },
  };
  const created = await createEndpoint(db, creation);
  expect(await createEndpoint(db, creation)).toMatchObject({ secret: created?.secret });
  expect(await listEndpoints(db, organizationId)).toHaveLength(1);

  const now = new Date();
  const rotation = {
    id: randomUUID(),
    organizationId,
    endpointId: creation.id,
    now,
    previousValidUntil: now,
  };
  const rotated = await rotateSecret(db, rotation);
  expect(await rotateSecret(db, rotation)).toEqual(rotated);
  expect(await secretsOf(db, creation.id, now)).toHaveLength(1);
});
