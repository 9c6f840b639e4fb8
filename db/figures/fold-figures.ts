import type { Knex } from 'knex';
import type { Database } from '../database.js';
import { patienceMs, withPatience } from '../reports/in-snapshot.js';
import { type Cut, cutOfJournals } from './cut-of-journals.js';
import { type FigureChange, FigureChanges } from './figure-changes.js';
import { accountChangesOf } from './fold-accounts.js';
import { earnedChangesOf } from './fold-premium.js';

/** How far the sums go in the journals. */
export async function readProgress(db: Knex): Promise<Cut> {
  const { rows } = await db.raw<{ rows: [Cut] }>(
    'select ledger_seq::text as "ledgerSeq", account_seq::text as "accountSeq" from figure_progress',
  );
  return rows[0];
}

/** The same; the sums stay as they are until the transaction ends. */
export async function holdProgress(trx: Knex): Promise<Cut> {
  await trx('figure_progress').select('id').forShare();
  return readProgress(trx);
}

/** Begins anew: the next fold makes all sums again. */
export async function forgetFigures(db: Database): Promise<void> {
  await db.transaction(async (trx) => {
    await withPatience(trx);
    await trx('figure_progress').update({ ledger_seq: 0, account_seq: 0 });
    await trx('figure_sums').delete();
  });
}

/** Lines of a journal in one transaction. */
const linesAtOnce = 50_000n;
/** For others who write. */
const waitMs = 10_000;
const rowsPerStatement = 2_000;

/**
 * Adds what the journals have by now to the sums of the figures, in steps of one transaction each: a killed one leaves nothing. Any number of
 * processes may do this; one works.
 */
export async function foldFigures(
  db: Database,
  { atOnce = linesAtOnce, signal }: { atOnce?: bigint; signal?: AbortSignal } = {},
): Promise<void> {
  const cut = await cutOfJournals(db, waitMs);
  if (cut === undefined) return;
  while (signal?.aborted !== true && (await foldStep(db, cut, atOnce)));
}

/** Whether there is more to do. */
async function foldStep(db: Database, cut: Cut, atOnce: bigint): Promise<boolean> {
  return db.transaction(async (trx) => {
    await withPatience(trx);
    const locked = await trx('figure_progress').forUpdate().skipLocked().first();
    if (locked === undefined) return false;
    const from = await readProgress(trx);
    const to = {
      ledgerSeq: nextOf(from.ledgerSeq, cut.ledgerSeq, atOnce),
      accountSeq: nextOf(from.accountSeq, cut.accountSeq, atOnce),
    };
    const changes = new FigureChanges();
    if (to.ledgerSeq !== from.ledgerSeq) {
      for await (const added of earnedChangesOf(trx, { after: from.ledgerSeq, until: to.ledgerSeq }))
        changes.add(added);
    }
    if (to.accountSeq !== from.accountSeq) {
      for await (const added of accountChangesOf(trx, { after: from.accountSeq, until: to.accountSeq }))
        changes.add(added);
    }
    await keep(trx, changes.all());
    await trx('figure_progress').update({ ledger_seq: to.ledgerSeq, account_seq: to.accountSeq });
    const isBefore = (seq: string, last: string) => BigInt(seq) < BigInt(last);
    return isBefore(to.ledgerSeq, cut.ledgerSeq) || isBefore(to.accountSeq, cut.accountSeq);
  });
}

/** Another process may have been further already. */
function nextOf(from: string, cut: string, atOnce: bigint): string {
  const [start, end] = [BigInt(from), BigInt(cut)];
  if (end <= start) return from;
  return String(end - start > atOnce ? start + atOnce : end);
}

async function keep(trx: Knex, changes: Iterable<FigureChange>): Promise<void> {
  let rows: FigureChange[] = [];
  for (const change of changes) {
    rows.push(change);
    if (rows.length < rowsPerStatement) continue;
    await keepRows(trx, rows);
    rows = [];
  }
  if (rows.length > 0) await keepRows(trx, rows);
}

async function keepRows(trx: Knex, rows: readonly FigureChange[]): Promise<void> {
  await trx
    .raw(
      `insert into figure_sums as known (organization_id, clock_id, product_id, currency, figure, known_on, day, due_date, amount)
       select "organizationId", "clockId", "productId", currency, figure, date '1970-01-01' + "knownOn", date '1970-01-01' + day,
         date '1970-01-01' + "dueOn", amount
       from jsonb_to_recordset(:rows) added ("organizationId" uuid, "clockId" uuid, "productId" uuid, currency text,
         figure text, "knownOn" int, day int, "dueOn" int, amount numeric)
       on conflict (organization_id, clock_id, product_id, currency, figure, known_on, day, due_date)
       do update set amount = known.amount + excluded.amount`,
      { rows: JSON.stringify(rows) },
    )
    .options({ query_timeout: patienceMs });
}
