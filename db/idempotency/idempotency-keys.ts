import { raw } from 'objection';
import type { Database } from '../database.js';
import { IdempotencyKey } from '../models/idempotency-key.js';

/** How long the answer of a key is kept. */
export const keptHours = 24;
/** After so long without renewal, the process of an attempt counts as dead. */
export const leaseMs = 15_000;

const batchSize = 1_000;

/** A request under a key. Both are hashed, with the caller of the key. */
export interface KeyedContent {
  keySha256: Buffer;
  requestSha256: Buffer;
  /** If the key is new. */
  operationId: string;
}

/** An attempt at a keyed request; a later one has a higher number. */
export interface Attempt {
  keySha256: Buffer;
  /** The same in each attempt. */
  operationId: string;
  attempt: number;
}

export type Claimed =
  | { is: 'CLAIMED'; attempt: Attempt }
  /** `answer` is null if it was too large, or was erased with its client. */
  | { is: 'ANSWERED'; status: number; answer: Buffer | null }
  | { is: 'OUTSTANDING' }
  | { is: 'OTHER_REQUEST' };

const leaseEnd = `clock_timestamp() + interval '${leaseMs} milliseconds'`;
const past = "clock_timestamp() - interval '1 microsecond'";
const isOld = `idempotency_keys.created_at < clock_timestamp() - interval '${keptHours} hours'`;

/** Claims a key for an attempt: a new one, one that has expired, or one whose last attempt ended without an answer. */
export async function claimKey(db: Database, content: KeyedContent): Promise<Claimed> {
  const { keySha256, requestSha256 } = content;
  const claimed = await insertOrTakeOver(db, content);
  if (claimed !== undefined) return { is: 'CLAIMED', attempt: { keySha256, ...claimed } };
  const known = await IdempotencyKey.query(db)
    .findById(keySha256)
    .select('request_sha256', 'status', 'answer')
    .whereRaw(`not ${isOld}`);
  if (known === undefined) {
    await IdempotencyKey.query(db).deleteById(keySha256).whereRaw(isOld);
    return claimKey(db, content);
  }
  const { status, answer } = known;
  if (!known.requestSha256.equals(requestSha256)) return { is: 'OTHER_REQUEST' };
  return status === null ? { is: 'OUTSTANDING' } : { is: 'ANSWERED', status, answer };
}

/** In one statement, so that of many at once one succeeds; undefined: another attempt has the key, or its answer. */
async function insertOrTakeOver(
  db: Database,
  { keySha256, requestSha256, operationId }: KeyedContent,
): Promise<Pick<Attempt, 'operationId' | 'attempt'> | undefined> {
  const lease = db.raw(leaseEnd);
  const [claimed] = await db('idempotency_keys')
    .insert({
      key_sha256: keySha256,
      request_sha256: requestSha256,
      operation_id: operationId,
      lease_until: lease,
    })
    .onConflict('key_sha256')
    .merge({ lease_until: lease, attempt: db.raw('idempotency_keys.attempt + 1') })
    .where('idempotency_keys.request_sha256', requestSha256)
    .whereNull('idempotency_keys.status')
    .whereRaw(`idempotency_keys.lease_until < clock_timestamp() and not ${isOld}`)
    .returning(['operation_id as operationId', 'attempt']);
  return claimed;
}

/** Shows that the process of the attempt is alive. */
export async function renewLease(db: Database, attempt: Attempt): Promise<void> {
  await ofAttempt(db, attempt).patch({ leaseUntil: raw(leaseEnd) });
}

/** Keeps the answer of an attempt, unless another one has taken over. */
export async function keepAnswer(
  db: Database,
  attempt: Attempt,
  answer: { status: number; answer: Buffer | null; clientId: string | null },
): Promise<void> {
  await ofAttempt(db, attempt).patch(answer);
}

/** Lets another attempt begin at once. */
export async function releaseKey(db: Database, attempt: Attempt): Promise<void> {
  await ofAttempt(db, attempt).patch({ leaseUntil: raw(past) });
}

/** Deletes the keys that have expired, in batches; returns their number. */
export async function deleteExpiredKeys(db: Database): Promise<number> {
  let deleted = 0;
  for (let count = batchSize; count === batchSize; deleted += count) {
    const expired = IdempotencyKey.query(db).select('key_sha256').whereRaw(isOld).limit(batchSize);
    count = await IdempotencyKey.query(db).delete().whereIn('key_sha256', expired);
  }
  return deleted;
}

const ofAttempt = (db: Database, { keySha256, attempt }: Attempt) =>
  IdempotencyKey.query(db).where({ key_sha256: keySha256, attempt }).whereNull('status');
