import type { Database } from './database.js';

/** A check is good for so long: `/readyz` can be asked by anybody. */
const goodForMs = 2_000;

/** What does not fit into the least memory of a sort, so that PostgreSQL writes it to its disk. */
const sorted = 'select count(distinct repeat(md5(n::text), 32)) from generate_series(1, 1000) as n';

/**
 * A check that the database can write: rejects if its disk is full, or if it only reads, as a standby. It sorts a megabyte
 * in a temporary file, which leaves nothing behind.
 *
 * @param disk Rejects if the database's disk has too little room, where that is known.
 */
export function writeCheck(db: Database, disk?: () => Promise<unknown>): () => Promise<void> {
  let checking: { at: number; result: Promise<void> } | undefined;
  return () => {
    const at = performance.now();
    if (checking === undefined || at - checking.at > goodForMs) checking = { at, result: check(db, disk) };
    return checking.result;
  };
}

async function check(db: Database, disk?: () => Promise<unknown>): Promise<void> {
  await disk?.();
  await db.transaction(async (trx) => {
    await trx.raw(`set local work_mem = '64kB'`);
    const { rows } = await trx.raw<{ rows: { standby: boolean }[] }>('select pg_is_in_recovery() as standby');
    // As PostgreSQL's own: a transaction that only reads.
    if (rows[0]?.standby) throw Object.assign(new Error('the database is a standby'), { code: '25006' });
    await trx.raw(sorted);
  });
}
