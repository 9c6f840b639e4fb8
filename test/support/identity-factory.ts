import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/database.js';
import { createApiKey } from '../../db/identity/api-keys.js';
import { createOrganization } from '../../db/identity/organizations.js';
import { createUser } from '../../db/identity/people.js';
import type { Organization } from '../../db/models/organization.js';
import type { Person } from '../../db/models/person.js';

export interface TestOrganization {
  organization: Organization;
  key: string;
  secret: string;
  /** For `supertest`: `.set('Authorization', basic)`. */
  basic: string;
}

/** An organization with an API key that may do everything, or what is given. */
export async function anOrganization(
  db: Database,
  {
    name = `Organization ${randomUUID()}`,
    permissions = ['*'],
  }: { name?: string; permissions?: string[] } = {},
): Promise<TestOrganization> {
  const organization = await createOrganization(db, { name });
  const { apiKey, secret } = await createApiKey(db, { organizationId: organization.id, permissions });
  return { organization, key: apiKey.key, secret, basic: basicOf(apiKey.key, secret) };
}

export const testPassword = 'correct horse battery staple';

/** A user of an organization, who signs in with `testPassword`. */
export async function aUser(
  db: Database,
  { organizationId, permissions = ['*'] }: { organizationId: string; permissions?: string[] },
): Promise<Person> {
  return createUser(db, {
    organizationId,
    userId: `user-${randomUUID()}@example.com`,
    password: testPassword,
    firstName: 'Ada',
    lastName: 'Byron',
    permissions,
  });
}

export function basicOf(key: string, secret: string): string {
  return `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
}
