import type { Transaction } from 'objection';
import { boundAlternatives } from '../../../db/policies/bound-alternatives.js';
import { answers, type DefaultActionHandler, envelopeOf } from '../../ground/default-action.js';
import { askAboutQuotes } from '../../payments/paid-for-binding.js';
import { type BindableQuote, bindableQuotes, planOfQuote } from '../../payments/quotes-of-event.js';
import { becomesClient, describedPolicy, firedByIssue, type IssuedQuote, issueQuote } from './issue-quote.js';

/** Issues a policy for each quote, once, all of them or none, and makes the lead a client. */
export const issuePolicies: DefaultActionHandler<'CREATE_POLICIES'> = async (work) => {
  const { dependencies, event, now } = work;
  const { clientId, quoteIds, paymentPlans, paymentRequired } = envelopeOf(event, 'POLICY_CREATE').payload;
  const asked = await askAboutQuotes(work, quoteIds);
  return async (trx) => {
    const context = { event, catalog: dependencies.catalog, now };
    const quotes = await bindableQuotes(trx, context, { clientId, quoteIds }, { lock: true });
    await becomesClient(trx, quotes, clientId);
    const issued = new Map<string, IssuedQuote>();
    for (const quote of inOrderOfCounters(quotes)) {
      issued.set(
        quote.quote.requestId,
        await issueQuote(trx, work, quote, {
          clientId,
          asked,
          isRequired: paymentRequired,
          plan: planOfQuote(quote, paymentPlans, 'paymentPlans'),
        }),
      );
    }
    const warnings = new Map<string, string[]>();
    for (const { quote } of quotes) warnings.set(quote.requestId, await warningsOf(trx, quote));
    const policies = quoteIds.flatMap((quoteId) => issued.get(quoteId) ?? []);
    const [first, ...others] = policies.map(({ policy }) => policy.id);
    return {
      clientId,
      ...(first !== undefined && others.length === 0 && { policyId: first }),
      startsPolicyTerms: policies.map(({ policy }) => policy.id),
      fires: policies.flatMap(firedByIssue),
      metadata: answers('POLICY_CREATE', {
        POLICY_CREATE: {
          clientId,
          paymentVerified: policies.every(({ paymentVerified }) => paymentVerified),
          policies: policies.map((each) => describedPolicy(each, warnings.get(each.policy.quoteId))),
        },
      }),
    };
  };
};

/**
 * Policies of one product are numbered one after the other: events that issue several lock the counters in
 * one order.
 */
function inOrderOfCounters(quotes: readonly BindableQuote[]): BindableQuote[] {
  const key = ({ quote }: BindableQuote) => `${quote.productId} ${quote.effectiveDate} ${quote.requestId}`;
  return [...quotes].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** What the caller that binds a quote may not know: another quote of the proposal was bound before, or at the same time. */
async function warningsOf(trx: Transaction, quote: BindableQuote['quote']): Promise<string[]> {
  const bound = await boundAlternatives(trx, quote);
  return bound.map(
    ({ policyNumber, boundQuoteId }) =>
      `another quote of the same proposal, ${boundQuoteId}, is bound as policy ${policyNumber}`,
  );
}
