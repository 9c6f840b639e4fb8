import { type ActivitySource, details, firedBy } from './source.js';

/** Refunds that are under way or were refused; those that were paid are in the history of their policy. */
export const refunds: ActivitySource = {
  kinds: ['REFUND'],
  from: 'payment_refunds',
  of: 'POLICIES',
  where: "r.state <> 'DONE'",
  at: 'r.created_at',
  key: 'r.id',
  type: "'REFUND_' || r.state",
  title: "case r.state when 'REFUSED' then 'Refund refused' else 'Refund under way' end",
  author: firedBy('r.trigger_request_id'),
  client: 'p.client_id',
  policy: 'r.policy_id',
  event: 'r.trigger_request_id',
  record: 'r.id',
  details: details({
    amount: 'r.amount',
    paymentProcessor: 'r.provider',
    reason: 'r.reason',
    refusal: 'r.refusal',
  }),
};
