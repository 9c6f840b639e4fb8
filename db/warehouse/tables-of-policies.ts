import {
  bigint,
  boolean,
  date,
  integer,
  json,
  madeBy,
  money,
  type Touch,
  text,
  timestamp,
  type WarehouseTable,
} from './warehouse-table.js';

/** Tables of a policy are in files by the month of its issue, and are written again with it. */
const recorded = 'p.created_at';
const touches: readonly Touch[] = [
  { kind: 'POLICY', rows: 'policies p where p.id in (:changed)' },
  { kind: 'ERASED', rows: 'policies p where p.client_id in (:changed)' },
];

/** The kinds of changes that say from when until when a term is: the last one does. */
const datesOfTerm = "('ISSUE', 'RENEW', 'CORRECT_EFFECTIVE_DATE')";

/** The insured is not known any more of an erased client. */
const unlessErased = (column: string) => `case when c.erased_at is null then ${column} end`;

/** Policies with their contracts, terms and changes, and what happened to them. */
export const tablesOfPolicies: readonly WarehouseTable[] = [
  {
    name: 'policies',
    key: ['policy_id'],
    columns: {
      policy_id: text('p.id'),
      policy_number: text('p.policy_number'),
      client_id: text('p.client_id'),
      quote_id: text('p.quote_id'),
      issuing_organization_id: text('p.issuing_organization_id'),
      seller_organization_id: text('p.seller_organization_id'),
      underwriting_organization_id: text('p.underwriting_organization_id'),
      producer_id: text('p.producer_id'),
      producer_name: text(
        "nullif(concat_ws(' ', p.policy_meta #>> '{producer,firstName}', p.policy_meta #>> '{producer,lastName}'), '')",
      ),
      product_id: text('p.product_id'),
      product_version_id: text('p.product_version_id'),
      product_name: text('p.product_name'),
      insured_name: text(unlessErased("p.policy_meta ->> 'insuredName'")),
      insured_state: text("p.policy_meta #>> '{insured,state}'"),
      policy_state: text('p.policy_state'),
      status: text('p.status'),
      effective_date: date('p.effective_date'),
      expiration_date: date('p.expiration_date'),
      last_day_with_coverage: date('p.last_day_with_coverage'),
      canceled_on: date('p.cancelled_on'),
      term_number: integer('p.term_number'),
      term: text('p.premium_term'),
      payment_plan: text('p.payment_plan'),
      currency: text('versions.currency'),
      premium: money('p.premium'),
      contract: json(unlessErased("p.policy_contract - 'documents'")),
      non_renewed: boolean('p.non_renewed'),
      rewritten_from: text('p.rewritten_from'),
      rewritten_to: text('p.rewritten_to'),
      version: integer('p.record_version'),
      recorded_at: timestamp('p.created_at'),
      changed_at: timestamp('p.changed_at'),
    },
    from: `policies p join versions on versions.id = p.product_version_id join clients c on c.id = p.client_id
      where p.clock_id is null`,
    recorded,
    touches,
  },
  {
    name: 'policy_terms',
    key: ['policy_id', 'term_number'],
    columns: {
      policy_id: text('t.policy_id'),
      term_number: integer('t.term_number'),
      effective_date: date('t.effective_date'),
      expiration_date: date('coalesce(t.expiration_date, p.expiration_date)'),
      canceled_on: date('t.canceled_on'),
      quote_id: text('t.quote_id'),
      product_version_id: text('coalesce(q.product_version_id, p.product_version_id)'),
      premium: money('t.premium'),
      recorded_at: timestamp('t.recorded_at'),
    },
    from: `policies p
      cross join lateral (
        select change.policy_id, change.term_number,
          (array_agg(change.effective_date order by change.seq desc) filter (where change.kind in ${datesOfTerm}))[1] as effective_date,
          (array_agg((change.data ->> 'expirationDate')::date order by change.seq desc) filter (where change.kind in ${datesOfTerm}))[1] as expiration_date,
          (array_agg(case change.kind when 'CANCEL' then change.effective_date end order by change.seq desc)
            filter (where change.kind in ('CANCEL', 'REINSTATE')))[1] as canceled_on,
          (array_agg(change.quote_id order by change.seq) filter (where change.kind in ('ISSUE', 'RENEW')))[1] as quote_id,
          (array_agg(change.term_premium order by change.seq desc))[1] as premium,
          min(change.recorded_at) as recorded_at
        from policy_changes change where change.policy_id = p.id
        group by change.policy_id, change.term_number
      ) t
      left join quotes q on q.request_id = t.quote_id
      where p.clock_id is null`,
    recorded,
    touches,
  },
  {
    name: 'policy_changes',
    key: ['policy_id', 'number'],
    columns: {
      policy_id: text('change.policy_id'),
      number: integer('change.seq'),
      kind: text('change.kind'),
      term_number: integer('change.term_number'),
      effective_date: date('change.effective_date'),
      premium_change: money('change.premium_change'),
      term_premium: money('change.term_premium'),
      currency: text('versions.currency'),
      quote_id: text('change.quote_id'),
      event_id: text('change.trigger_request_id'),
      details: json(unlessErased('change.data')),
      recorded_at: timestamp('change.recorded_at'),
      ...madeBy('change.created_by'),
    },
    from: `policies p
      join versions on versions.id = p.product_version_id
      join clients c on c.id = p.client_id
      join policy_changes change on change.policy_id = p.id
      where p.clock_id is null`,
    recorded,
    touches,
  },
  {
    name: 'policy_events',
    key: ['policy_event_id'],
    columns: {
      policy_event_id: text('e.id'),
      policy_id: text('e.policy_id'),
      type: text('e.type'),
      effective_date: date('e.effective_date'),
      event_id: text('e.trigger_request_id'),
      recorded_at: timestamp('e.created_at'),
      ...madeBy('e.created_by'),
    },
    from: 'policy_events e join policies p on p.id = e.policy_id where p.clock_id is null',
    recorded: 'e.created_at',
    touches: [
      { rows: 'policy_events e where e.created_at >= :recent' },
      // A book brings those of earlier years.
      { kind: 'POLICY', rows: 'policy_events e where e.policy_id in (:changed)' },
    ],
  },
  {
    name: 'documents',
    key: ['document_id'],
    columns: {
      document_id: text('d.id'),
      organization_id: text('d.organization_id'),
      shared_organization_id: text('d.shared_organization_id'),
      origin: text('d.origin'),
      type: text('d.type'),
      file_name: text(unlessErased('d.file_name')),
      content_type: text('d.content_type'),
      size: bigint('d.size'),
      sha256: text('d.sha256'),
      product_id: text('d.product_id'),
      product_version_id: text('d.product_version_id'),
      form_name: text('d.form_name'),
      form_number: text('d.form_number'),
      language: text('d.language'),
      client_id: text('c.id'),
      quote_id: text('d.quote_id'),
      policy_id: text('d.policy_id'),
      event_id: text('d.trigger_request_id'),
      recorded_at: timestamp('d.created_at'),
      ...madeBy('d.created_by'),
    },
    from: `documents d
      left join policies p on p.id = d.policy_id
      left join quotes q on q.request_id = d.quote_id
      left join clients c on c.id = coalesce(d.client_id, p.client_id, q.client_id)
      where coalesce(p.clock_id, q.clock_id, c.clock_id) is null`,
    recorded: 'd.created_at',
    touches: [
      { kind: 'DOCUMENT', rows: 'documents d where d.id in (:changed)' },
      { kind: 'ERASED', rows: 'documents d where d.client_id in (:changed)' },
      {
        kind: 'ERASED',
        rows: 'documents d where d.policy_id in (select id from policies where client_id in (:changed))',
      },
      {
        kind: 'ERASED',
        rows: 'documents d where d.quote_id in (select request_id from quotes where client_id in (:changed))',
      },
    ],
    deleted: { kind: 'DOCUMENT', columns: ['document_id'] },
  },
];
