import { isLookedUp } from '../../../domain/lookups/without-looked-up.js';
import { truedUp } from '../../../domain/policy/true-up.js';
import { type DefaultActionHandler, envelopeOf } from '../../ground/default-action.js';
import { refused } from '../../ground/failures.js';
import { policyOfEvent } from '../../policy-changes/policy-of-event.js';
import { quoteChange, storeQuotes } from '../../policy-changes/quote-change.js';
import { versionOfPolicy } from '../../policy-changes/rate-policy.js';

/** Rates the counted exposures as a quote of type `TRUEUP`. */
export const quoteTrueUp: DefaultActionHandler<'QUOTE_TRUE_UP'> = async (work) => {
  const { policyId, trueUpRequest } = envelopeOf(work.event, 'POLICY_TRUE_UP_QUOTING').payload;
  const { effectiveDate, exposures } = trueUpRequest;
  const policy = await policyOfEvent(work.dependencies.db, work.event, policyId);
  const { questionTypes } = (await versionOfPolicy(work, policy)).compiled;
  const made = await quoteChange(work, {
    type: 'TRUEUP',
    policyId,
    effectiveDate,
    dateField: 'payload.trueUpRequest.effectiveDate',
    changed: (answers) => {
      const result = truedUp(answers, exposures, (qid) => isLookedUp(questionTypes, qid));
      if ('answers' in result) return result.answers;
      throw refused(result.reason, `payload.trueUpRequest.exposures.${result.index}`);
    },
  });
  return (trx) => storeQuotes(trx, work, made);
};
