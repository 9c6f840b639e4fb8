import type { Knex } from 'knex';
import type { Database } from '../database.js';
import { eraseRows } from './erase-client.js';
import { erasedMail, personalTables, type Subject } from './personal-tables.js';

interface RetentionRule {
  table: string;
  key: string;
  /** The column with the age of a row. An index has those that are not gone yet in its order. */
  age: string;
  /** The condition of rows that may go and are not gone yet. It contains that of the index. */
  due: string;
  remove(trx: Knex, ids: readonly string[]): Promise<void>;
}

/** Erases the rows of all tables about a subject, as the erasure of a client does. */
const eraseSubject = (subject: Subject) => async (trx: Knex, ids: readonly string[]) => {
  for (const { of, erased, ...row } of personalTables) {
    if (of === subject && erased !== undefined) await eraseRows(trx, { ...row, erased }, ids);
  }
};

/** Says up to which number there are gaps from now on. */
async function removeChanges(trx: Knex, numbers: readonly string[]): Promise<void> {
  if (numbers.length === 0) return;
  await trx.raw(
    `with gone as (delete from changes where number = any (?::bigint[]) returning number)
     update change_numbers set removed_to = greatest(removed_to, (select max(number) from gone))`,
    [[...numbers]],
  );
}

/** How long records are kept, by the setting with the number of days. Without it they are kept for good. */
export const retentionRules = {
  RETAIN_EVENTS_DAYS: {
    // Contents and results of events that are over, with messages of carriers.
    table: 'events',
    key: 'trigger_request_id',
    age: 'created_at',
    due: "state not in ('ACCEPTED', 'RUNNING') and envelope_sha256 <> ''",
    remove: eraseSubject('events'),
  },
  RETAIN_QUOTES_DAYS: {
    // Answers, results and worksheets of quotes that were never bound. Those of a test clock are deleted with it.
    table: 'quotes',
    key: 'request_id',
    age: 'quote_timestamp',
    due: `not metadata @> '{"erased": true}' and clock_id is null and not exists (
        select from policy_quotes bound
        where bound.quote_id in (quotes.request_id, quotes.package_request_id)
      ) and not exists (
        select from policies
        where policy_state <> 'CLOSED' and (
          renewal_quote_id in (quotes.request_id, quotes.package_request_id)
          or last_renewal_quote_id in (quotes.request_id, quotes.package_request_id)
        )
      )
      and not exists (select from policy_changes change where change.quote_id = quotes.request_id)`,
    remove: eraseSubject('quotes'),
  },
  RETAIN_JOBS_DAYS: {
    // Jobs that have ended, with their rows.
    table: 'jobs',
    key: 'id',
    age: 'ended_at',
    due: 'ended_at is not null',
    remove: (trx, ids) => eraseRows(trx, { table: 'jobs', key: 'id', erased: 'DELETE' }, ids),
  },
  RETAIN_BOOKS_DAYS: {
    // Books that were sent, with what was wrong in them. Their files go when they end.
    table: 'books',
    key: 'id',
    age: 'ended_at',
    due: 'ended_at is not null',
    remove: (trx, ids) => eraseRows(trx, { table: 'books', key: 'id', erased: 'DELETE' }, ids),
  },
  RETAIN_WEBHOOK_DELIVERIES_DAYS: {
    // Webhook deliveries that have ended.
    table: 'webhook_deliveries',
    key: 'id',
    age: 'created_at',
    due: "state <> 'PENDING'",
    remove: (trx, ids) => eraseRows(trx, { table: 'webhook_deliveries', key: 'id', erased: 'DELETE' }, ids),
  },
  RETAIN_MAILS_DAYS: {
    // Texts and addresses of mails that are sent or will not be. What proves that they were sent stays.
    table: 'mails',
    key: 'id',
    age: 'created_at',
    due: "state not in ('WAITING', 'SENDING') and (to_address is not null or text is not null)",
    remove: (trx, ids) => eraseRows(trx, { table: 'mails', key: 'id', erased: erasedMail }, ids),
  },
  RETAIN_CHANGES_DAYS: {
    // The feed of changes, of which the records stay.
    table: 'changes',
    key: 'number',
    age: 'recorded_at',
    due: 'number is not null',
    remove: removeChanges,
  },
} as const satisfies Record<string, RetentionRule>;

export type RetentionSetting = keyof typeof retentionRules | typeof auditSetting;

/** The audit log is append-only: a function of the database deletes what is older than a year. */
export const auditSetting = 'RETAIN_AUDIT_LOG_DAYS';

/** The smallest number of days of each setting. */
export const leastRetention = {
  RETAIN_EVENTS_DAYS: 30,
  RETAIN_QUOTES_DAYS: 30,
  RETAIN_JOBS_DAYS: 1,
  RETAIN_BOOKS_DAYS: 1,
  RETAIN_WEBHOOK_DELIVERIES_DAYS: 7,
  RETAIN_MAILS_DAYS: 30,
  RETAIN_CHANGES_DAYS: 7,
  [auditSetting]: 366,
} as const satisfies Record<RetentionSetting, number>;

const dayMs = 24 * 3_600_000;
const batchSize = 500;

/**
 * Removes what a setting no longer keeps, in batches of one transaction each, and returns the number of rows. Goes from
 * day to day, so that no statement reads more than a day's rows.
 *
 * @param from rows before it are gone already; absent: from the oldest row on.
 */
export async function removeOld(
  db: Database,
  setting: RetentionSetting,
  { from, before }: { from?: Date | undefined; before: Date },
): Promise<number> {
  if (setting === auditSetting) return deleteOldAudit(db, before);
  const rule = retentionRules[setting];
  const oldest = from ?? (await oldestOf(db, rule));
  let removed = 0;
  for (let day = oldest?.getTime() ?? before.getTime(); day < before.getTime(); day += dayMs) {
    const until = new Date(Math.min(day + dayMs, before.getTime()));
    for (let next: Date | undefined = new Date(day); next !== undefined; ) {
      const batch: Batch = await removeBatch(db, rule, { from: next, until });
      removed += batch.count;
      next = batch.next;
    }
  }
  return removed;
}

async function oldestOf(db: Database, { table, age, due }: RetentionRule): Promise<Date | undefined> {
  const row = await db(table).whereRaw(due).orderBy(age).first(age);
  return row?.[age];
}

interface Batch {
  count: number;
  /** Where the next batch begins: those before are gone. Absent if there are no more. */
  next: Date | undefined;
}

function removeBatch(
  db: Database,
  { table, key, age, due, remove }: RetentionRule,
  { from, until }: { from: Date; until: Date },
): Promise<Batch> {
  return db.transaction(async (trx) => {
    const rows: Record<string, unknown>[] = await trx(table)
      .select(key, age)
      .where(age, '>=', from)
      .where(age, '<', until)
      .whereRaw(due)
      .orderBy(age)
      .limit(batchSize)
      .forUpdate()
      .skipLocked();
    await remove(
      trx,
      rows.map((row) => row[key] as string),
    );
    return { count: rows.length, next: rows.length === batchSize ? (rows.at(-1)?.[age] as Date) : undefined };
  });
}

async function deleteOldAudit(db: Database, before: Date): Promise<number> {
  let removed = 0;
  for (let count = batchSize; count === batchSize; removed += count) {
    const { rows } = await db.raw('select delete_old_audit(?, ?) as count', [before, batchSize]);
    count = rows[0].count;
  }
  return removed;
}
