import type { Knex } from 'knex';
import type { Who } from '../audit/record-audit.js';
import type { Database } from '../database.js';
import { Person } from '../models/person.js';
import type { Changing } from './changing.js';
import { auditUser, ofOrganization } from './people.js';
import { hashSecret } from './secrets.js';
import { deleteSessionsOf } from './sessions.js';

export interface SecondFactor {
  secret: Buffer;
  /** Until then no code is asked for. */
  isConfirmed: boolean;
}

/** The second factor of a person; undefined without one. */
export async function findSecondFactor(db: Knex, personId: string): Promise<SecondFactor | undefined> {
  const row = await db('second_factors').where('person_id', personId).first();
  return row && { secret: row.secret, isConfirmed: row.confirmed_at !== null };
}

/** Begins one; it replaces one that was never confirmed. False if the person has one. */
export async function beginSecondFactor(db: Database, personId: string, secret: Buffer): Promise<boolean> {
  const begun = await db('second_factors')
    .insert({ person_id: personId, secret })
    .onConflict('person_id')
    .merge({ secret, last_step: 0 })
    .where('second_factors.confirmed_at', null)
    .returning('person_id');
  return begun.length > 0;
}

/** Codes are asked for from now on. False if the code of that step has counted, or the factor is another one by now. */
export async function confirmSecondFactor(
  db: Database,
  { personId, secret, step }: { personId: string; secret: Buffer; step: number },
  { recoveryCodes, now }: { recoveryCodes: readonly string[]; now: Date },
  who: Who,
): Promise<boolean> {
  return db.transaction(async (trx) => {
    const confirmed = await trx('second_factors')
      .where({ person_id: personId, secret, confirmed_at: null })
      .where('last_step', '<', step)
      .update({ confirmed_at: now, last_step: step });
    if (confirmed === 0) return false;
    await trx('recovery_codes').insert(
      recoveryCodes.map((code) => ({ person_id: personId, code_sha256: hashSecret(code) })),
    );
    await auditUser(trx, 'SECOND_FACTOR_ADDED', await personOf(trx, personId), who);
    return true;
  });
}

/** Takes the code of a step, in whatever process once. False if it has counted, or a later one. */
export async function takeStep(db: Database, personId: string, step: number): Promise<boolean> {
  const taken = await db('second_factors')
    .where('person_id', personId)
    .where('last_step', '<', step)
    .update({ last_step: step });
  return taken > 0;
}

/** Takes a recovery code, which counts once. False if it is none. */
export async function takeRecoveryCode(
  db: Database,
  { personId, code }: { personId: string; code: string },
  who: Who,
): Promise<boolean> {
  return db.transaction(async (trx) => {
    const taken = await trx('recovery_codes')
      .where({ person_id: personId, code_sha256: hashSecret(code) })
      .delete();
    if (taken > 0) await auditUser(trx, 'RECOVERY_CODE_USED', await personOf(trx, personId), who);
    return taken > 0;
  });
}

/** Takes one's own second factor away. */
export async function removeSecondFactor(db: Database, personId: string, who: Who): Promise<void> {
  await db.transaction(async (trx) => {
    const removed = await trx('second_factors').where('person_id', personId).delete();
    if (removed > 0) await auditUser(trx, 'SECOND_FACTOR_REMOVED', await personOf(trx, personId), who);
  });
}

/**
 * Takes the second factor of somebody who has lost it away, and ends their sessions and tokens. Undefined if there is no such
 * person; `false` if the person has none.
 */
export async function resetSecondFactor(
  db: Database,
  { organizationId, personId }: { organizationId: string; personId: string },
  { check, ...who }: Changing,
): Promise<Person | false | undefined> {
  return db.transaction(async (trx) => {
    const person = await ofOrganization(trx, organizationId).findById(personId).forUpdate();
    if (!person) return undefined;
    await check?.(trx, person);
    if ((await trx('second_factors').where('person_id', personId).delete()) === 0) return false;
    await Person.query(trx).findById(personId).increment('token_generation', 1);
    await deleteSessionsOf(trx, personId);
    await auditUser(trx, 'SECOND_FACTOR_RESET', person, who);
    return personOf(trx, personId);
  });
}

async function personOf(trx: Knex, personId: string): Promise<Person> {
  return Person.query(trx).findById(personId).throwIfNotFound();
}
