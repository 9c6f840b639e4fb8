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
