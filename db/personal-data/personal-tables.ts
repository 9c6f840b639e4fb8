/** What the rows of a table belong to. */
export type Subject =
  | ('client' | 'events' | 'quotes' | 'policies')
  | ('payments' | 'documents' | 'tasks' | 'files');

export interface PersonalTable {
  table: string;
  /** The column with the id of the subject. */
  key: string;
  of: Subject;
  /** How a row is erased: the columns to overwrite, or the whole row. Absent: it holds no personal data. */
  erased?: string | 'DELETE';
}

/** What a mail said and to whom. Its times and the hashes of what was sent stay: they prove that it was. */
export const erasedMail = `to_address = null, from_name = null, reply_to = null, "values" = '{}', subject = null, text = null,
  attachments = (select coalesce(jsonb_agg(jsonb_set(sent, '{fileName}', '""')), '[]') from jsonb_array_elements(attachments) sent),
  posted_to = null, server_answer = null, last_error = null, reports = '[]', next_attempt_at = null,
  state = case when state = 'WAITING' or state = 'SENDING' and handed_over_at is null then 'CANCELED' else state end`;

const premiumOnly = `case when quote_details is not null then jsonb_build_object('premium',
  quote_details -> 'premium', 'duration', quote_details -> 'duration', 'coverageTypes', '[]'::jsonb) end`;

/**
 * The tables with a client's records, in the order in which they are erased. Erasures and retention follow from this
 * list; every other table is in {@link impersonalTables}.
 */
export const personalTables: readonly PersonalTable[] = [
  {
    table: 'clients',
    key: 'id',
    of: 'client',
    erased: "name = null, location_code = null, language = null, answers = '{}'",
  },
  // Answers of a day, which only their callers can read.
  {
    table: 'idempotency_keys',
    key: 'client_id',
    of: 'client',
    erased: 'answer = null',
  },
  // Rows that wait are not fired any more.
  {
    table: 'job_rows',
    key: 'client_id',
    of: 'client',
    erased: `cells = '{}', payload = '{}', made = made - 'note', error = null,
      state = case when state = 'WAITING' then 'CANCELED' else state end`,
  },
  // Those that wait are not sent any more.
  { table: 'mails', key: 'client_id', of: 'client', erased: erasedMail },
  { table: 'client_answer_history', key: 'client_id', of: 'client', erased: 'DELETE' },
  { table: 'client_notes', key: 'client_id', of: 'client', erased: 'DELETE' },
  { table: 'drafts', key: 'client_id', of: 'client', erased: 'DELETE' },
  { table: 'assistant_acts', key: 'client_id', of: 'client', erased: 'DELETE' },
  {
    table: 'paperless_consents',
    key: 'client_id',
    of: 'client',
    erased: "address = null, language = null, source = ''",
  },
  { table: 'hold_overrides', key: 'client_id', of: 'client', erased: "reason = ''" },
  {
    table: 'events',
    key: 'trigger_request_id',
    of: 'events',
    erased: `envelope = jsonb_build_object('type', envelope -> 'type', 'lineId', envelope -> 'lineId',
      'batchMode', envelope -> 'batchMode', 'payload', '{}'::jsonb), envelope_sha256 = '',
      trigger_result = case when trigger_result is not null then trigger_result || '{"metadata": {}}' end,
      acknowledgement = acknowledgement - 'note'`,
  },
  { table: 'event_keys', key: 'trigger_request_id', of: 'events' },
  { table: 'data_lookups', key: 'trigger_request_id', of: 'events', erased: 'DELETE' },
  { table: 'inbound_messages', key: 'trigger_request_id', of: 'events', erased: 'DELETE' },
  {
    table: 'action_runs',
    key: 'trigger_request_id',
    of: 'events',
    erased: 'result = null, last_error = null',
  },
  { table: 'earlier_action_runs', key: 'trigger_request_id', of: 'events', erased: 'last_error = null' },
  // Their bodies have ids, numbers and amounts of policies.
  { table: 'webhook_deliveries', key: 'trigger_request_id', of: 'events' },
  { table: 'quote_worksheets', key: 'request_id', of: 'quotes', erased: 'DELETE' },
  { table: 'quote_notes', key: 'request_id', of: 'quotes', erased: 'DELETE' },
  {
    table: 'quotes',
    key: 'request_id',
    of: 'quotes',
    erased: `intake = '{}', quote_details = ${premiumOnly}, messages = '[]', metadata = '{"erased": true}', bindable = false,
      raw_quote_request = null, raw_quote_details = null, input_mapping_data = null, underwriter_response = null,
      policyholder_response = null, underwriting = null`,
  },
  { table: 'task_notes', key: 'task_id', of: 'tasks', erased: 'DELETE' },
  { table: 'tasks', key: 'id', of: 'tasks', erased: 'DELETE' },
  { table: 'document_pieces', key: 'document_id', of: 'documents', erased: 'DELETE' },
  { table: 'documents', key: 'id', of: 'documents', erased: 'DELETE' },
  // With their bytes, which a trigger notes where a bucket has them.
  { table: 'file_pieces', key: 'file_id', of: 'files', erased: 'DELETE' },
  { table: 'files', key: 'id', of: 'files', erased: 'DELETE' },
  // With them their rows in policy_search.
  {
    table: 'policies',
    key: 'id',
    of: 'policies',
    erased: `policy_meta = policy_meta - '{insuredName,insured}'::text[], policy_contract = '{}', issued_meta = null,
      client_integration_data = '{}', quote_integration_data = '{}', policy_integration_data = '{}'`,
  },
  { table: 'policy_search', key: 'policy_id', of: 'policies' },
  { table: 'policy_quotes', key: 'policy_id', of: 'policies' },
  { table: 'clock_copies', key: 'policy_id', of: 'policies' },
  // A journal: the answers are erased by a function of the database.
  { table: 'policy_changes', key: 'policy_id', of: 'policies' },
  {
    table: 'policy_events',
    key: 'policy_id',
    of: 'policies',
    erased: "label = null, description = null, data = '{}'",
  },
  {
    table: 'ledger_entries',
    key: 'parent_policy_id',
    of: 'policies',
    erased: "event_answers = null, doc = null, additional_docs = '[]'",
  },
  // Amounts, dates and ids.
  { table: 'ledger_journal', key: 'policy_id', of: 'policies' },
  { table: 'account_journal', key: 'policy_id', of: 'policies' },
  { table: 'commission_lines', key: 'policy_id', of: 'policies' },
  { table: 'commission_adjustments', key: 'policy_id', of: 'policies', erased: "reason = ''" },
  // A journal of the insurer about its seller's amounts.
  { table: 'bordereau_decisions', key: 'policy_id', of: 'policies' },
  { table: 'statements', key: 'policy_id', of: 'policies' },
  // What is erased is not charged: the provider is asked to forget it before, by removing the method.
  {
    table: 'saved_methods',
    key: 'client_id',
    of: 'client',
    erased: `brand = null, last_four = null, expiry = null, mandate_reference = null, reason = null, state = 'DETACHED'`,
  },
  {
    table: 'collection_agreements',
    key: 'policy_id',
    of: 'policies',
    erased: "consent = '{}', end_reason = null",
  },
  { table: 'collections', key: 'policy_id', of: 'policies', erased: 'reason = null' },
  { table: 'collection_notices', key: 'policy_id', of: 'policies' },
  { table: 'collection_links', key: 'policy_id', of: 'policies', erased: 'DELETE' },
  { table: 'payment_refunds', key: 'policy_id', of: 'policies', erased: 'reason = null, refusal = null' },
  {
    table: 'payment_sessions',
    key: 'client_id',
    of: 'client',
    erased: 'client_secret = null',
  },
  { table: 'payments', key: 'id', of: 'payments', erased: 'payer = null, description = null' },
  { table: 'payment_allocations', key: 'payment_id', of: 'payments' },
];

/** The tables without records of clients. */
export const impersonalTables: readonly string[] = [
  ...['organizations', 'people', 'api_keys', 'api_key_uses', 'signing_keys', 'sign_in_counters', 'audit_log'],
  // Addresses of people, not of clients; deleted when the session ends.
  ...['sessions', 'provider_identities', 'provider_sessions', 'sign_ons'],
  // Of people; a filter may have what somebody typed, and goes with its view.
  'saved_views',
  ...['second_factors', 'recovery_codes', 'password_resets', 'notification_marks'],
  ...['assistant_grants', 'assistant_secrets'],
  ...[
    'products',
    'product_licenses',
    'product_consents',
    'product_versions',
    'product_version_messages',
    'product_deployments',
    'table_columns',
  ],
  ...['outbound_secrets', 'webhook_endpoints', 'webhook_secrets', 'webhook_queues', 'webhook_cursors'],
  // Agencies, producers and carriers.
  'policy_parties',
  ...['posting_closes', 'posting_sums', 'commission_statements', 'figure_sums', 'figure_progress'],
  ...['changes', 'change_numbers'],
  ...['policy_numbers', 'erased_objects', 'clocks', 'holds', 'jobs', 'migrations', 'migrations_lock'],
  // Files are deleted when their book has ended; findings quote single values, and go with their book.
  ...['books', 'book_files', 'book_findings'],
];
