import type { Knex } from 'knex';
import type { Database } from '../database.js';
import { isOverdue } from '../policies/overdue-policies.js';
import { underReview } from '../quotes/quote-filters.js';

/** What waits in the whole installation, without the records of test clocks, whose time is not system time. Numbers stop at 10,000; ages are in seconds, 0 if nothing waits. */
export interface Backlogs {
  /** Events that no worker has begun. */
  events: number;
  oldestEvent: number;
  /** Webhook deliveries that were not accepted yet. */
  deliveries: number;
  oldestDelivery: number;
  /** Webhook endpoints that get single attempts, as they fail. */
  failingEndpoints: number;
  /** Quotes that an underwriter has to decide on. */
  referrals: number;
  oldestReferral: number;
  /** Policies whose check is more than 15 minutes overdue. */
  overduePolicies: number;
}

const most = 10_000;

/** Reads what waits, in one statement: an index answers each part. */
export async function readBacklogs(db: Database): Promise<Backlogs> {
  const unstarted = () => db('events').where('state', 'ACCEPTED');
  // What is polled waits for its program.
  const pending = () => db('webhook_deliveries').where('state', 'PENDING').whereNotNull('next_attempt_at');
  const referred = () =>
    db('quotes').whereNull('package_request_id').whereNull('clock_id').whereRaw(underReview);
  const countOf = (rows: Knex.QueryBuilder) =>
    db.select(db.raw('count(*)::int')).from(rows.select(db.raw('1')).limit(most).as('counted'));
  const ageOf = (time: Knex.QueryBuilder) =>
    db.select(db.raw('coalesce(extract(epoch from now() - ?), 0)::float8', [time]));
  // By owner, because no index has all of them in order.
  const firstOf = (owners: string, ofOwner: Knex.QueryBuilder) =>
    db(owners).select(db.raw('min(?)', [ofOwner.limit(1)]));
  const firstPending = pending()
    .where('endpoint_id', db.ref('webhook_queues.endpoint_id'))
    .orderBy('sending_since')
    .select('sending_since');
  const firstReferral = referred()
    .where('quoting_organization_id', db.ref('organizations.id'))
    .orderBy('quote_timestamp')
    .select('quote_timestamp');
  const parts: Record<keyof Backlogs, Knex.QueryBuilder> = {
    events: countOf(unstarted()),
    oldestEvent: ageOf(unstarted().min('created_at')),
    deliveries: countOf(pending()),
    oldestDelivery: ageOf(firstOf('webhook_queues', firstPending)),
    failingEndpoints: countOf(db('webhook_queues').where('state', 'PAUSED')),
    referrals: countOf(referred()),
    oldestReferral: ageOf(firstOf('organizations', firstReferral)),
    overduePolicies: countOf(db('policies').whereNull('clock_id').whereRaw(isOverdue)),
  };
  return db.first(Object.entries(parts).map(([name, part]) => part.as(name)));
}
