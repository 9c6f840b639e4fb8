import type { Knex } from 'knex';
import type { Database } from '../database.js';
import { eraseRows } from './erase-client.js';
import { personalTables, type Subject } from './personal-tables.js';

interface RetentionRule {
  table: string;
  key: string;
  /** The column with the age of a row; it has an index. */
  age: string;
  /** The condition of rows that may go and are not gone yet. */
  due: string;
  remove(trx: Knex, ids: readonly string[]): Promise<void>;
}

/** Erases the rows of all tables about a subject, as the erasure of a client does. */
const eraseSubject = (subject: Subject) => async (trx: Knex, ids: readonly string[]) => {
  for (const { of, erased, ...row } of personalTables) {
    if (of === subject && erased !== undefined) await eraseRows(trx, { ...row, erased }, ids);
  }
};

/** How long records are kept, by the setting with the number of days. Without it they are kept for good. */
export const retentionRules = {
  RETAIN_EVENTS_DAYS: {
    // Contents and results of events that are over, with messages of carriers.
    ...{ table: 'events', key: 'trigger_request_id', age: 'created_at' },
    due: "state not in ('ACCEPTED', 'RUNNING') and envelope_sha256 <> ''",
    remove: eraseSubject('events'),
  },
  RETAIN_QUOTES_DAYS: {
    // Answers, results and worksheets of quotes that were never bound.
    ...{ table: 'quotes', key: 'request_id', age: 'quote_timestamp' },
    due: `not metadata @> '{"erased": true}' and not exists (
        select from policy_quotes bound
        where bound.quote_id in (quotes.request_id, quotes.package_request_id)
      ) and not exists (select from policies where renewal_quote_id in (quotes.request_id, quotes.package_request_id))
      and not exists (select from policy_changes change where change.quote_id = quotes.request_id)`,
    remove: eraseSubject('quotes'),
  },
  RETAIN_WEBHOOK_DELIVERIES_DAYS: {
    // Webhook deliveries that have ended.
    ...{ table: 'webhook_deliveries', key: 'id', age: 'created_at' },
    due: "state <> 'PENDING'",
    remove: (trx, ids) => eraseRows(trx, { table: 'webhook_deliveries', key: 'id', erased: 'DELETE' }, ids),
  },
} as const satisfies Record<string, RetentionRule>;

export type RetentionSetting = keyof typeof retentionRules | typeof auditSetting;

/** The audit log is append-only: a function of the database deletes what is older than a year. */
export const auditSetting = 'RETAIN_AUDIT_LOG_DAYS';

/** The smallest number of days of each setting. */
export const leastRetention = {
  RETAIN_EVENTS_DAYS: 30,
  RETAIN_QUOTES_DAYS: 30,
  RETAIN_WEBHOOK_DELIVERIES_DAYS: 7,
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
  const { table, age } = retentionRules[setting];
  const oldest = from ?? (await db(table).min({ oldest: age }))[0]?.oldest;
  let removed = 0;
  for (let day = oldest?.getTime() ?? before.getTime(); day < before.getTime(); day += dayMs) {
    const until = new Date(Math.min(day + dayMs, before.getTime()));
    for (let count = batchSize; count === batchSize; removed += count) {
      count = await removeBatch(db, retentionRules[setting], { from: new Date(day), until });
    }
  }
  return removed;
}

function removeBatch(db: Database, rule: RetentionRule, { from, until }: { from: Date; until: Date }) {
  const { table, key, age, due, remove } = rule;
  return db.transaction(async (trx) => {
    const ids: string[] = await trx(table)
      .where(age, '>=', from)
      .where(age, '<', until)
      .whereRaw(due)
      .limit(batchSize)
      .forUpdate()
      .skipLocked()
      .pluck(key);
    await remove(trx, ids);
    return ids.length;
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
