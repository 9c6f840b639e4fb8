import type { Knex } from 'knex';
import type { PolicyTerm } from '../../domain/policy/timeline.js';
import type { Policy } from '../models/policy.js';
import { Quote } from '../models/quote.js';

/**
 * A policy as the row of one of its terms: the term's dates, and the quote and product version that it was sold
 * on. The row of an earlier term holds no renewal quote.
 */
export async function policyInTerm<Row extends Policy>(
  db: Knex,
  policy: Row,
  term: PolicyTerm,
): Promise<Row> {
  const { number: termNumber, effectiveDate, expirationDate, quoteId } = term;
  if (termNumber === policy.termNumber) return policy;
  if (quoteId === null) throw new Error(`term ${termNumber} of policy ${policy.id} has no quote`);
  const quote = await Quote.query(db)
    .findById(quoteId)
    .select('action_id', 'product_version_id', 'term')
    .throwIfNotFound();
  return policy.$clone().$set({
    termNumber,
    effectiveDate,
    expirationDate,
    quoteId,
    actionId: quote.actionId,
    productVersionId: quote.productVersionId,
    premiumTerm: quote.term,
    renewalQuoteId: null,
    lastRenewalQuoteId: null,
    renewalWaits: null,
    reinstatementWaits: null,
  });
}
