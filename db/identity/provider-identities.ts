import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { Who } from '../audit/record-audit.js';
import type { Database } from '../database.js';
import { Person } from '../models/person.js';
import { ProviderIdentity } from '../models/provider-identity.js';
import { auditUser, ofOrganization } from './people.js';

/** Somebody as an identity provider tells of them. */
export interface ProvidedPerson {
  issuer: string;
  subject: string;
  organizationId: string;
  firstName: string;
  lastName: string;
  email: string | null;
  /** For somebody new: the first that is free. The last one is nobody else's. */
  userIds: readonly string[];
  roles: readonly string[];
}

/**
 * The person of an organization whom the provider means, made at their first sign-in, with the names and roles that the
 * provider states now. Of parallel sign-ins one makes the person.
 */
export async function personOfProvider(db: Database, given: ProvidedPerson, who: Who): Promise<Person> {
  const { issuer, subject, organizationId } = given;
  return db.transaction(async (trx) => {
    await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [
      JSON.stringify(['provider identity', issuer, subject, organizationId]),
    ]);
    const known = await knownPerson(trx, given);
    return known ? changed(trx, known, given, who) : made(trx, given, who);
  });
}

/** The person signs in through an identity provider: a password would keep them in after they left it. */
export class OfProvider extends Error {
  override name = 'OfProvider';
  override message = 'the user signs in through an identity provider, and gets no password';
}

/** Whether an identity provider has signed the person in. */
export async function isOfProvider(trx: Knex, personId: string): Promise<boolean> {
  return (await ProviderIdentity.query(trx).findOne('person_id', personId)) !== undefined;
}

async function knownPerson(
  trx: Knex,
  { issuer, subject, organizationId }: ProvidedPerson,
): Promise<Person | undefined> {
  return ofOrganization(trx, organizationId)
    .whereIn('id', ProviderIdentity.query(trx).where({ issuer, subject }).select('person_id'))
    .forUpdate()
    .first();
}

async function changed(trx: Knex, person: Person, given: ProvidedPerson, who: Who): Promise<Person> {
  // A provider may state names at the sign-in only.
  const { firstName, lastName } = given.firstName || given.lastName ? given : person;
  const email = given.email ?? person.email;
  const roles = [...given.roles];
  const hasRoles = sameNames(person.roles, roles) && person.permissions.length === 0;
  const hasNames = person.firstName === firstName && person.lastName === lastName && person.email === email;
  // An unchanged person is not written: each change makes all processes forget their callers.
  if (hasRoles && hasNames) return person;
  const grants = { roles, permissions: [] };
  await Person.query(trx)
    .findById(person.id)
    .patch({ firstName, lastName, email, ...grants });
  if (!hasRoles) await auditUser(trx, 'USER_ROLES_CHANGED', person, who, { ...grants, issuer: given.issuer });
  return Person.query(trx).findById(person.id).throwIfNotFound();
}

const sameNames = (some: readonly string[], others: readonly string[]): boolean =>
  JSON.stringify([...some].sort()) === JSON.stringify([...others].sort());

async function made(trx: Knex, given: ProvidedPerson, who: Who): Promise<Person> {
  const { issuer, subject, organizationId, firstName, lastName, email } = given;
  const grants = { roles: [...given.roles], permissions: [] };
  for (const userId of given.userIds) {
    // Somebody else may have it, maybe with a password: it is never theirs by that.
    const { rows } = await trx.raw<{ rows: { id: string }[] }>(
      `insert into people (id, organization_id, user_id, first_name, last_name, email, roles, permissions)
       values (?, ?, ?, ?, ?, ?, ?, '{}') on conflict (lower(user_id)) do nothing returning id`,
      [randomUUID(), organizationId, userId, firstName, lastName, email, grants.roles],
    );
    const [row] = rows;
    if (row === undefined) continue;
    await ProviderIdentity.query(trx).insert({ issuer, subject, organizationId, personId: row.id });
    const person = await Person.query(trx).findById(row.id).throwIfNotFound();
    await auditUser(trx, 'USER_CREATED', person, who, { ...grants, issuer });
    return person;
  }
  throw new Error('no user id is free for somebody of an identity provider');
}
