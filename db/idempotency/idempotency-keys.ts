import type { Database } from '../database.js';
import { readRow, type TextStatement } from '../text-statement.js';

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

const lease = `clock_timestamp() + interval '${leaseMs} milliseconds'`;
const isOld = `created_at < clock_timestamp() - interval '${keptHours} hours'`;

const claim: TextStatement = {
  name: 'idempotency_claim',
  sql: `insert into idempotency_keys as known (key_sha256, request_sha256, operation_id, lease_until)
    values (?, ?, ?, ${lease})
    on conflict (key_sha256) do update set lease_until = excluded.lease_until, attempt = known.attempt + 1
      where known.status is null and known.lease_until < clock_timestamp()
        and known.request_sha256 = excluded.request_sha256 and not known.${isOld}
    returning operation_id, attempt`,
};

const known: TextStatement = {
  name: 'idempotency_known',
  sql: `select request_sha256, status, answer, ${isOld} from idempotency_keys where key_sha256 = ?`,
};

const keep: TextStatement = {
  name: 'idempotency_keep',
  sql: `update idempotency_keys set status = ?, answer = ?, client_id = ?
    where key_sha256 = ? and attempt = ? and status is null`,
};

/** Claims a key for an attempt: a new one, one that has expired, or one whose last attempt ended without an answer. */
export async function claimKey(db: Database, content: KeyedContent): Promise<Claimed> {
  const { keySha256, requestSha256, operationId } = content;
  const claimed = await readRow<[string, number]>(db, claim, [keySha256, requestSha256, operationId]);
  if (claimed !== undefined) {
    const [id, attempt] = claimed;
    return { is: 'CLAIMED', attempt: { keySha256, operationId: id, attempt } };
  }
  const row = await readRow<[Buffer, number | null, Buffer | null, boolean]>(db, known, [keySha256]);
  if (row === undefined || row[3]) {
    await db('idempotency_keys').where('key_sha256', keySha256).whereRaw(isOld).delete();
    return claimKey(db, content);
  }
  const [request, status, answer] = row;
  if (!request.equals(requestSha256)) return { is: 'OTHER_REQUEST' };
  return status === null ? { is: 'OUTSTANDING' } : { is: 'ANSWERED', status, answer };
}

/** Shows that the process of the attempt is alive. */
export async function renewLease(db: Database, attempt: Attempt): Promise<void> {
  await ofAttempt(db, attempt).update({ lease_until: db.raw(lease) });
}

/** Keeps the answer of an attempt, unless another one has taken over. */
export async function keepAnswer(
  db: Database,
  attempt: Attempt,
  answer: { status: number; answer: Buffer | null; clientId: string | null },
): Promise<void> {
  const { status, answer: bytes, clientId } = answer;
  await readRow(db, keep, [status, bytes, clientId, attempt.keySha256, attempt.attempt]);
}

/** Lets another attempt begin at once. */
export async function releaseKey(db: Database, attempt: Attempt): Promise<void> {
  await ofAttempt(db, attempt).update({
    lease_until: db.raw("clock_timestamp() - interval '1 microsecond'"),
  });
}

/** Deletes the keys that have expired, in batches; returns their number. */
export async function deleteExpiredKeys(db: Database): Promise<number> {
  let deleted = 0;
  for (let count = batchSize; count === batchSize; deleted += count) {
    count = await db('idempotency_keys')
      .whereIn('key_sha256', db('idempotency_keys').select('key_sha256').whereRaw(isOld).limit(batchSize))
      .delete();
  }
  return deleted;
}

function ofAttempt(db: Database, { keySha256, attempt }: Attempt) {
  return db('idempotency_keys').where({ key_sha256: keySha256, attempt }).whereNull('status');
}
