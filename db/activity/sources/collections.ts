import { type ActivitySource, details, firedBy } from './source.js';

/** Charges of saved methods that have brought no money, or not yet; the others are told by their payment. */
export const collections: ActivitySource = {
  kinds: ['COLLECTION'],
  from: 'collections',
  of: 'POLICIES',
  where: 'r.payment_id is null',
  at: 'r.created_at',
  key: 'r.id',
  type: "'COLLECTION_' || r.state",
  title: `case r.state when 'DECLINED' then 'Charge declined' when 'NOT_MADE' then 'Charge not made'
    when 'NOT_CHARGED' then 'Not charged' else 'Charge under way' end`,
  author: firedBy('r.trigger_request_id'),
  client: 'p.client_id',
  policy: 'r.policy_id',
  event: 'r.trigger_request_id',
  record: 'r.id',
  details: details({
    amount: 'r.amount',
    currency: 'r.currency',
    statementId: 'r.statement_id',
    code: 'r.code',
    reason: 'r.reason',
  }),
};
