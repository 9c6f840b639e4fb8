/** The records of policies that are copied, by their ids. */
export type CopiedRecords = Readonly<
  Record<
    | ('clients' | 'events' | 'quotes' | 'policies' | 'statements' | 'entries')
    | ('sessions' | 'payments' | 'refunds' | 'policyEvents'),
    readonly string[]
  >
>;

/** A table whose rows are copied. */
export interface CopiedTable {
  table: string;
  /** The column with the id of the record that a row belongs to. */
  key: string;
  of: keyof CopiedRecords;
  /** SQL of the columns that a copy has otherwise, with the bindings of {@link Differences}. */
  set?: Readonly<Record<string, string>>;
  /** Columns that name a record of these only where that is copied, too; else the copy names none. */
  namesCopied?: readonly string[];
  orderedBy?: string;
}

/** How copies differ from their originals. */
export type Differences = Readonly<{
  clockId: string;
  /** The clock's time, ISO 8601. */
  now: string;
  /** Added to policy numbers. */
  suffix: string;
  /** Null: that of the original. */
  productVersionId: string | null;
  paymentPlan: string | null;
}>;

const number = 'policy_number || cast(:suffix as text)';
const noProvider = { provider: "'OFFLINE'", provider_reference: 'null' };

/**
 * The tables that are copied, each after those that it refers to. No copy is known to a payment provider, so that a refund
 * under a clock moves no money.
 */
export const copiedTables: readonly CopiedTable[] = [
  { table: 'clients', key: 'id', of: 'clients', set: { clock_id: ':clockId' } },
  { table: 'client_answer_history', key: 'client_id', of: 'clients' },
  {
    table: 'events',
    key: 'trigger_request_id',
    of: 'events',
    set: {
      clock_id: ':clockId',
      business_time: 'coalesce(business_time, created_at)',
      state: "case when state in ('ACCEPTED', 'RUNNING') then 'COMPLETED' else state end",
      closed_at: 'coalesce(closed_at, created_at)',
      batch_id: 'null',
      retry_plan: 'null',
      retries: '0',
    },
    namesCopied: ['client_id', 'policy_id', 'parent_trigger_request_id'],
  },
  {
    table: 'quotes',
    key: 'request_id',
    of: 'quotes',
    set: { clock_id: ':clockId', assigned_to: 'null', assigned_at: 'null' },
    namesCopied: ['client_id'],
  },
  {
    table: 'policies',
    key: 'id',
    of: 'policies',
    set: {
      clock_id: ':clockId',
      policy_number: number,
      product_version_id: 'coalesce(cast(:productVersionId as uuid), product_version_id)',
      renewal_version_id: 'coalesce(cast(:productVersionId as uuid), renewal_version_id)',
      payment_plan: 'coalesce(cast(:paymentPlan as text), payment_plan)',
      next_look_at: 'cast(:now as timestamptz)',
    },
    namesCopied: ['rewritten_from', 'rewritten_to'],
  },
  { table: 'policy_quotes', key: 'policy_id', of: 'policies' },
  {
    table: 'policy_changes',
    key: 'policy_id',
    of: 'policies',
    set: {
      // The number, and the name of the workflow in Temporal, which begins with it.
      data: `data
        || case when data ->> 'policyNumber' is not null
          then jsonb_build_object('policyNumber', data ->> 'policyNumber' || cast(:suffix as text)) else '{}' end
        || case when data ->> 'workflowId' is not null then jsonb_build_object('workflowId',
          regexp_replace(data ->> 'workflowId', '^(policy[.][^.]*)', '\\1' || cast(:suffix as text)))
          else '{}' end`,
    },
  },
  { table: 'policy_events', key: 'policy_id', of: 'policies', orderedBy: 'seq' },
  { table: 'statements', key: 'policy_id', of: 'policies' },
  {
    table: 'ledger_entries',
    key: 'parent_policy_id',
    of: 'policies',
    set: { policy_number: number },
  },
  { table: 'ledger_journal', key: 'policy_id', of: 'policies', orderedBy: 'seq' },
  {
    table: 'payment_sessions',
    key: 'id',
    of: 'sessions',
    set: { ...noProvider, client_secret: 'null' },
    namesCopied: ['policy_id'],
  },
  {
    table: 'payments',
    key: 'policy_id',
    of: 'policies',
    set: { provider: noProvider.provider },
    orderedBy: 'received_at',
  },
  { table: 'payment_allocations', key: 'payment_id', of: 'payments' },
  { table: 'payment_refunds', key: 'id', of: 'refunds', set: noProvider },
];

/** Tables with records of clients whose rows stay with the original. */
export const notCopied: readonly string[] = [
  // The copies' actions are over: nothing of them is run again.
  ...['action_runs', 'earlier_action_runs', 'inbound_messages', 'event_keys', 'webhook_deliveries'],
  ...[
    'documents',
    'document_pieces',
    'files',
    'file_pieces',
    'quote_notes',
    'client_notes',
    'drafts',
    'assistant_acts',
    'idempotency_keys',
    'job_rows',
    'clock_copies',
    'data_lookups',
    'mails',
  ],
  // A copy is judged like the original, but not excepted.
  'hold_overrides',
  // What is to be done is done for the original.
  ...['tasks', 'task_notes'],
  // A copy is not charged.
  ...['saved_methods', 'collection_agreements', 'collections', 'collection_notices', 'collection_links'],
  // Nobody writes to copies.
  'paperless_consents',
  // Closed months are the original's.
  ...['commission_lines', 'commission_adjustments', 'bordereau_decisions'],
  // By triggers, and by a statement of its own: they are bytes.
  ...['policy_search', 'account_journal', 'quote_worksheets'],
];
