import { PolicyQuote } from '../../../db/models/policy-quote.js';
import { Quote } from '../../../db/models/quote.js';
import { closeReview } from '../../../db/quotes/review-tasks.js';
import { answered } from '../../../domain/quote/policyholder-response.js';
import { type DefaultActionHandler, envelopeOf } from '../../ground/default-action.js';
import { refused } from '../../ground/failures.js';

/** Records the policyholder's response on the quote, once. */
export const recordPolicyholderResponse: DefaultActionHandler<'RECORD_POLICYHOLDER_RESPONSE'> = async ({
  event,
  now,
}) => {
  const envelope = envelopeOf(event, 'POLICYHOLDER_QUOTE_ACCEPTED', 'POLICYHOLDER_QUOTE_DECLINED');
  const { clientId, quoteId, acceptanceResponse } = envelope.payload;
  const policyholderResponse = { ...acceptanceResponse, createdBy: event.firedBy };
  return async (trx) => {
    const quote = await Quote.query(trx)
      .findById(quoteId)
      .modify('visibleTo', event.organizationId)
      .forUpdate();
    if (quote === undefined) throw refused(`quote ${quoteId} does not exist`, 'payload.quoteId');
    if (quote.clientId !== clientId) throw refused('the quote is of another client', 'payload.quoteId');
    const bound = await PolicyQuote.query(trx).findById(quoteId);
    const outcome = answered(quote, policyholderResponse, { isBound: bound !== undefined });
    if (outcome.result === 'REFUSED') throw refused(outcome.reason, 'payload.quoteId');
    if (outcome.result === 'RECORD') {
      await Quote.query(trx).findById(quoteId).patch({ policyholderResponse, bindable: outcome.bindable });
      if (envelope.type === 'POLICYHOLDER_QUOTE_DECLINED')
        await closeReview(trx, quote, 'the policyholder has declined the quote', now);
    }
    return { clientId };
  };
};
