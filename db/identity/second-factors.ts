import type { Knex } from 'knex';
import type { Who } from '../audit/record-audit.js';
import type { Database } from '../database.js';
import { Person } from '../models/person.js';
import { RecoveryCode } from '../models/recovery-code.js';
import { SecondFactor } from '../models/second-factor.js';
import type { Changing } from './changing.js';
import { auditUser, ofOrganization } from './people.js';
import { hashSecret } from './secrets.js';
import { deleteSessionsOf } from './sessions.js';

/** The second factor of a person; undefined without one. Until it is confirmed, no code is asked for. */
export async function findSecondFactor(db: Knex, personId: string): Promise<SecondFactor | undefined> {
  return SecondFactor.query(db).findById(personId);
}

/** Begins one; it replaces one that was never confirmed. False if the person has one. */
export async function beginSecondFactor(db: Database, personId: string, secret: Buffer): Promise<boolean> {
  // As a set: a model's insert answers its input, whether it was written or not.
  const begun = await db(SecondFactor.tableName)
    .insert({ person_id: personId, secret })
    .onConflict('person_id')
    .merge({ secret, last_step: 0 })
    .where('second_factors.confirmed_at', null)
    .returning('person_id');
  return begun.length > 0;
}

/**
 * Codes are asked for from now on. The person's tokens and sessions end: somebody else may have begun them with the password
 * alone. Returns the person, of the new generation; undefined if the code of that step has counted, or the factor is another one by
 * now.
 */
export async function confirmSecondFactor(
  db: Database,
  { personId, secret, step }: { personId: string; secret: Buffer; step: number },
  { recoveryCodes, now }: { recoveryCodes: readonly string[]; now: Date },
  who: Who,
): Promise<Person | undefined> {
  return db.transaction(async (trx) => {
    const confirmed = await SecondFactor.query(trx)
      .where({ person_id: personId, secret, confirmed_at: null })
      .where('last_step', '<', step)
      .patch({ confirmedAt: now, lastStep: String(step) });
    if (confirmed === 0) return undefined;
    await RecoveryCode.query(trx).insert(
      recoveryCodes.map((code) => ({ personId, codeSha256: hashSecret(code) })),
    );
    await endTokens(trx, personId);
    const person = await personOf(trx, personId);
    await auditUser(trx, 'SECOND_FACTOR_ADDED', person, who);
    return person;
  });
}

/** Takes the code of a step, in whatever process once. False if it has counted, or a later one. */
export async function takeStep(db: Database, personId: string, step: number): Promise<boolean> {
  const taken = await SecondFactor.query(db)
    .findById(personId)
    .where('last_step', '<', step)
    .patch({ lastStep: String(step) });
  return taken > 0;
}

/** Takes a recovery code, which counts once. False if it is none. */
export async function takeRecoveryCode(
  db: Database,
  { personId, code }: { personId: string; code: string },
  who: Who,
): Promise<boolean> {
  return db.transaction(async (trx) => {
    const taken = await RecoveryCode.query(trx).deleteById([personId, hashSecret(code)]);
    if (taken > 0) await auditUser(trx, 'RECOVERY_CODE_USED', await personOf(trx, personId), who);
    return taken > 0;
  });
}

/** Takes one's own second factor away. */
export async function removeSecondFactor(db: Database, personId: string, who: Who): Promise<void> {
  await db.transaction(async (trx) => {
    const removed = await SecondFactor.query(trx).deleteById(personId);
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
    if ((await SecondFactor.query(trx).deleteById(personId)) === 0) return false;
    await endTokens(trx, personId);
    await auditUser(trx, 'SECOND_FACTOR_RESET', person, who);
    return personOf(trx, personId);
  });
}

async function endTokens(trx: Knex, personId: string): Promise<void> {
  await Person.query(trx).findById(personId).increment('token_generation', 1);
  await deleteSessionsOf(trx, personId);
}

async function personOf(trx: Knex, personId: string): Promise<Person> {
  return Person.query(trx).findById(personId).throwIfNotFound();
}
