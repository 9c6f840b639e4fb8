import type { Knex } from 'knex';
import { Policy } from '../models/policy.js';
import type { Quote } from '../models/quote.js';

/** A policy that was issued from another quote of the same proposal. */
export type BoundAlternative = Pick<Policy, 'id' | 'policyNumber'> & { boundQuoteId: string };

/**
 * The policies of the client, not canceled, that were issued from other quotes of the same proposal: of the same event
 * and product. The transaction must have locked the client, so that two bindings at once see each other.
 */
export async function boundAlternatives(
  trx: Knex,
  { requestId, triggerRequestId, productId, clientId }: Quote,
): Promise<BoundAlternative[]> {
  return Policy.query(trx)
    .join('policy_quotes', 'policy_quotes.policy_id', 'policies.id')
    .join('quotes', 'quotes.request_id', 'policy_quotes.quote_id')
    .where({ 'quotes.trigger_request_id': triggerRequestId, 'quotes.product_id': productId })
    .where('policies.client_id', clientId)
    .whereNot('quotes.request_id', requestId)
    .whereNull('policies.cancelled_on')
    .select('policies.id', 'policies.policy_number', 'quotes.request_id as boundQuoteId')
    .orderBy('policies.policy_number')
    .castTo<BoundAlternative[]>();
}
