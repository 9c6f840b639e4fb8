import { billing } from './events.js';
import { type ActivitySource, details } from './source.js';

/** Billed statements, by the event that the service fires for each. */
export const statements: ActivitySource = {
  kinds: ['STATEMENT'],
  from: 'events',
  of: 'POLICIES',
  where: billing,
  joined: "left join statements s on s.id = (r.envelope #>> '{payload,statementId}')::uuid",
  at: ({ hasClock }) => (hasClock ? 'r.business_time' : 'r.created_at'),
  key: 'r.trigger_request_id',
  type: "'STATEMENT_BILLED'",
  title: "'Statement billed'",
  author: 'r.fired_by',
  client: 'r.client_id',
  policy: 'r.policy_id',
  event: 'r.trigger_request_id',
  record: 's.id',
  details: details({
    amount: 's.amount',
    dueDate: 's.due_date',
    statementKind: 's.kind',
    termNumber: 's.term_number',
    number: 's.number',
  }),
};
