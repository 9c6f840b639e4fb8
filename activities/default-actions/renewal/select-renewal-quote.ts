import { stopsOfRenewal } from '../../../db/holds/stops-of-policy.js';
import { Quote } from '../../../db/models/quote.js';
import { policyOfQuote } from '../../../db/policies/issue-policy.js';
import { isOutdated } from '../../../db/policies/renewal-standing.js';
import { updatePolicy } from '../../../db/policy-changes/lock-policy.js';
import { recordPolicyEvent } from '../../../db/policy-changes/record-change.js';
import { whyNotRenew } from '../../../domain/policy/change-rules.js';
import { renewalOfQuote, whyNotOutdated } from '../../../domain/policy/renewal-quote.js';
import { obstacleTo } from '../../../domain/quote/bindable.js';
import { answers, type DefaultActionHandler, envelopeOf } from '../../ground/default-action.js';
import { refused } from '../../ground/failures.js';
import { refuseHeld } from '../../holds/refuse-held.js';
import { policyEvent } from '../../policy-changes/notify.js';
import { lockPolicyOfEvent, refuseIf } from '../../policy-changes/policy-of-event.js';

/** Holds a renewal quote for the end of the term. */
export const selectRenewalQuote: DefaultActionHandler<'SELECT_RENEWAL_QUOTE'> = async ({
  event,
  now,
  dependencies,
}) => {
  const { triggerRequestId } = event;
  const { policyId, quoteId } = envelopeOf(event, 'RENEWAL_QUOTE_SELECTED').payload;
  const field = 'payload.quoteId';
  return async (trx) => {
    const policy = await lockPolicyOfEvent(trx, event, policyId);
    refuseIf(whyNotRenew(policy));
    const quote = await Quote.query(trx).findById(quoteId);
    if (quote === undefined) throw refused(`quote ${quoteId} does not exist`, field);
    const obstacle = obstacleTo(quote, now);
    if (obstacle !== undefined) throw refused(obstacle.reason, field, obstacle.code);
    if ((await policyOfQuote(trx, quoteId)) !== undefined)
      throw refused('the quote was issued already', field, 'QUOTE_ISSUED');
    const renewal = renewalOfQuote(quote);
    if (renewal?.policyId !== policyId)
      throw refused('the quote is not one of a renewal of this policy', field);
    if (renewal.termNumber !== policy.termNumber + 1 || renewal.expiringOn !== policy.expirationDate) {
      throw refused(`the quote is for a term from ${renewal.expiringOn}`, field);
    }
    if (await isOutdated(trx, policy, quote)) throw refused(whyNotOutdated, field, 'QUOTE_NOT_BINDABLE');
    refuseHeld(await stopsOfRenewal(trx, dependencies, { policy, quote, now }), { quoteId, field });
    const held = { renewalQuoteId: quoteId, lastRenewalQuoteId: quoteId, renewalWaits: null };
    await updatePolicy(trx, policy, held, now);
    const recorded = policyEvent(triggerRequestId, 'RENEWAL_QUOTE_SELECTED', {
      label: 'Renewal quote selected',
      description: `Renews on ${policy.expirationDate}`,
    });
    await recordPolicyEvent(trx, policyId, {
      ...recorded,
      data: { quoteId },
      effectiveDate: policy.expirationDate,
      triggerRequestId,
      now,
    });
    return {
      clientId: policy.clientId,
      policyId,
      metadata: answers('RENEWAL_QUOTE_SELECTED', { policyId, quoteId }),
    };
  };
};
