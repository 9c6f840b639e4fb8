import type { Knex } from 'knex';
import type { Objection } from '../../domain/ground/objection.js';
import { minorDigitsSql } from '../../domain/money/currency.js';
import type { Database } from '../database.js';
import { Client } from '../models/client.js';
import { personalTables, type Subject } from './personal-tables.js';
import { type RecordsOfClient, recordsOfClient } from './records-of-client.js';

export interface ErasedClient {
  clientId: string;
  erasedAt: Date;
  /** The last day until which policies are kept; null if none are kept. */
  keptUntil: string | null;
  /** The policies that are kept, each until a day. */
  kept: { policyId: string; policyNumber: string; keptUntil: string }[];
}

export interface Erasure {
  clientId: string;
  /** `YYYY-MM-DD`. */
  today: string;
  now: Date;
  /** How long a policy is kept after its last day with coverage. */
  policyYears: number;
}

/**
 * Erases a client: its profile, answers and history, the contents of its events, and quotes and documents. Policies
 * are kept, with their quotes, documents and money, until their time is over. An erased client is erased again, which
 * removes what has had to be kept. Undefined if there is no such client; an objection if a policy is not closed, an
 * event is running, or money was received that no policy has. The transaction locks the client.
 */
export async function eraseClient(
  trx: Knex.Transaction,
  { clientId, today, now, policyYears }: Erasure,
): Promise<ErasedClient | Objection | undefined> {
  // So that no new event, quote or policy refers to it meanwhile.
  const client = await Client.query(trx).findById(clientId).forUpdate();
  if (client === undefined) return undefined;
  const records = await recordsOfClient(trx, clientId);
  const objection = await whyNotErase(trx, records);
  if (objection !== undefined) return objection;
  const erasedAt = client.erasedAt ?? now;
  const kept = (await policiesWithEnd(trx, records, policyYears)).filter(
    ({ keptUntil }) => keptUntil >= today,
  );
  const ends = kept.map((policy) => policy.keptUntil).sort();
  await client.$query(trx).patch({ erasedAt, keptUntil: ends[0] ?? null });
  const erasable = await withoutKept(
    trx,
    records,
    kept.map(({ policyId }) => policyId),
  );
  await deleteObjectsOf(trx, erasable.documents);
  for (const { table, key, of, erased } of personalTables) {
    if (erased !== undefined) await eraseRows(trx, { table, key, erased }, erasable[of]);
  }
  await trx.raw('select erase_policy_answers(?::uuid[])', [[...erasable.policies]]);
  return { clientId, erasedAt, keptUntil: ends.at(-1) ?? null, kept };
}

/** Erases the rows of a table with these keys. */
export async function eraseRows(
  trx: Knex,
  { table, key, erased }: { table: string; key: string; erased: string },
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const change = erased === 'DELETE' ? 'delete from ??' : `update ?? set ${erased}`;
  await trx.raw(`${change} where ?? = any (?::uuid[])`, [table, key, [...ids]]);
}

/**
 * Erases what was kept of erased clients and is over; returns the number of clients. What has a test clock has days of that
 * clock, and is erased with it.
 */
export async function eraseOverdue(db: Database, erasure: Omit<Erasure, 'clientId'>): Promise<number> {
  const overdue: string[] = await db('clients')
    .where('kept_until', '<', erasure.today)
    .whereNull('clock_id')
    .orderBy('kept_until')
    .limit(100)
    .pluck('id');
  for (const clientId of overdue) await db.transaction((trx) => eraseClient(trx, { clientId, ...erasure }));
  return overdue.length;
}

async function whyNotErase(trx: Knex, { policies, events, payments }: RecordsOfClient) {
  const { rows } = await trx.raw<{ rows: [{ reason: string }?] }>(
    `select format('policy %s is %s: a client is erased once its policies are closed', policy_number, policy_state)
         as reason from policies where id = any (:policies) and policy_state <> 'CLOSED'
     union all select format('event %s is running: wait for its end, or cancel it', trigger_request_id)
       from events where trigger_request_id = any (:events) and state in ('ACCEPTED', 'RUNNING')
     union all select format('%s were received in payment session %s, and no policy has them: refund them first',
         round(sum(p.amount), max(${minorDigitsSql('s.currency')})), s.id)
       from payments p join payment_sessions s on s.id = p.session_id
       where p.id = any (:payments) and p.policy_id is null group by s.id having sum(p.amount) <> 0
     limit 1`,
    { policies: [...policies], events: [...events], payments: [...payments] },
  );
  return rows[0];
}

async function policiesWithEnd(trx: Knex, { policies }: RecordsOfClient, years: number) {
  const { rows } = await trx.raw<{ rows: ErasedClient['kept'] }>(
    `select id as "policyId", policy_number as "policyNumber",
       to_char(last_day_with_coverage + make_interval(years => ?), 'YYYY-MM-DD') as "keptUntil"
     from policies where id = any (?) order by last_day_with_coverage, id`,
    [years, [...policies]],
  );
  return rows;
}

/** The records less those of kept policies: the policies, their quotes with components, documents, files and payments. */
async function withoutKept(
  trx: Knex,
  records: RecordsOfClient,
  policies: readonly string[],
): Promise<RecordsOfClient> {
  if (policies.length === 0) return records;
  const { rows } = await trx.raw<{ rows: [Omit<RecordsOfClient, 'client' | 'events' | 'policies'>] }>(
    `with bound as (
       select quote_id as id from policy_quotes where policy_id = any (:policies)
       union select quote_id from policies where id = any (:policies)
       union select quote_id from policy_changes where policy_id = any (:policies) and quote_id is not null
     ), kept as (
       select id from bound
       union select request_id from quotes where package_request_id in (select id from bound)
     )
     select array(select id from kept) as quotes,
       array(select id from documents where policy_id = any (:policies) or quote_id in (select id from kept))
         as documents,
       array(select id from files where policy_id = any (:policies) or quote_id in (select id from kept)
         or trigger_request_id in (select trigger_request_id from events where policy_id = any (:policies))) as files,
       array(select id from payments where policy_id = any (:policies)) as payments`,
    { policies: [...policies] },
  );
  const kept: Partial<Record<Subject, readonly string[]>> = { policies, ...rows[0] };
  const rest = Object.entries(records).map(([subject, ids]) => {
    const stays = new Set(kept[subject as Subject]);
    return [subject, ids.filter((id) => !stays.has(id))];
  });
  return Object.fromEntries(rest) as RecordsOfClient;
}

/** Notes the files to delete from the bucket: it has no part in the transaction. */
async function deleteObjectsOf(trx: Knex, documents: readonly string[]): Promise<void> {
  await trx.raw(
    `insert into erased_objects (object_key) select object_key from documents
     where id = any (?::uuid[]) and object_key is not null on conflict do nothing`,
    [[...documents]],
  );
}
