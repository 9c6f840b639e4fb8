import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { UniqueViolationError } from 'objection';
import type { JsonObject } from '../../domain/ground/json.js';
import type { AuditedAction } from '../audit/actions.js';
import { recordAudit, type Who } from '../audit/record-audit.js';
import type { Database } from '../database.js';
import { Person } from '../models/person.js';
import type { Changing } from './changing.js';
import { hashPassword } from './passwords.js';

export interface NewUser {
  /** If an earlier attempt may have created it: its password is replaced. */
  id?: string | undefined;
  organizationId: string;
  /** The name for sign-in; unique in the installation, regardless of case. */
  userId: string;
  /** Default: none, for somebody who signs in through an identity provider only. */
  password?: string | undefined;
  firstName?: string;
  lastName?: string;
  email?: string | undefined;
  /** Default: all, unless there are roles. */
  permissions?: readonly string[];
  roles?: readonly string[];
}

/** The form of a user id. */
export const userIdPattern = /^[^\s\p{Cc}]{1,320}$/u;

/** The user id is taken. */
export class UserIdTaken extends Error {
  override name = 'UserIdTaken';
}

/** Creates a user; throws `UserIdTaken` if the user id is in use, regardless of case. */
export async function createUser(
  db: Database,
  { id = randomUUID(), password, ...user }: NewUser,
  { check, ...who }: Changing = {},
): Promise<Person> {
  const { roles = [], permissions = roles.length > 0 ? [] : ['*'] } = user;
  const given = { permissions: [...permissions], roles: [...roles] };
  const passwordHash = password === undefined ? null : await hashPassword(password);
  try {
    return await db.transaction(async (trx) => {
      await check?.(trx);
      const earlier = await ofOrganization(trx, user.organizationId).findById(id);
      if (earlier) return earlier.$query(trx).patchAndFetch({ passwordHash });
      const person = await Person.query(trx).insertAndFetch({ ...user, ...given, id, passwordHash });
      await auditUser(trx, 'USER_CREATED', person, who, given);
      return person;
    });
  } catch (error) {
    if (error instanceof UniqueViolationError) throw new UserIdTaken();
    throw error;
  }
}

/** Changes something that a person has, in one transaction; undefined if the organization has no such person. */
export async function changeOfPerson<T>(
  db: Database,
  { organizationId, personId }: { organizationId: string; personId: string },
  { check }: Pick<Changing, 'check'>,
  change: (trx: Knex, person: Person) => Promise<T>,
): Promise<T | undefined> {
  return db.transaction(async (trx) => {
    const person = await ofOrganization(trx, organizationId).findById(personId);
    if (!person) return undefined;
    await check?.(trx, person);
    return change(trx, person);
  });
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

/** The name of a person: the user id without one. */
export function nameOfPerson({ firstName, lastName, userId }: Person): string {
  return `${firstName} ${lastName}`.trim() || userId;
}

/** The people of an organization, not disabled, who have one of the permissions or roles; by name. `id`: only that one. */
export async function peopleWith(
  db: Knex,
  organizationId: string,
  { permissions, roles, limit }: { permissions: readonly string[]; roles: readonly string[]; limit: number },
  id?: string,
): Promise<Person[]> {
  return ofOrganization(db, organizationId)
    .where(id === undefined ? {} : { id })
    .whereNull('disabled_at')
    .whereRaw('(permissions && ?::text[] or roles && ?::text[])', [[...permissions], [...roles]])
    .orderBy(['last_name', 'first_name', 'user_id'])
    .limit(limit);
}

/** The people of an organization, not disabled, by name. `search`: what one of their names begins with, regardless of case. */
export async function colleaguesOf(
  db: Knex,
  organizationId: string,
  { search, size }: { search?: string | undefined; size: number },
): Promise<Person[]> {
  const query = ofOrganization(db, organizationId).whereNull('disabled_at');
  if (search !== undefined)
    query.whereRaw(
      `exists (select from unnest(array[first_name, last_name, user_id, first_name || ' ' || last_name]) name
         where starts_with(lower(name), lower(?)))`,
      [search],
    );
  return query.orderBy(['last_name', 'first_name', 'user_id']).limit(size);
}

/** Which of some ids are of people of an organization who are not disabled. */
export async function knownPeople(
  db: Knex,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const people = await ofOrganization(db, organizationId)
    .findByIds([...ids])
    .whereNull('disabled_at')
    .select('id');
  return new Set(people.map(({ id }) => id));
}

/** Users with their organizations, oldest first: those of one organization, or all. */
export async function listUsers(db: Database, organizationId?: string): Promise<Person[]> {
  const query = Person.query(db).withGraphJoined('organization').orderBy(['people.created_at', 'people.id']);
  return organizationId === undefined ? query : query.modify('visibleTo', organizationId);
}

/** Records a change of a user in the audit log. */
export async function auditUser(
  trx: Knex,
  action: AuditedAction,
  { id, organizationId, userId }: Person,
  who?: Who,
  details?: JsonObject,
): Promise<void> {
  await recordAudit(trx, { ...who, action, organizationId, targetId: id, details: { userId, ...details } });
}

/** A query on the users of an organization. */
export function ofOrganization(db: Knex, organizationId: string) {
  return Person.query(db).modify('visibleTo', organizationId);
}
