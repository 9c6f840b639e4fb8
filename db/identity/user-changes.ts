import type { Knex } from 'knex';
import { type PartialModelObject, raw } from 'objection';
import type { JsonObject } from '../../domain/ground/json.js';
import type { AuditedAction } from '../audit/actions.js';
import type { Database } from '../database.js';
import { PasswordReset } from '../models/password-reset.js';
import { Person } from '../models/person.js';
import type { Changing } from './changing.js';
import { hashPassword } from './passwords.js';
import { auditUser, ofOrganization } from './people.js';
import { isOfProvider, OfProvider } from './provider-identities.js';
import { deleteSessionsOf } from './sessions.js';

/** A user by the user id for sign-in, or one of an organization. */
export type WhichUser = string | { organizationId: string; personId: string };

/**
 * Disables a user, whose tokens and sessions end for good: every API process refuses them within moments. Returns the user, and
 * `undefined` if there is none. Disabling twice keeps the first time.
 */
export async function disableUser(
  db: Database,
  which: WhichUser,
  by?: Changing,
): Promise<Person | undefined> {
  const change = ({ disabledAt }: Person) =>
    disabledAt === null ? { disabledAt: new Date(), ...tokensEnd } : undefined;
  return changeUser(db, which, { action: 'USER_DISABLED', change, by });
}

/** Allows a disabled user to sign in again. Returns the user; `undefined` if there is none. */
export async function enableUser(db: Database, which: WhichUser, by?: Changing): Promise<Person | undefined> {
  const change = ({ disabledAt }: Person) => (disabledAt === null ? undefined : { disabledAt: null });
  return changeUser(db, which, { action: 'USER_ENABLED', change, by });
}

/** Replaces what a user may do, and the e-mail address if one is given. Returns the user; `undefined` if there is none. */
export async function changeRoles(
  db: Database,
  which: WhichUser,
  {
    roles,
    permissions,
    email,
  }: { roles: readonly string[]; permissions: readonly string[]; email?: string | undefined },
  by?: Changing,
): Promise<Person | undefined> {
  const given = { roles: [...roles], permissions: [...permissions], ...(email !== undefined && { email }) };
  return changeUser(db, which, { action: 'USER_ROLES_CHANGED', change: () => given, by, details: given });
}

/** Ends all tokens and sessions of a user within moments, in every API process. Returns the user; `undefined` if there is none. */
export async function signOutUser(
  db: Database,
  which: WhichUser,
  by?: Changing,
): Promise<Person | undefined> {
  return changeUser(db, which, { action: 'USER_SIGNED_OUT', change: () => tokensEnd, by });
}

/**
 * Replaces the password of a user, disabled or not, and ends the user's tokens and sessions. Returns the user;
 * `undefined` if there is none. Throws `OfProvider` for somebody of an identity provider.
 */
export async function changePassword(
  db: Database,
  which: WhichUser,
  password: string,
  by?: Changing,
): Promise<Person | undefined> {
  const passwordHash = await hashPassword(password);
  const change = () => ({ passwordHash, ...tokensEnd });
  const check: Changing['check'] = async (trx, current) => {
    await by?.check?.(trx, current);
    if (current && 'userId' in current && (await isOfProvider(trx, current.id))) throw new OfProvider();
  };
  return changeUser(db, which, { action: 'PASSWORD_CHANGED', change, by: { ...by, check } });
}

/** The change that ends all tokens and sessions that a person has. */
const tokensEnd = { tokenGeneration: raw('token_generation + 1') };

interface UserChange {
  action: AuditedAction;
  /** Undefined if there is nothing to change. */
  change(person: Person): PartialModelObject<Person> | undefined;
  details?: JsonObject;
  by?: Changing | undefined;
}

async function changeUser(
  db: Database,
  which: WhichUser,
  { action, change, details, by: { check, ...who } = {} }: UserChange,
): Promise<Person | undefined> {
  return db.transaction(async (trx) => {
    const person = await selected(trx, which).forUpdate().first();
    if (person) await check?.(trx, person);
    const changes = person && change(person);
    if (!changes) return person;
    await Person.query(trx).findById(person.id).patch(changes);
    if (changes.tokenGeneration !== undefined) await deleteSessionsOf(trx, person.id);
    // Sent to the address before.
    if (changes.email !== undefined && changes.email !== person.email) {
      await PasswordReset.query(trx).delete().where('person_id', person.id);
    }
    await auditUser(trx, action, person, who, details);
    return Person.query(trx).findById(person.id);
  });
}

function selected(db: Knex, which: WhichUser) {
  return typeof which === 'string'
    ? Person.query(db).whereRaw('lower(user_id) = lower(?)', [which])
    : ofOrganization(db, which.organizationId).findById(which.personId);
}
