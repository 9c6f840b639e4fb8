import { timingSafeEqual } from 'node:crypto';
import type { Database } from '../../db/database.js';
import { createApiKey, findApiKey } from '../../db/identity/api-keys.js';
import { generatePassword, verifyPassword } from '../../db/identity/passwords.js';
import { createUser, findUserForLogin } from '../../db/identity/people.js';
import { hashSecret } from '../../db/identity/secrets.js';
import { Person } from '../../db/models/person.js';
import type { DemoAccess, DemoPerson } from './demo-file.js';
import { type DemoOrganization, demoRoles } from './organizations.js';

type DemoRole = (typeof demoRoles)[number];

/**
 * The credentials of a demo organization: those of an earlier start if they still work on this database, else
 * a new key and new people. Secrets are random and stored only in the file, so lost ones cannot be recovered.
 */
export async function demoAccess(
  db: Database,
  { id, name, slug }: DemoOrganization,
  known: DemoAccess | undefined,
): Promise<DemoAccess> {
  const key = known && (await keyWorks(db, known)) ? known : await newKey(db, id);
  const organization = { id, name, slug };
  const [user, ...people] = await Promise.all([
    person(db, organization, known?.user, {}),
    ...demoRoles.map(async (role) => {
      const before = known?.people.find((each) => each.role === role);
      return { role, ...(await person(db, organization, before, { role })) };
    }),
  ]);
  return { id, name, apiKey: key.apiKey, apiSecret: key.apiSecret, user, people };
}

async function keyWorks(db: Database, { id, apiKey, apiSecret }: DemoAccess): Promise<boolean> {
  const found = await findApiKey(db, apiKey);
  return (
    found?.organizationId === id &&
    found.revokedAt === null &&
    timingSafeEqual(found.secretSha256, hashSecret(apiSecret))
  );
}

/** Somebody with a role, or who may do everything: the one of an earlier start, if they can still sign in. */
async function person(
  db: Database,
  organization: DemoOrganization,
  known: DemoPerson | undefined,
  { role }: { role?: DemoRole },
): Promise<DemoPerson> {
  if (known && (await canSignIn(db, organization, known))) {
    const { userId, password, personId } = known;
    return { userId, password, personId };
  }
  return newPerson(db, organization, role);
}

async function canSignIn(db: Database, { id }: DemoOrganization, person: DemoPerson): Promise<boolean> {
  const found = await findUserForLogin(db, person.userId);
  return (
    found?.id === person.personId &&
    found.organizationId === id &&
    found.disabledAt === null &&
    found.passwordHash !== null &&
    verifyPassword(found.passwordHash, person.password)
  );
}

async function newKey(db: Database, organizationId: string): Promise<{ apiKey: string; apiSecret: string }> {
  const { apiKey, secret } = await createApiKey(db, { organizationId, label: 'demo' });
  return { apiKey: apiKey.key, apiSecret: secret };
}

/** Another one if there is one already, as another start on the same database may use that one. */
async function newPerson(
  db: Database,
  { id: organizationId, slug }: DemoOrganization,
  role: DemoRole | undefined,
): Promise<DemoPerson> {
  const prefix = `${slug}-${role ?? 'demo'}`;
  const others = await Person.query(db)
    .where('organization_id', organizationId)
    .whereLike('user_id', `${prefix}%`)
    .resultSize();
  const userId = `${prefix}${others === 0 ? '' : `-${others + 1}`}`;
  const password = generatePassword();
  const names = { firstName: 'Demo', lastName: role ?? 'User' };
  const roles = role && [role];
  const { id: personId } = await createUser(db, { organizationId, userId, password, ...names, roles });
  return { userId, password, personId };
}
