import { truedUp } from '../../../domain/policy/true-up.js';
import { type DefaultActionHandler, envelopeOf } from '../../ground/default-action.js';
import { refused } from '../../ground/failures.js';
import { quoteChange, storeQuotes } from '../../policy-changes/quote-change.js';

/** Rates the counted exposures as a quote of type `TRUEUP`. */
export const quoteTrueUp: DefaultActionHandler<'QUOTE_TRUE_UP'> = async (work) => {
  const { policyId, trueUpRequest } = envelopeOf(work.event, 'POLICY_TRUE_UP_QUOTING').payload;
  const { effectiveDate, exposures } = trueUpRequest;
  const made = await quoteChange(work, {
    type: 'TRUEUP',
    policyId,
    effectiveDate,
    dateField: 'payload.trueUpRequest.effectiveDate',
    changed: (answers) => {
      const result = truedUp(answers, exposures);
      if ('answers' in result) return result.answers;
      throw refused(result.reason, `payload.trueUpRequest.exposures.${result.index}`);
    },
  });
  return (trx) => storeQuotes(trx, work, made);
};
