import { randomUUID } from 'node:crypto';
import type { Database } from '../database.js';
import { Person } from '../models/person.js';
import { hashPassword } from './passwords.js';

export interface NewUser {
  organizationId: string;
  /** What the user signs in with; unique in the installation, regardless of case. */
  userId: string;
  password: string;
  firstName?: string;
  lastName?: string;
  email?: string;
  /** All of them unless given. */
  permissions?: readonly string[];
}

/** Creates a user; fails with a unique violation where the user id is taken. */
export async function createUser(db: Database, user: NewUser): Promise<Person> {
  const { password, permissions = ['*'], ...rest } = user;
  return Person.query(db).insertAndFetch({
    ...rest,
    id: randomUUID(),
    permissions: [...permissions],
    passwordHash: await hashPassword(password),
  });
}

/** The user of that user id, with the organization, whether disabled or not. */
export async function findUserForLogin(db: Database, userId: string): Promise<Person | undefined> {
  return Person.query(db)
    .whereRaw('lower(user_id) = lower(?)', [userId])
    .withGraphJoined('organization')
    .first();
}

/** The person of a token, with the organization; `undefined` if gone or disabled. */
export async function findActivePerson(db: Database, id: string): Promise<Person | undefined> {
  return Person.query(db).findById(id).whereNull('people.disabled_at').withGraphJoined('organization');
}
