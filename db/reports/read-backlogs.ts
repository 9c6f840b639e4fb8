import type { Database } from '../database.js';
import { isOverdue } from '../policies/overdue-policies.js';
import { underReview } from '../quotes/quote-filters.js';
import { readRows, type TextStatement } from '../text-statement.js';

/** What waits in the whole installation. Numbers stop at 10,000; ages are in seconds, 0 if nothing waits. */
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
const countOf = (rows: string) => `(select count(*)::int from (select ${rows} limit ${most}) counted)`;
const ageOf = (time: string) => `coalesce(extract(epoch from now() - (${time})), 0)::float8`;

const unstarted = `from events where state = 'ACCEPTED'`;
const pending = `from webhook_deliveries where state = 'PENDING'`;
const referred = `from quotes where package_request_id is null and ${underReview}`;

/** An index answers each part. The oldest of a kind is looked up by owner, because no index has all of them in order. */
const backlogs: TextStatement = {
  name: 'backlogs',
  sql: `select ${countOf(unstarted)} as events,
    ${ageOf(`select min(created_at) ${unstarted}`)} as "oldestEvent",
    ${countOf(pending)} as deliveries,
    ${ageOf(`select min(first.sending_since) from webhook_queues queue cross join lateral (
      select sending_since ${pending} and endpoint_id = queue.endpoint_id order by sending_since limit 1) first`)}
      as "oldestDelivery",
    (select count(*)::int from webhook_queues where state = 'PAUSED') as "failingEndpoints",
    ${countOf(referred)} as referrals,
    ${ageOf(`select min(first.quote_timestamp) from organizations insurer cross join lateral (
      select quote_timestamp ${referred} and quoting_organization_id = insurer.id
      order by quote_timestamp limit 1) first`)} as "oldestReferral",
    ${countOf(`from policies where ${isOverdue}`)} as "overduePolicies"`,
};

/** Reads what waits, in one statement. */
export async function readBacklogs(db: Database): Promise<Backlogs> {
  const [read] = await readRows<Backlogs & Record<string, number>>(db, backlogs, []);
  if (read === undefined) throw new RangeError('a statement without a table has one row');
  return read;
}
