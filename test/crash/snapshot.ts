import type { Database } from '../../db/database.js';

/**
 * What a set of runs left in the database, without what differs from one time to the next: ids, moments and numbers
 * of attempts. Two sets of the same runs leave the same, whatever was killed in between.
 */
export async function snapshotOf(db: Database): Promise<Record<string, unknown[]>> {
  const tables: Record<string, string> = {
    events: `select type, state, depth from events`,
    actions: `select event.type as event, action.kind, action.type, action.name, action.state,
        regexp_replace(action.last_error, ' \\(after [0-9]+ attempts\\)$', '') as error
      from action_runs action join events event using (trigger_request_id)`,
    clients: `select name, status, answers from clients`,
    answers: `select count(*) from client_answer_history`,
    quotes: `select action_type, type, outcome, premium, bindable from quotes`,
    worksheets: `select count(*) from quote_worksheets`,
    lookups: `select endpoint, iteration_id, "values", failure from data_lookups`,
    inbound: `select payload from inbound_messages`,
    policies: `select policy_number, policy_state, status, premium from policies`,
    policyEvents: `select type, label from policy_events`,
    changes: `select kind, premium_change, effective_date from policy_changes`,
    ledger: `select premium, applied_to_statement from ledger_entries`,
    journal: `select kind, premium_change from ledger_journal`,
    statements: `select kind, number, amount, paid_amount, state from statements`,
    payments: `select amount, reference from payments`,
    allocations: `select amount from payment_allocations`,
    sessions: `select kind, state, amount, paid_amount, plans <> '{}' as planned from payment_sessions`,
    numbers: `select last from policy_numbers`,
    deliveries: `select event_type, state from webhook_deliveries`,
  };
  const entries = Object.entries(tables).map(async ([name, sql]) => {
    const { rows } = await db.raw<{ rows: unknown[] }>(sql);
    return [name, rows.map((row) => JSON.stringify(row)).sort()] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
