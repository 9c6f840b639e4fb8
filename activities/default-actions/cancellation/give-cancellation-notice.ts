import { linkAddressBy } from '../../../db/collection/links.js';
import { tellCutOff } from '../../../db/collection/tell-cut-off.js';
import { readAnswers } from '../../../db/policies/read-plan.js';
import { updatePolicy } from '../../../db/policy-changes/lock-policy.js';
import { recordPolicyEvent } from '../../../db/policy-changes/record-change.js';
import { collectionSettingsOf } from '../../../domain/billing/collection.js';
import { dayInWords, moneyInWords } from '../../../domain/billing/collection-words.js';
import type { JsonObject } from '../../../domain/ground/json.js';
import { whyNotGiveNotice } from '../../../domain/policy/change-rules.js';
import { whyNotReason } from '../../../domain/policy/return-method.js';
import { answers, type DefaultActionHandler, envelopeOf } from '../../ground/default-action.js';
import { refused } from '../../ground/failures.js';
import { noticeOfEvent, refuseNothingDue } from '../../policy-changes/notice-of-event.js';
import { nonPayment, notification, policyEvent } from '../../policy-changes/notify.js';
import { lockPolicyOfEvent, policyOfEvent, refuseIf } from '../../policy-changes/policy-of-event.js';
import { settingsOfPolicy } from '../../policy-changes/settings-of-policy.js';

/**
 * Records a notice of cancellation; unless it is withdrawn, `policyTerm` cancels the policy on its day. A
 * later notice replaces an earlier one.
 */
export const giveCancellationNotice: DefaultActionHandler<'GIVE_CANCELLATION_NOTICE'> = async (work) => {
  const { event, now, dependencies } = work;
  const { triggerRequestId, envelope } = event;
  const { payload } = envelopeOf(event, 'PRE_POLICY_CANCELLATION');
  const { policyId, effectiveDate, configId, label, backofficeIntake } = payload;
  const isAutomatic = event.byService && envelope.source?.sourceType === 'SCHEDULED_AUTOMATION';
  const { version, settings } = await settingsOfPolicy(
    work,
    await policyOfEvent(dependencies.db, event, policyId),
  );
  refuseIf(whyNotReason(settings, configId, 'configId'));
  return async (trx) => {
    const policy = await lockPolicyOfEvent(trx, event, policyId);
    refuseIf(whyNotGiveNotice(policy, effectiveDate));
    if (effectiveDate <= now.today) {
      throw refused('the effective date of a notice must be in the future', 'payload.effectiveDate');
    }
    const isForNonPayment = isAutomatic && backofficeIntake?.reason === nonPayment;
    const notice = await noticeOfEvent(trx, event, policy, {
      settings,
      isSentByMail: version.definition.mail?.sends.NOTICE !== undefined,
      effectiveDate,
      backofficeIntake,
      now,
      answers: await readAnswers(trx, policy, now.today),
      reasonConfigId: configId,
      reasonField: 'configId',
      ground: isForNonPayment ? 'NON_PAYMENT' : 'UNDERWRITING',
      label: isAutomatic ? undefined : label,
      isInTime: isAutomatic,
    });
    refuseNothingDue(notice);
    const { amountDue, payBy } = notice;
    const unless =
      amountDue === null || payBy === null
        ? 'the notice is withdrawn'
        : `${moneyInWords('en', settings.currency, amountDue)} is paid by ${dayInWords('en', payBy)}`;
    const recorded = policyEvent(triggerRequestId, 'CANCELLATION_NOTICE', {
      label: label ?? 'Notice of cancellation',
      description: `Canceled from ${dayInWords('en', effectiveDate)} unless ${unless}`,
    });
    const data: JsonObject = {
      cancelledOn: effectiveDate,
      ...(configId !== undefined && { cancellationReasonConfigId: configId }),
      ...(backofficeIntake !== undefined && { backofficeIntake }),
      forNonPayment: notice.ground === 'NON_PAYMENT',
      ...notice,
    };
    await updatePolicy(trx, policy, { cancellationNoticeOn: effectiveDate }, now);
    await tellCutOff(trx, policy, effectiveDate, {
      settings: collectionSettingsOf(settings),
      now,
      addressOf: linkAddressBy(dependencies.documents.urls),
    });
    await recordPolicyEvent(trx, policyId, { ...recorded, data, effectiveDate, triggerRequestId, now });
    return {
      clientId: policy.clientId,
      policyId,
      metadata: answers('PRE_POLICY_CANCELLATION', {
        policyId,
        policyEventId: recorded.id,
        cancelledOn: effectiveDate,
        amountDue,
        payBy,
      }),
      fires: [notification(triggerRequestId, 'PRE_CANCELLATION_ISSUED', policy, recorded)],
    };
  };
};
