import { randomUUID } from 'node:crypto';
import { raw, UniqueViolationError } from 'objection';
import type { Database } from '../database.js';
import { Person } from '../models/person.js';
import { hashPassword } from './passwords.js';

export interface NewUser {
  organizationId: string;
  /** The name for sign-in; unique in the installation, regardless of case. */
  userId: string;
  password: string;
  firstName?: string;
  lastName?: string;
  email?: string;
  /** Default: all, unless there are roles. */
  permissions?: readonly string[];
  roles?: readonly string[];
}

/** The user id is taken. */
export class UserIdTaken extends Error {
  override name = 'UserIdTaken';
}

/** Creates a user; throws `UserIdTaken` if the user id is in use, regardless of case. */
export async function createUser(db: Database, user: NewUser): Promise<Person> {
  const { password, roles = [], permissions = roles.length > 0 ? [] : ['*'], ...rest } = user;
  const passwordHash = await hashPassword(password);
  try {
    return await Person.query(db).insertAndFetch({
      ...rest,
      id: randomUUID(),
      permissions: [...permissions],
      roles: [...roles],
      passwordHash,
    });
  } catch (error) {
    if (error instanceof UniqueViolationError) throw new UserIdTaken();
    throw error;
  }
}

/** The user with that user id, with the organization, whether disabled or not. */
export async function findUserForLogin(db: Database, userId: string): Promise<Person | undefined> {
  return Person.query(db)
    .whereRaw('lower(user_id) = lower(?)', [userId])
    .withGraphJoined('organization')
    .first();
}

/**
 * The person of a token, with the organization; `undefined` if deleted or disabled, or if the person's tokens of that
 * generation were ended.
 */
export async function findActivePerson(
  db: Database,
  { id, tokenGeneration }: Pick<Person, 'id' | 'tokenGeneration'>,
): Promise<Person | undefined> {
  return Person.query(db)
    .findById(id)
    .where('people.token_generation', tokenGeneration)
    .whereNull('people.disabled_at')
    .withGraphJoined('organization');
}

/** Users with their organizations, oldest first: those of one organization, or all. */
export async function listUsers(db: Database, organizationId?: string): Promise<Person[]> {
  const query = Person.query(db).withGraphJoined('organization').orderBy(['people.created_at', 'people.id']);
  return organizationId === undefined ? query : query.where('people.organization_id', organizationId);
}

/**
 * Disables a user, whose tokens end for good: every API process refuses them within moments. Returns the user, and
 * `undefined` if there is none. Disabling twice keeps the first time.
 */
export async function disableUser(db: Database, userId: string): Promise<Person | undefined> {
  await whoseId(db, userId)
    .whereNull('disabled_at')
    .patch({ disabledAt: new Date(), ...tokensEnd });
  return whoseId(db, userId).first();
}

/** Allows a disabled user to sign in again. Returns the user; `undefined` if there is none. */
export async function enableUser(db: Database, userId: string): Promise<Person | undefined> {
  await whoseId(db, userId).patch({ disabledAt: null });
  return whoseId(db, userId).first();
}

/** Replaces what a user may do. Returns the user; `undefined` if there is none. */
export async function changeRoles(
  db: Database,
  userId: string,
  { roles, permissions }: { roles: readonly string[]; permissions: readonly string[] },
): Promise<Person | undefined> {
  await whoseId(db, userId).patch({ roles: [...roles], permissions: [...permissions] });
  return whoseId(db, userId).first();
}

/** Ends all tokens of a user within moments, in every API process. Returns the user; `undefined` if there is none. */
export async function signOutUser(db: Database, userId: string): Promise<Person | undefined> {
  await whoseId(db, userId).patch(tokensEnd);
  return whoseId(db, userId).first();
}

/**
 * Replaces the password of a user, disabled or not, and ends the user's tokens. Returns the user; `undefined` if there
 * is none.
 */
export async function changePassword(
  db: Database,
  userId: string,
  password: string,
): Promise<Person | undefined> {
  await whoseId(db, userId).patch({ passwordHash: await hashPassword(password), ...tokensEnd });
  return whoseId(db, userId).first();
}

/** The change that ends all tokens that a person has. */
const tokensEnd = { tokenGeneration: raw('token_generation + 1') };

function whoseId(db: Database, userId: string) {
  return Person.query(db).whereRaw('lower(user_id) = lower(?)', [userId]);
}
