import { entriesOfPolicies } from '../ledger/entries-of-policies.js';

/** A table whose rows are in the record of a policy. */
export interface ExportedTable {
  table: string;
  /** SQL of the rows `r` of the policies `:ids`, with the column `owner.policy_id`. */
  from: string;
  order: string;
  /** SQL of columns that are exported otherwise. */
  set?: Readonly<Record<string, string>>;
  /** The only columns that are exported. */
  only?: readonly string[];
}

/**
 * Columns that are left out: what is done here is not done there. Runs, test clocks and people stay; no policy is known to
 * a payment provider; a policy is due for a check as soon as it is imported.
 */
const leftOut: readonly string[] = [
  ...['clock_id', 'trigger_request_id', 'assigned_to', 'assigned_at', 'next_look_at'],
  ...['provider_reference', 'client_secret', 'provider_status'],
];

/** The columns of an exported table, of all its columns. */
export function exportedColumns({ only }: ExportedTable, all: Iterable<string>): string[] {
  return [...all].filter((name) => only?.includes(name) ?? !leftOut.includes(name));
}

/** The rows whose column names a policy. */
const of = (table: string, column = 'policy_id') =>
  `(select id as policy_id from policies where id = any (:ids)) owner join ${table} r on r.${column} = owner.policy_id`;

/** The rows of the quotes of policies, with all products of their packages. */
const ofQuotes = (table: string) => `
  unnest(cast(:quotes as uuid[]), cast(:quotedPolicies as uuid[])) owner (quote_id, policy_id)
  join ${table} r on r.request_id = owner.quote_id`;

const offline = { provider: "'OFFLINE'" };

/**
 * The tables of a policy's record. Events are only those of tasks that the service has done, so that they are not done again.
 * Of the accounts' journal there is what its triggers do not find in statements, payments and refunds; refunds that are under
 * way stay where they are.
 */
export const exportedTables: readonly ExportedTable[] = [
  {
    table: 'events',
    from: `${of('events')} and r.by_service and r.state <> 'ACCEPTED'`,
    order: 'r.created_at, r.trigger_request_id',
    only: [
      ...['trigger_request_id', 'organization_id', 'shared_organization_id', 'type', 'product_id'],
      ...['product_version_id', 'client_id', 'policy_id', 'as_configured_at', 'created_at', 'closed_at'],
    ],
    set: { closed_at: 'coalesce(r.closed_at, r.created_at)' },
  },
  { table: 'quotes', from: ofQuotes('quotes'), order: 'r.package_request_id nulls first, r.request_id' },
  { table: 'quote_worksheets', from: ofQuotes('quote_worksheets'), order: 'r.request_id' },
  { table: 'policies', from: of('policies', 'id'), order: 'r.id' },
  { table: 'policy_quotes', from: of('policy_quotes'), order: 'r.quote_id' },
  { table: 'policy_changes', from: of('policy_changes'), order: 'r.seq' },
  { table: 'policy_events', from: of('policy_events'), order: 'r.created_at, r.seq' },
  {
    table: 'account_journal',
    from: `(
        select seq, policy_id from account_journal line
        where policy_id = any (:ids) and kind in ('BILLED', 'REFUND_PLANNED', 'DUE_MOVED') and not exists (
          select from payment_refunds refund where refund.id = line.source_id and refund.state = 'PENDING')
        union all
        select held.seq, payment.policy_id from payments payment
        join account_journal held on held.source_id = payment.id and held.kind = 'HELD'
        where payment.policy_id = any (:ids)
      ) owner join account_journal r on r.seq = owner.seq`,
    order: 'r.seq',
  },
  { table: 'statements', from: of('statements'), order: 'r.term_number, r.number' },
  {
    table: 'ledger_entries',
    from: `${entriesOfPolicies} r cross join lateral (select r.parent_policy_id as policy_id) owner`,
    order: 'r.created_at, r.id',
  },
  { table: 'ledger_journal', from: of('ledger_journal'), order: 'r.seq' },
  {
    table: 'payment_sessions',
    from: `(
        select distinct policy_id, session_id from payments where policy_id = any (:ids) and session_id is not null
      ) owner join payment_sessions r on r.id = owner.session_id`,
    order: 'r.created_at, r.id',
    set: { ...offline, policy_id: 'case when r.policy_id = owner.policy_id then r.policy_id end' },
  },
  { table: 'payments', from: of('payments'), order: 'r.received_at, r.id', set: offline },
  {
    table: 'payment_refunds',
    from: `${of('payment_refunds')} and r.state <> 'PENDING'`,
    order: 'r.created_at, r.id',
    set: offline,
  },
  {
    table: 'payment_allocations',
    from: `(select id, policy_id from payments where policy_id = any (:ids)) owner
      join payment_allocations r on r.payment_id = owner.id`,
    order: 'r.payment_id, r.statement_id',
  },
];

/** Tables with records of clients that have files of their own in a book. */
export const inOtherFiles: readonly string[] = [
  ...['clients', 'client_answer_history', 'documents', 'document_pieces'],
];

/** Tables with records of clients that are no part of a book. */
export const notInBooks: readonly string[] = [
  // Runs, messages and requests of this installation.
  ...['action_runs', 'earlier_action_runs', 'inbound_messages', 'event_keys', 'webhook_deliveries'],
  ...['idempotency_keys', 'job_rows', 'clock_copies', 'data_lookups', 'mails'],
  // A consent is to who sends.
  'paperless_consents',
  // Of people, about quotes and clients.
  ...['quote_notes', 'client_notes', 'hold_overrides'],
  // What people here have to do.
  ...['tasks', 'task_notes', 'drafts', 'assistant_acts'],
  // Papers of this installation's people.
  ...['files', 'file_pieces'],
  // The policyholder agreed to be charged by this installation's provider.
  ...['saved_methods', 'collection_agreements', 'collections', 'collection_notices', 'collection_links'],
  // Closed months are closed here.
  ...['commission_lines', 'commission_adjustments', 'bordereau_decisions'],
  // Triggers write it.
  'policy_search',
];
