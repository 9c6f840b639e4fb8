import { refundsOnTheirWay } from '../../../db/billing/pending-refunds.js';
import { keptReinstatement } from '../../../db/billing/reinstate-by-payment.js';
import type { PolicyEvent } from '../../../db/models/policy-event.js';
import { cancelPolicy as cancel } from '../../../db/policies/change-cancel.js';
import { readPolicyStanding } from '../../../db/policies/read-history.js';
import { readNotice } from '../../../db/policies/read-plan.js';
import { dayInWords, moneyInWords } from '../../../domain/billing/collection-words.js';
import { owedBack } from '../../../domain/billing/refund.js';
import { laterOf } from '../../../domain/ground/calendar.js';
import type { JsonObject } from '../../../domain/ground/json.js';
import { minorDigits } from '../../../domain/money/currency.js';
import { type CancellationGround, cancellationGround } from '../../../domain/policy/cancellation-notice.js';
import { whyNotCancel } from '../../../domain/policy/change-rules.js';
import { pricedCancellation } from '../../../domain/policy/priced-cancellation.js';
import { returnMethodOf, whyNotReason } from '../../../domain/policy/return-method.js';
import { stateToday } from '../../../domain/policy/state-on.js';
import { answersOn } from '../../../domain/policy/timeline.js';
import { answers, type DefaultActionHandler, envelopeOf } from '../../ground/default-action.js';
import { refused } from '../../ground/failures.js';
import { isIssuers, noticeOfEvent } from '../../policy-changes/notice-of-event.js';
import { notFinanced, notification, policyEvent } from '../../policy-changes/notify.js';
import { lockPolicyOfEvent, policyOfEvent, refuseIf } from '../../policy-changes/policy-of-event.js';
import { settingsOfPolicy } from '../../policy-changes/settings-of-policy.js';
import { cancellationRequest } from './request-cancellation.js';

/** Cancels a policy from a day on, and returns premium by the method of the product and the reason. */
export const cancelPolicy: DefaultActionHandler<'CANCEL_POLICY'> = async (work) => {
  const { event, now, dependencies } = work;
  const { triggerRequestId, envelope } = event;
  const { payload } = envelopeOf(event, 'POLICY_CANCEL');
  const { policyId, effectiveDate, cancellationReasonConfigId, label, backofficeIntake } = payload;
  const known = await policyOfEvent(dependencies.db, event, policyId);
  const { version, settings, dueDays } = await settingsOfPolicy(work, known);
  const reasonConfigId = cancellationReasonConfigId;
  const isAutomatic = event.byService && envelope.source?.sourceType === 'SCHEDULED_AUTOMATION';
  // The reason of an automatic cancellation was checked with its notice.
  if (!isAutomatic) refuseIf(whyNotReason(settings, reasonConfigId, 'cancellationReasonConfigId'));
  const method = returnMethodOf(settings, { reasonConfigId, isAutomatic });
  return async (trx) => {
    const policy = await lockPolicyOfEvent(trx, event, policyId);
    refuseIf(whyNotCancel(policy, effectiveDate));
    const request = await cancellationRequest(trx, work, policy, settings);
    if (request !== undefined) return request;
    const waitedForFinance = policy.policyState === 'PENDING_FINANCE_CONFIRMATION';
    if (isAutomatic && backofficeIntake?.reason === notFinanced && !waitedForFinance) {
      throw refused('the financing has been confirmed meanwhile', 'payload.policyId', 'POLICY_STATE');
    }
    const before = policy.cancellationNoticeOn === null ? undefined : await readNotice(trx, policyId);
    const byNotice = isAutomatic ? before?.data : undefined;
    const standing = await readPolicyStanding(trx, policy);
    const notice = await noticeOfEvent(trx, event, policy, {
      settings,
      isSentByMail: version.definition.mail?.sends.NOTICE !== undefined,
      reasonConfigId,
      effectiveDate,
      backofficeIntake,
      now,
      reasonField: 'cancellationReasonConfigId',
      answers: answersOn(standing.term, laterOf(now.today, policy.effectiveDate)),
      ground: groundWithoutReason(byNotice, isIssuers(event, policy)),
      label: byNotice === undefined ? label : textOf(byNotice.reason),
      isInTime: isAutomatic || waitedForFinance || isNoticed(before, { effectiveDate, reasonConfigId }),
    });
    const { reason, reasonCode, ground, mailedTo, mailedAddress, mailedOn, mailedBy } = notice;
    const cancellation = pricedCancellation(standing, {
      cancelledOn: effectiveDate,
      method,
      digits: minorDigits(settings.currency),
    });
    const { returns } = cancellation;
    const recorded = policyEvent(triggerRequestId, 'POLICY_CANCELED', {
      label: label ?? 'Policy canceled',
      description: `Canceled from ${dayInWords('en', effectiveDate)}, premium reduced by ${moneyInWords('en', settings.currency, returns.returned)}`,
    });
    const {
      fires,
      policy: cancelled,
      balance,
      paid,
    } = await cancel(trx, { policy, ...standing }, cancellation, {
      eventAnswers: backofficeIntake ?? null,
      event: recorded,
      data: {
        method: method.method,
        ...(waitedForFinance && { waitedForFinance }),
        reason,
        reasonCode,
        ground,
        mailedTo,
        mailedAddress,
        mailedOn,
        mailedBy,
        ...(cancellationReasonConfigId !== undefined && { cancellationReasonConfigId }),
      },
      reinstatementByPayment: await keptReinstatement(trx, policy, {
        rule: settings.cancellation.reinstatementByPayment,
        unpaid: notice.statementIds,
        cancelledOn: effectiveDate,
        now,
      }),
      dueDays,
      triggerRequestId,
      now,
    });
    const { amount: onItsWay } = await refundsOnTheirWay(trx, policyId);
    return {
      clientId: policy.clientId,
      policyId,
      metadata: answers('POLICY_CANCEL', {
        policyId,
        policyEventId: recorded.id,
        policyState: stateToday(cancelled, now.today),
        returnedPremium: Number(returns.returned),
        refundableAmount: Number(owedBack({ balance, paid, onItsWay })),
        penalty: Number(returns.penalty),
      }),
      fires: [notification(triggerRequestId, 'POLICY_CANCELED', policy, recorded), ...fires],
    };
  };
};

/** The ground of a cancellation without a reason: that of its notice, else of the side that cancels. */
function groundWithoutReason(notice: JsonObject | undefined, byIssuer: boolean): CancellationGround {
  const { success, data } = cancellationGround.safeParse(notice?.ground);
  if (success) return data;
  if (notice?.forNonPayment === true) return 'NON_PAYMENT';
  return byIssuer ? 'UNDERWRITING' : 'INSURED_REQUEST';
}

/** An earlier notice of the same reason has given the days. */
function isNoticed(
  notice: PolicyEvent | undefined,
  { effectiveDate, reasonConfigId }: { effectiveDate: string; reasonConfigId: string | undefined },
): boolean {
  if (notice === undefined || notice.data.cancellationReasonConfigId !== reasonConfigId) return false;
  return typeof notice.data.cancelledOn === 'string' && effectiveDate >= notice.data.cancelledOn;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
