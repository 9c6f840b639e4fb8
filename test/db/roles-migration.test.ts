import { afterAll, beforeAll, expect, it } from 'vitest';
import { permissionsOf } from '../../api/http/roles.js';
import { createApiKey, findApiKey } from '../../db/identity/api-keys.js';
import { up } from '../../db/migrations/0027_roles.js';
import { firingPermissions } from '../../domain/events/declarations/declaration.js';
import { createTestDatabase, type OwnedTestDatabase } from '../support/database.js';
import { anOrganization } from '../support/identity-factory.js';

let database: OwnedTestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('gives keys of the earlier release what they were allowed, and keeps its names for its processes', async () => {
  const { db, owner } = database;
  const { organization } = await anOrganization(db);
  const keyWith = async (permissions: string[]) =>
    (await createApiKey(db, { organizationId: organization.id, permissions })).apiKey.key;
  const [firing, author, reader, all] = await Promise.all([
    keyWith(['events:fire', 'quotes:read']),
    keyWith(['products:read', 'products:write']),
    keyWith(['quotes:read']),
    keyWith(['*']),
  ]);
  await owner.raw(`alter table people drop column roles;
    alter table api_keys drop column roles, drop column event_types, drop column product_ids`);
  await up(owner);

  const stored = async (key: string) => (await findApiKey(owner, key))!;
  expect(await stored(firing)).toMatchObject({
    permissions: ['events:fire', 'quotes:read', ...firingPermissions],
    ...{ roles: [], eventTypes: null, productIds: null },
  });
  expect((await stored(author)).permissions).toEqual([
    'products:read',
    'products:write',
    'administration:write',
  ]);
  expect((await stored(reader)).permissions).toEqual(['quotes:read']);
  expect((await stored(all)).permissions).toEqual(['*']);
  expect([...permissionsOf(await stored(firing))].sort()).toEqual(
    [...firingPermissions, 'quotes:read'].sort(),
  );
});
