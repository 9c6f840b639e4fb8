import type { Knex } from 'knex';
import { changeSilently } from '../changes/silently.js';
import { columnsOf } from '../columns-of.js';
import type { Clock } from '../models/clock.js';
import { ClockCopy } from '../models/clock-copy.js';
import { copiedIds } from './copied-ids.js';
import { copiedTables, type Differences } from './copied-tables.js';
import { copyRowsOf } from './copy-rows-of.js';
import { recordsToCopy } from './records-to-copy.js';

export interface PoliciesToCopy {
  /** Of the request: an earlier attempt of it may have copied them. */
  copyId: string;
  clock: Pick<Clock, 'id' | 'businessTime'>;
  policyIds: readonly string[];
  /** The version that the copies live on, and renew with; undefined: as the originals. */
  productVersionId: string | undefined;
  /** Of their next terms; undefined: as the originals. */
  paymentPlan: string | undefined;
  /** System time. */
  now: Date;
}

/** A policy with something that is later than the clock's time. */
export interface LaterThanClock {
  policyId: string;
  policyNumber: string;
  at: Date;
}

const latest = `
  select p.id as "policyId", p.policy_number as "policyNumber", greatest(p.updated_at,
    (select max(recorded_at) from policy_changes where policy_id = p.id),
    (select max(created_at) from policy_events where policy_id = p.id),
    (select max(created_at) from ledger_journal where policy_id = p.id),
    (select max(received_at) from payments where policy_id = p.id),
    (select max(created_at) from statements where policy_id = p.id),
    (select quote_timestamp from quotes where request_id = p.last_renewal_quote_id),
    (select answers_valid_from from clients where id = p.client_id)
  ) as at
  from policies p where p.id = any (?) order by at desc limit 1`;

/** The policy with the latest record, if that is later than the clock's time: its history would be in the future. */
export async function laterThanClock(
  trx: Knex,
  { businessTime }: Pick<Clock, 'businessTime'>,
  policyIds: readonly string[],
): Promise<LaterThanClock | undefined> {
  const { rows } = await trx.raw<{ rows: LaterThanClock[] }>(latest, [[...policyIds]]);
  return rows.find(({ at }) => at > businessTime);
}

/**
 * Copies policies with their history under a clock: their clients, quotes, bills, payments and ledgers, with the events
 * that these refer to. Nothing is fired, and no number of a product is spent. The transaction has locked the clock, and
 * reads one snapshot.
 */
export async function copyPolicies(
  trx: Knex.Transaction,
  { copyId, clock, policyIds, productVersionId, paymentPlan, now }: PoliciesToCopy,
): Promise<void> {
  await changeSilently(trx);
  const toCopy = await recordsToCopy(trx, policyIds);
  const { ids, eventsOfTasks } = await copiedIds(copyId, toCopy);
  const records = { ...toCopy.records, events: [...toCopy.records.events, ...eventsOfTasks] };
  const differences: Differences = {
    clockId: clock.id,
    now: clock.businessTime.toISOString(),
    suffix: `-T${await nextNumber(trx)}`,
    productVersionId: productVersionId ?? null,
    paymentPlan: paymentPlan ?? null,
  };
  const columns = await columnsOf(
    trx,
    copiedTables.map(({ table }) => table),
  );
  for (const each of copiedTables) {
    const rows = { columns: [...(columns.get(each.table)?.keys() ?? [])], records, ids, differences };
    await copyRowsOf(trx, each, rows);
  }
  await copyWorksheets(trx, records.quotes, ids);
  const copyOf = (id: string) => ids.get(id) ?? id;
  await ClockCopy.query(trx).insert(
    toCopy.policies.map(({ id, policyNumber }) => ({
      policyId: copyOf(id),
      clockId: clock.id,
      copyId,
      originalPolicyId: id,
      originalPolicyNumber: policyNumber,
      copiedAt: now,
    })),
  );
}

/** A policy that a request copied. */
export type CopiedPolicy = Pick<ClockCopy, 'policyId' | 'originalPolicyId' | 'originalPolicyNumber'> & {
  policyNumber: string;
};

/** What a request copied, by the originals' numbers; nothing before it has. */
export async function copiesOfRequest(db: Knex, copyId: string): Promise<CopiedPolicy[]> {
  return db('clock_copies as copy')
    .join('policies as policy', 'policy.id', 'copy.policy_id')
    .where('copy.copy_id', copyId)
    .orderBy(['copy.original_policy_number', 'copy.policy_id'])
    .select({
      policyId: 'copy.policy_id',
      policyNumber: 'policy.policy_number',
      originalPolicyId: 'copy.original_policy_id',
      originalPolicyNumber: 'copy.original_policy_number',
    });
}

/** The copies of a request have their originals' numbers with one suffix, so that a search finds them by it. */
async function nextNumber(trx: Knex): Promise<string> {
  const { rows } = await trx.raw<{ rows: [{ number: string }] }>(
    "select nextval('clock_copy_numbers')::text as number",
  );
  return rows[0].number;
}

/** They are compressed, and as large as the rest of the quotes: they stay in the database. */
async function copyWorksheets(
  trx: Knex,
  quotes: readonly string[],
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  await trx.raw(
    `insert into quote_worksheets (request_id, sha256, deflated)
     select pair.copy, sheet.sha256, sheet.deflated
     from unnest(cast(? as uuid[]), cast(? as uuid[])) pair (original, copy)
     join quote_worksheets sheet on sheet.request_id = pair.original`,
    [[...quotes], quotes.map((id) => ids.get(id) ?? id)],
  );
}
