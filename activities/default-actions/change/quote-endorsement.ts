import { type DefaultActionHandler, envelopeOf } from '../../ground/default-action.js';
import { quoteChange, storeQuotes } from '../../policy-changes/quote-change.js';

/** Rates a change of answers as a quote of type `ENDORSEMENT`, for the rest of the term. */
export const quoteEndorsement: DefaultActionHandler<'QUOTE_ENDORSEMENT'> = async (work) => {
  const { policyId, effectiveDate, intake } = envelopeOf(work.event, 'POLICY_ENDORSEMENT_QUOTING').payload;
  const made = await quoteChange(work, {
    type: 'ENDORSEMENT',
    policyId,
    effectiveDate,
    dateField: 'payload.effectiveDate',
    changed: () => intake,
  });
  return (trx) => storeQuotes(trx, made);
};
