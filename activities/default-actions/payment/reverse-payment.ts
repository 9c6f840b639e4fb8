import { reversePayment } from '../../../db/billing/reverse-payment.js';
import { standingOfPolicy } from '../../../db/billing/settle-account.js';
import { askForReturned } from '../../../db/collection/record-outcome.js';
import { exactText } from '../../../domain/money/amount-text.js';
import { minorDigits } from '../../../domain/money/currency.js';
import { answers, type DefaultActionHandler, envelopeOf } from '../../ground/default-action.js';
import { refused } from '../../ground/failures.js';
import { describedStanding } from '../../payments/described-standing.js';
import { lockPolicyOfEvent, policyOfEvent } from '../../policy-changes/policy-of-event.js';
import { settingsOfPolicy } from '../../policy-changes/settings-of-policy.js';

/** Takes a payment back that the bank returned, and charges the product's fee for it. */
export const reversePaymentOfPolicy: DefaultActionHandler<'REVERSE_PAYMENT'> = async (work) => {
  const { event, now, dependencies } = work;
  const { triggerRequestId, organizationId } = event;
  const { policyId, reference, amount, reason } = envelopeOf(event, 'PAYMENT_REVERSED').payload;
  const known = await policyOfEvent(dependencies.db, event, policyId);
  const { settings, dueDays } = await settingsOfPolicy(work, known);
  return async (trx) => {
    const policy = await lockPolicyOfEvent(trx, event, policyId);
    const reversed = await reversePayment(trx, policy, {
      reference,
      reason,
      organizationId,
      dueDays,
      triggerRequestId,
      now,
      amount: amount === undefined ? undefined : exactText(amount),
      digits: minorDigits(settings.currency),
      nsfFee: settings.billing?.nsfFee,
    });
    if ('reason' in reversed) throw refused(reversed.reason, `payload.${reversed.field}`);
    if (reversed.applied) await askForReturned(trx, policy, { reference, amount: reversed.amount, now });
    const standing = reversed.applied
      ? reversed.account
      : { policy, ...(await standingOfPolicy(trx, policyId, now.today)) };
    return {
      clientId: policy.clientId,
      policyId,
      metadata: answers('PAYMENT_REVERSED', {
        PAYMENT_REVERSED: {
          policyId,
          reference,
          applied: reversed.applied,
          amount: Number(reversed.amount),
          nsfFee: reversed.applied ? Number(reversed.nsfFee) : 0,
          policies: [describedStanding(standing.policy, standing, now.today)],
        },
      }),
      ...(reversed.applied && { fires: reversed.fires }),
    };
  };
};
