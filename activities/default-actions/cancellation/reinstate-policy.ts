import type { Transaction } from 'objection';
import { standingOfPolicy } from '../../../db/billing/settle-account.js';
import { stopsOfReinstatement } from '../../../db/holds/stops-of-policy.js';
import type { Policy } from '../../../db/models/policy.js';
import { reinstatePolicy as reinstate } from '../../../db/policies/change-reinstate.js';
import { readLinesOfCancellation, readPolicyStanding } from '../../../db/policies/read-history.js';
import { lockPolicy, updatePolicy } from '../../../db/policy-changes/lock-policy.js';
import { recordPolicyEvent } from '../../../db/policy-changes/record-change.js';
import { owedBack } from '../../../domain/billing/refund.js';
import type { BusinessTime } from '../../../domain/ground/business-time.js';
import { addDays, laterOf } from '../../../domain/ground/calendar.js';
import { derivedId } from '../../../domain/ground/derived-id.js';
import { minorDigits } from '../../../domain/money/currency.js';
import { whyNotUndo } from '../../../domain/policy/by-hand.js';
import { whyNotReinstate } from '../../../domain/policy/change-rules.js';
import { pricedReinstatement, whyNotReinstateTerm } from '../../../domain/policy/priced-cancellation.js';
import { stateToday } from '../../../domain/policy/state-on.js';
import type { Stop } from '../../../domain/quote/stopped-quote.js';
import {
  answers,
  type DefaultActionHandler,
  type DefaultActionResult,
  envelopeOf,
} from '../../ground/default-action.js';
import { refuseHeld } from '../../holds/refuse-held.js';
import { policyEvent } from '../../policy-changes/notify.js';
import { lockPolicyOfEvent, policyOfEvent, refuseIf } from '../../policy-changes/policy-of-event.js';
import { settingsOfPolicy } from '../../policy-changes/settings-of-policy.js';

/**
 * Reinstates a canceled policy, or withdraws a notice of cancellation. A reinstatement after the day of the
 * cancellation leaves a lapse: the days in between are without coverage and not charged.
 */
export const reinstatePolicy: DefaultActionHandler<'REINSTATE_POLICY'> = async (work) => {
  const { event, now, dependencies } = work;
  const { triggerRequestId } = event;
  const { policyId, effectiveDate, label } = envelopeOf(event, 'POLICY_REINSTATE').payload;
  const known = await policyOfEvent(dependencies.db, event, policyId);
  const { settings, dueDays } = await settingsOfPolicy(work, known);
  return async (trx) => {
    const policy = await lockPolicyOfEvent(trx, event, policyId);
    if (policy.cancelledOn === null && policy.cancellationNoticeOn !== null) {
      return withdrawNotice(trx, policy, { triggerRequestId, label, now });
    }
    const from = effectiveDate ?? policy.cancelledOn ?? policy.effectiveDate;
    const today = now.today;
    const usual = addDays(policy.cancelledOn ?? today, settings.cancellation.reinstatementDays);
    // Who has paid in time does not lose the days of a hold.
    const lastDay = policy.reinstatementWaits === null ? usual : laterOf(usual, today);
    refuseIf(whyNotReinstate(policy, { from, today, lastDay }));
    const standing = await readPolicyStanding(trx, policy);
    const { term, layers, history } = standing;
    refuseIf(whyNotReinstateTerm(term));
    refuseHeld(await stopsOfReinstatement(trx, dependencies, { policy, history, now }), {
      field: 'payload.policyId',
      record: event.byService ? refusalByPayment(policyId, { triggerRequestId, now }) : undefined,
    });
    const cancellation = await readLinesOfCancellation(trx, policy, term);
    const digits = minorDigits(settings.currency);
    const reinstatement = pricedReinstatement(standing, { from, cancellation, digits });
    const { lapse, lines } = reinstatement;
    refuseIf(whyNotUndo(layers, lines, digits));
    const recorded = policyEvent(triggerRequestId, 'POLICY_REINSTATED', {
      label: label ?? 'Policy reinstated',
      description:
        from === lapse.from
          ? `Cancellation from ${from} undone`
          : `In force again from ${from}; without coverage from ${lapse.from}`,
    });
    const { fires, policy: reinstated } = await reinstate(trx, { policy, ...standing }, reinstatement, {
      event: recorded,
      dueDays,
      triggerRequestId,
      now,
    });
    return {
      clientId: policy.clientId,
      policyId,
      metadata: answers('POLICY_REINSTATE', {
        policyId,
        policyEventId: recorded.id,
        policyState: stateToday(reinstated, today),
      }),
      fires: [
        {
          id: derivedId(triggerRequestId, 'POLICY_REINSTATED'),
          type: 'POLICY_REINSTATED',
          payload: { policyId },
        },
        ...fires,
      ],
    };
  };
};

/** Who has paid in time and is not insured has to be seen: nobody waits for the event that the payment fired. */
function refusalByPayment(
  policyId: string,
  { triggerRequestId, now }: { triggerRequestId: string; now: BusinessTime },
) {
  return async (trx: Transaction, { message, holdId }: Stop) => {
    const policy = await lockPolicy(trx, policyId);
    // By an earlier attempt, or it was reinstated meanwhile.
    if (policy === undefined || policy.reinstatementWaits !== null || policy.cancelledOn === null) return;
    const standing = await standingOfPolicy(trx, policyId, now.today);
    const amount = owedBack({ ...standing, onItsWay: '0' });
    const waits = { holdId, reason: message, amount };
    await updatePolicy(trx, policy, { reinstatementWaits: waits }, now);
    const recorded = policyEvent(triggerRequestId, 'REINSTATEMENT_REFUSED', {
      label: 'Reinstatement by payment refused',
      description: message,
    });
    await recordPolicyEvent(trx, policyId, {
      ...recorded,
      data: { holdId, amount: Number(amount) },
      triggerRequestId,
      now,
    });
  };
}

async function withdrawNotice(
  trx: Transaction,
  policy: Policy,
  {
    triggerRequestId,
    label,
    now,
  }: { triggerRequestId: string; label: string | undefined; now: BusinessTime },
): Promise<DefaultActionResult<'REINSTATE_POLICY'>> {
  const recorded = policyEvent(triggerRequestId, 'CANCELLATION_NOTICE_WITHDRAWN', {
    label: label ?? 'Notice of cancellation withdrawn',
    description: `The policy is not canceled on ${policy.cancellationNoticeOn}`,
  });
  await updatePolicy(trx, policy, { cancellationNoticeOn: null }, now);
  const data = { cancelledOn: policy.cancellationNoticeOn };
  await recordPolicyEvent(trx, policy.id, { ...recorded, data, triggerRequestId, now });
  return {
    clientId: policy.clientId,
    policyId: policy.id,
    metadata: answers('POLICY_REINSTATE', {
      policyId: policy.id,
      policyEventId: recorded.id,
      policyState: policy.policyState,
    }),
  };
}
