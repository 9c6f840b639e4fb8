import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { type PartialModelObject, raw, UniqueViolationError } from 'objection';
import type { JsonObject } from '../../domain/ground/json.js';
import type { AuditedAction } from '../audit/actions.js';
import { recordAudit, type Who } from '../audit/record-audit.js';
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
export async function createUser(db: Database, user: NewUser, who: Who = {}): Promise<Person> {
  const { password, roles = [], permissions = roles.length > 0 ? [] : ['*'], ...rest } = user;
  const passwordHash = await hashPassword(password);
  try {
    return await db.transaction(async (trx) => {
      const given = { permissions: [...permissions], roles: [...roles] };
      const person = await Person.query(trx).insertAndFetch({
        ...{ ...rest, ...given, id: randomUUID(), passwordHash },
      });
      await auditUser(trx, 'USER_CREATED', person, who, given);
      return person;
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
export async function disableUser(db: Database, userId: string, who?: Who): Promise<Person | undefined> {
  const change = ({ disabledAt }: Person) =>
    disabledAt === null ? { disabledAt: new Date(), ...tokensEnd } : undefined;
  return changeUser(db, userId, { action: 'USER_DISABLED', change, who });
}

/** Allows a disabled user to sign in again. Returns the user; `undefined` if there is none. */
export async function enableUser(db: Database, userId: string, who?: Who): Promise<Person | undefined> {
  const change = ({ disabledAt }: Person) => (disabledAt === null ? undefined : { disabledAt: null });
  return changeUser(db, userId, { action: 'USER_ENABLED', change, who });
}

/** Replaces what a user may do. Returns the user; `undefined` if there is none. */
export async function changeRoles(
  db: Database,
  userId: string,
  { roles, permissions }: { roles: readonly string[]; permissions: readonly string[] },
  who?: Who,
): Promise<Person | undefined> {
  const given = { roles: [...roles], permissions: [...permissions] };
  return changeUser(db, userId, { action: 'USER_ROLES_CHANGED', change: () => given, who, details: given });
}

/** Ends all tokens of a user within moments, in every API process. Returns the user; `undefined` if there is none. */
export async function signOutUser(db: Database, userId: string, who?: Who): Promise<Person | undefined> {
  return changeUser(db, userId, { action: 'USER_SIGNED_OUT', change: () => tokensEnd, who });
}

/**
 * Replaces the password of a user, disabled or not, and ends the user's tokens. Returns the user; `undefined` if there
 * is none.
 */
export async function changePassword(
  db: Database,
  userId: string,
  password: string,
  who?: Who,
): Promise<Person | undefined> {
  const passwordHash = await hashPassword(password);
  const change = () => ({ passwordHash, ...tokensEnd });
  return changeUser(db, userId, { action: 'PASSWORD_CHANGED', change, who });
}

/** The change that ends all tokens that a person has. */
const tokensEnd = { tokenGeneration: raw('token_generation + 1') };

interface UserChange {
  action: AuditedAction;
  /** Undefined if there is nothing to change. */
  change(person: Person): PartialModelObject<Person> | undefined;
  details?: JsonObject;
  who?: Who | undefined;
}

async function changeUser(
  db: Database,
  userId: string,
  { action, change, details, who }: UserChange,
): Promise<Person | undefined> {
  return db.transaction(async (trx) => {
    const person = await whoseId(trx, userId).forUpdate().first();
    const changes = person && change(person);
    if (!changes) return person;
    await Person.query(trx).findById(person.id).patch(changes);
    await auditUser(trx, action, person, who, details);
    return Person.query(trx).findById(person.id);
  });
}

async function auditUser(
  trx: Knex,
  action: AuditedAction,
  { id, organizationId, userId }: Person,
  who?: Who,
  details?: JsonObject,
): Promise<void> {
  await recordAudit(trx, { ...who, action, organizationId, targetId: id, details: { userId, ...details } });
}

function whoseId(db: Knex, userId: string) {
  return Person.query(db).whereRaw('lower(user_id) = lower(?)', [userId]);
}
