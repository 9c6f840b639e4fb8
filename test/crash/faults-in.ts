import type { Database } from '../../db/database.js';
import { Event } from '../../db/models/event.js';
import { boundQuote } from '../../domain/events/declarations/example-records.js';
import { shopIds } from '../support/shop-product.js';
import type { Taken } from './service-load.js';

/**
 * What a load left in the database that it must not: lost, failed or doubled work. Empty when each event ran once,
 * with all that follows from it. The database has no other events.
 */
export async function faultsIn(db: Database, taken: readonly Taken[]): Promise<string[]> {
  const rowsOf = async (sql: string) => (await db.raw<{ rows: object[] }>(sql)).rows;
  const faults = await Promise.all(
    Object.entries(unwanted).map(async ([what, sql]) =>
      (await rowsOf(sql)).map((row) => `${what}: ${JSON.stringify(row)}`),
    ),
  );
  return [...faults.flat(), ...(await lostEvents(db, taken)), ...(await wrongQuotes(db, taken))];
}

/** Queries that find nothing in a sound database. */
const unwanted = {
  'an event that is not completed': `select trigger_request_id, type, state from events where state <> 'COMPLETED'`,
  'an action that did not succeed': `select type, name, state, last_error from action_runs where state <> 'SUCCEEDED'`,
  'an issue without one policy': `select event.trigger_request_id, count(policy.id)::int as policies
    from events event left join policies policy
      on policy.quote_id = (event.envelope->'payload'->'quoteIds'->>0)::uuid
    where event.type = 'POLICY_CREATE' group by 1 having count(policy.id) <> 1`,
  'a quote issued twice': `select quote_id from policies group by 1 having count(*) > 1`,
  // Except the policy of the demo data.
  'a policy that was not issued and canceled once': `select p.id, p.premium from policies p
    where p.quote_id <> '${boundQuote}' and (p.cancelled_on is null
    or p.premium <> (select sum(premium_change) from ledger_journal j where j.policy_id = p.id)
    or p.premium <> (select sum(premium_change) from policy_changes c where c.policy_id = p.id)
    or (select count(*) from policy_changes c where c.policy_id = p.id) <> 2
    or (select count(*) from events e where e.envelope->'payload'->>'policyId' = p.id::text
      and e.type in ('POLICY_CREATED', 'POLICY_CANCELED')) <> 2)`,
  'a wait with the answer to another': `select a.trigger_request_id, a.result from action_runs a where a.type = 'INBOUND_WAIT'
    and a.result->'metadata'->'answer'->>'for' is distinct from a.trigger_request_id::text`,
};

async function lostEvents(db: Database, taken: readonly Taken[]): Promise<string[]> {
  const ids = taken.map(({ answer }) => answer.triggerRequestId);
  const kept = new Set((await Event.query(db).findByIds(ids)).map((event) => event.triggerRequestId));
  return ids.filter((id) => !kept.has(id)).map((id) => `an event that was answered and lost: ${id}`);
}

/** Each `GET_QUOTES` has one quote of each rating. */
async function wrongQuotes(db: Database, taken: readonly Taken[]): Promise<string[]> {
  const ids = taken
    .filter(({ envelope }) => envelope.type === 'GET_QUOTES')
    .map(({ answer }) => answer.triggerRequestId);
  const quotes = await db('quotes')
    .select('trigger_request_id', 'action_id', 'outcome')
    .whereIn('trigger_request_id', ids);
  const found = quotes
    .map((quote) => `${quote.trigger_request_id} ${quote.action_id} ${quote.outcome}`)
    .sort();
  const wanted = ids
    .flatMap((id) => [shopIds.standard, shopIds.preferred].map((action) => `${id} ${action} QUOTED`))
    .sort();
  const missing = wanted.filter((each) => !found.includes(each));
  const extra = found.filter((each, at) => !wanted.includes(each) || found.indexOf(each) !== at);
  return [
    ...missing.map((each) => `a quote that is missing: ${each}`),
    ...extra.map((each) => `a quote too many: ${each}`),
  ];
}
