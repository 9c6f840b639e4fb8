import type { Knex } from 'knex';
import { raw } from 'objection';
import { recordAudit, type Who } from '../audit/record-audit.js';
import type { Database } from '../database.js';
import { SigningKey } from '../models/signing-key.js';

export type NewSigningKey = Pick<SigningKey, 'kid' | 'algorithm' | 'publicJwk' | 'privateJwk'>;

/**
 * Stores a new key as the active one unless there is one already: of several processes that start at the same
 * time one wins, and all use its key.
 */
export async function keepFirstSigningKey(db: Database, key: NewSigningKey): Promise<void> {
  await SigningKey.query(db).insert(key).onConflict().ignore();
}

/** Every key, the active one first. */
export async function listSigningKeys(db: Database): Promise<SigningKey[]> {
  return SigningKey.query(db).orderByRaw('retired_at is not null, created_at desc');
}

/** Retires the active key. API processes make another one within moments, and accept its tokens until they expire. */
export async function retireSigningKey(db: Database, who?: Who): Promise<void> {
  await db.transaction(async (trx) => {
    await SigningKey.query(trx)
      .whereNull('retired_at')
      .patch({ retiredAt: raw('now()') });
    await auditRotation(trx, false, who);
  });
}

/** Deletes every key: API processes make another one within moments, and refuse all earlier tokens. */
export async function deleteAllSigningKeys(db: Database, who?: Who): Promise<void> {
  await db.transaction(async (trx) => {
    await SigningKey.query(trx).delete();
    await auditRotation(trx, true, who);
  });
}

/** Deletes keys: tokens that they signed are refused at once. */
export async function deleteSigningKeys(db: Database, kids: readonly string[]): Promise<void> {
  await SigningKey.query(db).delete().whereIn('kid', kids);
}

async function auditRotation(trx: Knex, tokensEnded: boolean, who?: Who): Promise<void> {
  await recordAudit(trx, {
    ...who,
    action: 'SIGNING_KEY_ROTATED',
    organizationId: null,
    details: { tokensEnded },
  });
}
