import type { Transaction } from 'objection';
import type { Policy } from '../../../db/models/policy.js';
import { reinstatePolicy as reinstate } from '../../../db/policies/change-reinstate.js';
import { readLinesOfCancellation, readPolicyStanding } from '../../../db/policies/read-history.js';
import { updatePolicy } from '../../../db/policy-changes/lock-policy.js';
import { recordPolicyEvent } from '../../../db/policy-changes/record-change.js';
import { addDays, utcDate } from '../../../domain/ground/calendar.js';
import { derivedId } from '../../../domain/ground/derived-id.js';
import { auditedAfterCancellation } from '../../../domain/policy/audit.js';
import { againstUndoing } from '../../../domain/policy/by-hand.js';
import { linesOfReinstatement } from '../../../domain/policy/cancellation.js';
import { againstReinstating } from '../../../domain/policy/change-rules.js';
import { chargesOfReinstatement } from '../../../domain/policy/charges.js';
import { termPremiumOn } from '../../../domain/policy/timeline.js';
import {
  type DefaultActionHandler,
  type DefaultActionResult,
  envelopeOf,
} from '../../ground/default-action.js';
import { refused } from '../../ground/failures.js';
import { happening } from '../../policy-changes/notify.js';
import { lockPolicyOfEvent, policyOfEvent, refuseWhere } from '../../policy-changes/policy-of-event.js';
import { settingsOfPolicy } from '../../policy-changes/settings-of-policy.js';

/**
 * Reinstates a cancelled policy, or withdraws a notice of cancellation. A reinstatement after the day of the
 * cancellation leaves a lapse: the days in between are without coverage and not charged.
 */
export const reinstatePolicy: DefaultActionHandler = async (work) => {
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
    const today = utcDate(now);
    const lastDay = addDays(policy.cancelledOn ?? today, settings.cancellation.reinstatementDays);
    refuseWhere(againstReinstating(policy, { from, today, lastDay }));
    const { term, layers } = await readPolicyStanding(trx, policy);
    if (term.cancellation?.neverInForce) {
      const reason =
        'the policy was voided while it waited for its finance company: quote and issue a new one';
      throw refused(reason, 'payload.policyId', 'POLICY_STATE');
    }
    if (auditedAfterCancellation(term)) {
      const reason = 'the premium of the cancelled term has been audited: quote and issue a new policy';
      throw refused(reason, 'payload.policyId', 'POLICY_STATE');
    }
    const { cancelledOn, charges } = term.cancellation ?? { cancelledOn: from, charges: [] };
    const lapse = { from: cancelledOn, until: from };
    const cancellation = await readLinesOfCancellation(trx, policy, term);
    const lines = linesOfReinstatement(layers, { cancellation, lapse });
    refuseWhere(againstUndoing(layers, lines));
    const happened = happening(triggerRequestId, 'POLICY_REINSTATED', {
      label: label ?? 'Policy reinstated',
      description:
        from === cancelledOn
          ? `Cancellation from ${cancelledOn} undone`
          : `In force again from ${from}; without coverage from ${cancelledOn}`,
    });
    const { fires, policy: reinstated } = await reinstate(trx, policy, {
      effectiveDate: from,
      lines,
      charges: chargesOfReinstatement(term.charges, { cancellation: charges, lapse }),
      lapse,
      termPremium: termPremiumOn(term, from),
      event: happened,
      dueDays,
      triggerRequestId,
      now,
    });
    return {
      clientId: policy.clientId,
      policyId,
      metadata: { policyId, policyEventId: happened.id, policyState: reinstated.policyState },
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

async function withdrawNotice(
  trx: Transaction,
  policy: Policy,
  { triggerRequestId, label, now }: { triggerRequestId: string; label: string | undefined; now: Date },
): Promise<DefaultActionResult> {
  const happened = happening(triggerRequestId, 'CANCELLATION_NOTICE_WITHDRAWN', {
    label: label ?? 'Notice of cancellation withdrawn',
    description: `The policy is not cancelled on ${policy.cancellationNoticeOn}`,
  });
  await updatePolicy(trx, policy, { cancellationNoticeOn: null }, now);
  await recordPolicyEvent(trx, policy.id, { ...happened, triggerRequestId, now });
  return {
    clientId: policy.clientId,
    policyId: policy.id,
    metadata: { policyId: policy.id, policyEventId: happened.id, policyState: policy.policyState },
  };
}
