import type { Knex } from 'knex';
import type { Database } from '../database.js';

/** A report takes longer than other statements. */
export const patienceMs = 600_000;

/** Gives a transaction the time and memory that statements over a whole book need. */
export async function withPatience(trx: Knex): Promise<void> {
  await trx.raw(`set local statement_timeout = ${patienceMs}`);
  // A slow reader holds the transaction up between two batches.
  await trx.raw(`set local idle_in_transaction_session_timeout = ${patienceMs}`);
  // The statement of a process that was killed ends, too.
  await trx.raw("set local client_connection_check_interval = '5s'");
  await trx.raw("set local work_mem = '64MB'");
  await trx.raw('set local jit = off');
}

/**
 * The rows of a statement, `count` at a time and at last fewer, maybe none. A cursor keeps memory flat. Its name
 * tells those who watch the database what is read.
 */
export async function* rowsInTurn<Row>(
  trx: Knex,
  { name, sql, bindings, count }: { name: string; sql: string; bindings: Knex.ValueDict; count: number },
): AsyncGenerator<Row[], void> {
  await trx.raw('set local cursor_tuple_fraction = 1');
  await trx.raw(`declare ${name} no scroll cursor for ${sql}`, bindings);
  for (;;) {
    const { rows } = await trx
      .raw<{ rows: Row[] }>(`fetch ${count} from ${name}`)
      // The limit of the connection would end the wait for the first rows of a large book.
      .options({ query_timeout: patienceMs });
    yield rows;
    if (rows.length < count) break;
  }
  await trx.raw(`close ${name}`);
}

/** Reads in one snapshot of the database. `signal` ends the statement in the database, and rejects with its reason. */
export async function inSnapshot<Result>(
  db: Database,
  signal: AbortSignal | undefined,
  work: (trx: Knex) => Promise<Result>,
): Promise<Result> {
  return db.transaction(
    async (trx) => {
      await withPatience(trx);
      return cancellable(db, trx, signal, () => work(trx));
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
}

/** Does work in a transaction. The signal cancels its statement, through another connection of the pool. */
async function cancellable<Result>(
  db: Database,
  trx: Knex,
  signal: AbortSignal | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  if (signal === undefined) return work();
  const { rows } = await trx.raw<{ rows: { pid: number }[] }>('select pg_backend_pid() as pid');
  let canceling: Promise<unknown> = Promise.resolve();
  const cancel = () => {
    canceling = db.raw('select pg_cancel_backend(?)', [rows[0]?.pid ?? null]).catch(() => undefined);
  };
  signal.throwIfAborted();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const result = await work();
    signal.throwIfAborted();
    return result;
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', cancel);
    // Until then the connection must not serve others: their statement would be canceled.
    await canceling;
  }
}
