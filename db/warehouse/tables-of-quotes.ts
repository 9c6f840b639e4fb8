import { rowsOfSteps, stepColumns } from './premium-steps.js';
import {
  boolean,
  date,
  json,
  money,
  type Touch,
  text,
  timestamp,
  type WarehouseTable,
} from './warehouse-table.js';

/** Components are changed with their package. */
const touches: readonly Touch[] = [
  { kind: 'QUOTE', rows: 'quotes q where q.request_id in (:changed)' },
  { kind: 'QUOTE', rows: 'quotes q where q.package_request_id in (:changed)' },
  { kind: 'ERASED', rows: 'quotes q where q.client_id in (:changed)' },
];

/** What a quote says of a person, which is not known any more of an erased client. */
const unlessErased = (column: string) => `case when c.erased_at is null then ${column} end`;

/** Quotes with their answers and coverages, and every step of every premium. */
export const tablesOfQuotes: readonly WarehouseTable[] = [
  {
    name: 'quotes',
    key: ['quote_id'],
    columns: {
      quote_id: text('q.request_id'),
      package_quote_id: text('q.package_request_id'),
      event_id: text('q.trigger_request_id'),
      type: text('q.type'),
      outcome: text('q.outcome'),
      bindable: boolean('q.bindable'),
      requires_underwriter_approval: boolean('q.requires_underwriter_approval'),
      underwriter_approved: boolean("(q.underwriter_response ->> 'isApproved')::boolean"),
      client_id: text('q.client_id'),
      client_organization_id: text('q.client_organization_id'),
      quoting_organization_id: text('q.quoting_organization_id'),
      product_id: text('q.product_id'),
      product_version_id: text('q.product_version_id'),
      product_name: text('q.line_name'),
      currency: text('versions.currency'),
      effective_date: date('q.effective_date'),
      term: text('q.term'),
      premium: money('q.premium'),
      coverages: json(`jsonb_path_query_array(q.quote_details, '$.coverageTypes[*].coverages[*]')`),
      taxes_and_fees: json("q.quote_details #> '{premium,taxesAndFees}'"),
      messages: json(unlessErased('q.messages')),
      answers: json(unlessErased('q.intake')),
      policy_id: text('b.policy_id'),
      expires_at: timestamp('q.expires_at'),
      rated_as_of: timestamp('q.as_rating_configured_at'),
      recorded_at: timestamp('q.quote_timestamp'),
      changed_at: timestamp('q.updated_at'),
    },
    from: `quotes q
      join versions on versions.id = q.product_version_id
      left join clients c on c.id = q.client_id
      left join policy_quotes b on b.quote_id = q.request_id
      where q.clock_id is null`,
    recorded: 'q.quote_timestamp',
    touches,
    deleted: { kind: 'QUOTE', columns: ['quote_id', 'package_quote_id'] },
  },
  {
    name: 'premium_steps',
    key: ['quote_id', 'number'],
    columns: {
      quote_id: text('q.request_id'),
      package_quote_id: text('q.package_request_id'),
      quoting_organization_id: text('q.quoting_organization_id'),
      product_version_id: text('q.product_version_id'),
      effective_date: date('q.effective_date'),
      recorded_at: timestamp('q.quote_timestamp'),
      ...stepColumns,
    },
    from: `quotes q
      join quote_worksheets w on w.request_id = q.request_id
      left join clients c on c.id = q.client_id
      where q.clock_id is null and c.erased_at is null`,
    recorded: 'q.quote_timestamp',
    touches,
    deleted: { kind: 'QUOTE', columns: ['quote_id', 'package_quote_id'] },
    packed: ['w.deflated'],
    rowsOf: rowsOfSteps,
  },
];
