import { timingSafeEqual } from 'node:crypto';
import type { Database } from '../../db/database.js';
import { createApiKey, findApiKey } from '../../db/identity/api-keys.js';
import { generatePassword, verifyPassword } from '../../db/identity/passwords.js';
import { createUser, findUserForLogin } from '../../db/identity/people.js';
import { hashSecret } from '../../db/identity/secrets.js';
import { Person } from '../../db/models/person.js';
import type { DemoAccess } from './demo-file.js';
import type { DemoOrganization } from './organizations.js';

/**
 * The credentials of a demo organization: those of an earlier start if they still work on this database, else
 * a new key and a new user. Secrets are random and stored only in the file, so lost ones cannot be recovered.
 */
export async function demoAccess(
  db: Database,
  { id, name, slug }: DemoOrganization,
  known: DemoAccess | undefined,
): Promise<DemoAccess> {
  const key = known && (await keyWorks(db, known)) ? known : await newKey(db, id);
  const user = known && (await userWorks(db, known)) ? known.user : await newUser(db, { id, slug });
  return { id, name, apiKey: key.apiKey, apiSecret: key.apiSecret, user };
}

async function keyWorks(db: Database, { id, apiKey, apiSecret }: DemoAccess): Promise<boolean> {
  const found = await findApiKey(db, apiKey);
  return (
    found?.organizationId === id &&
    found.revokedAt === null &&
    timingSafeEqual(found.secretSha256, hashSecret(apiSecret))
  );
}

async function userWorks(db: Database, { id, user }: DemoAccess): Promise<boolean> {
  const found = await findUserForLogin(db, user.userId);
  return (
    found?.id === user.personId &&
    found.organizationId === id &&
    found.disabledAt === null &&
    verifyPassword(found.passwordHash, user.password)
  );
}

async function newKey(db: Database, organizationId: string): Promise<{ apiKey: string; apiSecret: string }> {
  const { apiKey, secret } = await createApiKey(db, { organizationId, label: 'demo' });
  return { apiKey: apiKey.key, apiSecret: secret };
}

/** A second user if there is one already, as another start on the same database may use that one. */
async function newUser(
  db: Database,
  { id, slug }: { id: string; slug: string },
): Promise<DemoAccess['user']> {
  const others = await Person.query(db).where('organization_id', id).resultSize();
  const userId = `${slug}-demo${others === 0 ? '' : `-${others + 1}`}`;
  const password = generatePassword();
  const person = await createUser(db, {
    organizationId: id,
    userId,
    password,
    firstName: 'Demo',
    lastName: 'User',
  });
  return { userId, password, personId: person.id };
}
