import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../database.js';

/** The last numbers of the journals that count. */
export interface Cut {
  ledgerSeq: string;
  accountSeq: string;
}

/** All numbers of a journal, whatever they will be: none is higher. */
export const lastOfAll = '9223372036854775807';

const lookEveryMs = 20;

/**
 * How far the journals go now: every line up to these numbers is committed, or never will be. Who adds to a journal has a share of its
 * lock from before the number is drawn until its end. So once all who have one now are done, lower numbers are settled. Nobody
 * waits for this. Undefined if somebody is not done in time.
 */
export async function cutOfJournals(db: Database, patienceMs: number): Promise<Cut | undefined> {
  const { rows } = await db.raw<{ rows: [Cut] }>(
    `select (select coalesce(max(seq), 0) from ledger_journal)::text as "ledgerSeq",
       (select coalesce(max(seq), 0) from account_journal)::text as "accountSeq"`,
  );
  const [cut] = rows;
  const until = performance.now() + patienceMs;
  let writing = await writers(db);
  while (writing.length > 0) {
    if (performance.now() > until) return undefined;
    await delay(lookEveryMs);
    const still = new Set(await writers(db));
    writing = writing.filter((each) => still.has(each));
  }
  return cut;
}

/** The transactions that add to the journals. */
async function writers(db: Database): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { transaction: string }[] }>(
    `select distinct virtualtransaction as transaction from pg_locks
     where locktype = 'advisory' and objsubid = 1 and granted
       and (classid::bigint << 32) | objid::bigint = hashtext('ioi journals')
       and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows.map(({ transaction }) => transaction);
}
