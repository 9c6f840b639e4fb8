import { type ActivitySource, details, inWords } from './source.js';

/**
 * The history of policies: changes, notes, money. What other sources tell of is left out: documents, and quotes of
 * renewals.
 */
export const policyEvents: ActivitySource = {
  kinds: ['CHANGE', 'NOTE', 'PAYMENT', 'REFUND', 'STATEMENT'],
  kind: `case r.type when 'NOTE' then 'NOTE' when 'PAYMENT_RECEIVED' then 'PAYMENT' when 'PAYMENT_REVERSED' then 'PAYMENT'
    when 'PAYMENT_REFUND' then 'REFUND' when 'STATEMENT_PAST_DUE' then 'STATEMENT'
    when 'SHORTFALL_WRITTEN_OFF' then 'STATEMENT' when 'DUE_DATE_MOVED' then 'STATEMENT' else 'CHANGE' end`,
  from: 'policy_events',
  of: 'POLICIES',
  where: "r.type not in ('DOCUMENT_GENERATED', 'DOCUMENT_UPLOADED', 'RENEWAL_QUOTED')",
  joined:
    "left join payments paid on paid.policy_id = r.policy_id and paid.reference = r.data ->> 'paymentIdentifier'",
  at: 'r.created_at',
  key: 'r.id',
  type: 'r.type',
  title: `coalesce(r.label, ${inWords('r.type')})`,
  author: 'r.created_by',
  client: 'p.client_id',
  policy: 'r.policy_id',
  event: 'r.trigger_request_id',
  record: "coalesce(paid.id::text, r.data ->> 'statementId', r.id::text)",
  details: `r.data || ${details({ description: 'r.description', effectiveDate: 'r.effective_date' })}`,
};
