import type { Database } from '../database.js';

/** Failed sign-ins are counted by key, which is a hash. */
export interface SignInCounter {
  key: Buffer;
  /** The failures within the window. */
  failures: number;
  /** Seconds until the window ends. */
  endsIn: number;
  /** Whether the person has signed in from this address not long ago. */
  known: boolean;
}

/** How long an address is known after a sign-in. */
const knownFor = '90 days';

/**
 * Counts an attempt on every counter, unless `isFull` says of the counts so far that it may not be made. Atomic: of
 * parallel attempts, in whatever processes, no more are made than allowed. Returns the counters before the attempt.
 */
export async function countAttempt(
  db: Database,
  { keys, windowMs }: { keys: readonly Buffer[]; windowMs: number },
  isFull: (counters: readonly SignInCounter[]) => boolean,
): Promise<SignInCounter[]> {
  return db.transaction(async (trx) => {
    // Ordered, so that two attempts never wait for each other's counters.
    const { rows } = await trx.raw<{ rows: SignInCounter[] }>(
      `insert into sign_in_counters as counter (key, failures, window_ends_at)
       select key, 0, now() + :windowMs * interval '1 millisecond'
       from unnest(:keys::bytea[]) as wanted (key) order by key
       on conflict (key) do update set
         failures = case when counter.window_ends_at > now() then counter.failures else 0 end,
         window_ends_at = case when counter.window_ends_at > now() then counter.window_ends_at
           else excluded.window_ends_at end
       returning key, failures, extract(epoch from window_ends_at - now())::float as "endsIn",
         known_until is not null and known_until > now() as known`,
      { keys: [...keys], windowMs },
    );
    if (!isFull(rows)) {
      await trx('sign_in_counters')
        .whereIn('key', [...keys])
        .increment('failures');
    }
    return rows;
  });
}

/** Takes back a counted attempt, because it succeeded; the address of the pair is known from now on. */
export async function attemptSucceeded(
  db: Database,
  { keys, pair }: { keys: readonly Buffer[]; pair: Buffer },
): Promise<void> {
  await db.raw(
    `with counted as (
       select key from sign_in_counters where key = any (:keys::bytea[]) order by key for update
     )
     update sign_in_counters counter set
       failures = greatest(failures - 1, 0),
       known_until = case when counter.key = :pair then now() + interval '${knownFor}' else known_until end
     from counted where counter.key = counted.key`,
    { keys: [...keys], pair },
  );
}

/** Deletes the counters of a user alone, which no other attempt shares. */
export async function deleteCounters(db: Database, keys: readonly Buffer[]): Promise<void> {
  await db('sign_in_counters')
    .whereIn('key', [...keys])
    .delete();
}

/** Deletes counters that no longer matter, so that attempts with ever new user ids do not fill the database. */
export async function deleteExpiredCounters(db: Database): Promise<void> {
  // Never waits for an attempt, which locks its counters in order.
  const expired = db('sign_in_counters')
    .where('expires_at', '<', db.fn.now())
    .select('key')
    .limit(10_000)
    .forUpdate()
    .skipLocked();
  await db('sign_in_counters').whereIn('key', expired).delete();
}

/** A user id in lower case as the database compares them: JavaScript's `İ` has another. */
export async function comparableUserId(db: Database, userId: string): Promise<string> {
  const { comparable } = await db.first(db.raw('lower(?::text) as comparable', [userId]));
  return comparable;
}
