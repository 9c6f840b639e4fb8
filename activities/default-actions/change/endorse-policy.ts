import type { Transaction } from 'objection';
import type { HoldSources } from '../../../db/holds/judge-holds.js';
import { stopsOfChange } from '../../../db/holds/stops-of-policy.js';
import type { Policy } from '../../../db/models/policy.js';
import { Quote } from '../../../db/models/quote.js';
import { recordEndorsement, useQuote } from '../../../db/policies/change-endorse.js';
import { dayInWords, moneyInWords } from '../../../domain/billing/collection-words.js';
import type { BusinessTime } from '../../../domain/ground/business-time.js';
import { exactText } from '../../../domain/money/amount-text.js';
import { sumOfAmounts } from '../../../domain/money/cents.js';
import { minorDigits } from '../../../domain/money/currency.js';
import { bindingSideOf } from '../../../domain/policy/binding-rules.js';
import { whyNotNegativePremium } from '../../../domain/policy/by-hand.js';
import { changeOfQuote, pricedAsQuoted } from '../../../domain/policy/change-quote.js';
import { agreedChange } from '../../../domain/policy/endorsement.js';
import { type PricedChange, totalOfChange } from '../../../domain/policy/policy-change.js';
import { changeTypes, obstacleTo } from '../../../domain/quote/bindable.js';
import { answers, type DefaultActionHandler, envelopeOf } from '../../ground/default-action.js';
import { refused } from '../../ground/failures.js';
import { refuseHeld } from '../../holds/refuse-held.js';
import { notification, policyEvent } from '../../policy-changes/notify.js';
import { lockPolicyOfEvent, policyOfEvent, refuseIf } from '../../policy-changes/policy-of-event.js';
import {
  type ChangeToMake,
  inTerm,
  type StandingToChange,
  standingToChange,
} from '../../policy-changes/policy-to-change.js';
import { settingsOfPolicy } from '../../policy-changes/settings-of-policy.js';

/** Endorses the policy with a quoted change, or one with an agreed premium. */
export const endorsePolicy: DefaultActionHandler<'ENDORSE_POLICY'> = async (work) => {
  const { event, now, dependencies } = work;
  const { triggerRequestId } = event;
  const { policyId, quoteId, premium, effectiveDate, label } = envelopeOf(event, 'POLICY_ENDORSE').payload;
  const known = await policyOfEvent(dependencies.db, event, policyId);
  const { settings, dueDays, isSpread } = await settingsOfPolicy(work, known);
  const digits = minorDigits(settings.currency);
  return async (trx) => {
    const policy = await lockPolicyOfEvent(trx, event, policyId);
    const quote = quoteId === undefined ? undefined : await Quote.query(trx).findById(quoteId).forUpdate();
    const side = bindingSideOf(event, { organizationId: policy.issuingOrganizationId });
    const kind = quoteId === undefined ? 'AGREED' : quote?.type === 'TRUEUP' ? 'TRUE_UP' : 'RATED';
    const of = { effectiveDate, kind, side, settings, now } as const;
    const standing = await standingToChange(trx, policy, of);
    const changes =
      quoteId === undefined
        ? [agreedChange(standing, { from: effectiveDate, amount: exactText(premium ?? 0), digits })]
        : await quotedChange(trx, {
            policy,
            standing,
            quoteId,
            quote,
            effectiveDate,
            now,
            catalog: dependencies.catalog,
          });
    for (const { termNumber = policy.termNumber, lines } of changes) {
      const { layers } = await inTerm(trx, policy, standing, termNumber);
      refuseIf(whyNotNegativePremium(layers, lines, digits));
    }
    const total = sumOfAmounts(changes.map((change) => totalOfChange(change).premium));
    const recorded = policyEvent(triggerRequestId, 'ENDORSEMENT_ISSUED', {
      label: label ?? labelOf(kind, standing),
      description: `From ${dayInWords('en', effectiveDate)}, premium ${moneyInWords('en', settings.currency, total)}`,
    });
    const { fires } = await recordEndorsement(trx, { policy, ...standing }, changes, {
      event: recorded,
      dueDays,
      isSpread,
      digits,
      triggerRequestId,
      now,
    });
    return {
      clientId: policy.clientId,
      policyId,
      metadata: answers('POLICY_ENDORSE', {
        policyId,
        policyEventId: recorded.id,
        premium: Number(total),
      }),
      fires: [notification(triggerRequestId, 'ENDORSEMENT_ACTIVATED', policy, recorded), ...fires],
    };
  };
};

function labelOf(kind: ChangeToMake['kind'], { isAudit }: StandingToChange): string {
  if (kind !== 'TRUE_UP') return 'Endorsement';
  return isAudit ? 'Premium audit' : 'Premium true-up';
}

/**
 * Marks a locked quote as used, and returns its change in each term that it reaches. Refused if it is not for a change of this
 * policy, or if the policy has changed since. A quote stays valid after changes that affect neither the premium nor its days.
 */
async function quotedChange(
  trx: Transaction,
  {
    policy,
    standing: { history, term },
    quoteId,
    quote,
    effectiveDate,
    now,
    catalog,
  }: {
    policy: Policy;
    standing: StandingToChange;
    quoteId: string;
    quote: Quote | undefined;
    effectiveDate: string;
    now: BusinessTime;
    catalog: HoldSources['catalog'];
  },
): Promise<PricedChange[]> {
  const field = 'payload.quoteId';
  if (quote === undefined) throw refused(`quote ${quoteId} does not exist`, field);
  const obstacle = obstacleTo(quote, now, changeTypes);
  if (obstacle !== undefined) throw refused(obstacle.reason, field, obstacle.code);
  const change = changeOfQuote(quote);
  if (change?.policyId !== policy.id) throw refused('the quote is not one of a change of this policy', field);
  if (change.effectiveDate !== effectiveDate) {
    throw refused(`the change was quoted from ${change.effectiveDate}`, 'payload.effectiveDate');
  }
  // What a true-up has counted is not asked for.
  if (quote.type === 'ENDORSEMENT')
    refuseHeld(await stopsOfChange(trx, { catalog }, { policy, quote, now }), { quoteId, field });
  if (!(await useQuote(trx, quoteId, policy.id)))
    throw refused('the change was made before', field, 'QUOTE_ISSUED');
  if (history.pricedSeq > change.basedOn || change.termNumber !== term.number) {
    throw refused('the policy has changed since the change was quoted: have it quoted again', field);
  }
  return pricedAsQuoted(quote, change);
}
