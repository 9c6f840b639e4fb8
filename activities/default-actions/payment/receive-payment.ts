import type { Transaction } from 'objection';
import { refundsOnTheirWay } from '../../../db/billing/pending-refunds.js';
import { receiveInSession } from '../../../db/billing/receive-in-session.js';
import { applyPayments, keepPayment, type Receipt } from '../../../db/billing/receive-payment.js';
import { refundThatFailed, wentBackUnder } from '../../../db/billing/refunds.js';
import { type FollowUpOfPolicy, whyNotRefundNow } from '../../../db/billing/reinstate-by-payment.js';
import { isReturned } from '../../../db/billing/reverse-payment.js';
import { type SettledAccount, standingOfPolicy } from '../../../db/billing/settle-account.js';
import { Payment } from '../../../db/models/payment.js';
import type { Standing } from '../../../domain/billing/payment-status.js';
import { owedBack, whyNotRefund } from '../../../domain/billing/refund.js';
import type { AnsweredStanding } from '../../../domain/events/fields/payment-results.js';
import { Decimal } from '../../../domain/expression/index.js';
import { derivedId } from '../../../domain/ground/derived-id.js';
import { exactText } from '../../../domain/money/amount-text.js';
import {
  answers,
  type DefaultActionEffect,
  type DefaultActionHandler,
  type DefaultActionWork,
  envelopeOf,
} from '../../ground/default-action.js';
import { refused } from '../../ground/failures.js';
import { describedStanding } from '../../payments/described-standing.js';
import { askAboutPayment, sessionOfEvent, settleByProvider } from '../../payments/session-of-event.js';
import { lockPolicyOfEvent, refuseIf } from '../../policy-changes/policy-of-event.js';

/** Applies a session's payment, or a payment for a policy with its own reference. */
export const receivePayment: DefaultActionHandler<'RECEIVE_PAYMENT'> = async (work) => {
  const { event, now } = work;
  const { payload } = envelopeOf(event, 'PAYMENT_RECEIVED');
  const { paymentTriggerRequestId, paymentMethod: method, payer, paymentDate: paidOn, description } = payload;
  if (paidOn !== undefined && paidOn > now.today) {
    throw refused('the payment date must not be in the future', 'payload.paymentDate');
  }
  const { triggerRequestId } = event;
  const receipt = { triggerRequestId, now, method, payer, paidOn, description };
  if (paymentTriggerRequestId !== undefined) return inSession(work, paymentTriggerRequestId, receipt);
  return forPolicy(work, payload, receipt);
};

/** For an invoice the event proves the payment; for other providers, the provider does. */
async function inSession(
  work: DefaultActionWork,
  id: string,
  report: Receipt,
): Promise<DefaultActionEffect<'RECEIVE_PAYMENT'>> {
  const { dependencies, now } = work;
  const today = now.today;
  const session = await sessionOfEvent(work, id);
  const { invoices } = dependencies.payments.named(session.provider);
  const standing = invoices
    ? ({ state: 'PAID', amount: session.amount, reference: session.providerReference ?? id } as const)
    : await askAboutPayment(work, session);
  if (standing.state !== 'PAID') {
    throw refused(
      `${session.provider} has not received the payment${standing.state === 'EXPIRED' ? ', which has expired' : ''}`,
      'payload.paymentTriggerRequestId',
    );
  }
  return async (trx) => {
    const receipt = invoices
      ? await receiveInSession(trx, id, standing, report)
      : await settleByProvider(trx, session, standing, report);
    const policies: AnsweredStanding[] = [];
    for (const policy of receipt.policies) {
      policies.push(describedStanding(policy, await standingOfPolicy(trx, policy.id, today), today));
    }
    const { paidAmount, policyId, clientId, provider, providerReference, currency } = receipt.session;
    return {
      clientId,
      ...(policyId !== null && { policyId }),
      fires: receipt.fires,
      metadata: answers('PAYMENT_RECEIVED', {
        PAYMENT_RECEIVED: {
          paymentTriggerRequestId: id,
          applied: receipt.applied,
          paymentProcessor: provider,
          paymentIdentifier: providerReference,
          amount: Number(paidAmount ?? 0),
          currency,
          policies,
        },
      }),
    };
  };
}

interface PaymentByHand {
  policyId?: string | undefined;
  amount?: number | undefined;
  reference?: string | undefined;
  isRefund?: boolean | undefined;
}

async function forPolicy(
  work: DefaultActionWork,
  payment: PaymentByHand,
  report: Receipt,
): Promise<DefaultActionEffect<'RECEIVE_PAYMENT'>> {
  const { event, now } = work;
  const { policyId, amount, reference, isRefund = false } = payment;
  if (policyId === undefined || amount === undefined || reference === undefined) {
    throw refused('the payment names neither a session, nor a policy with amount and reference', 'payload');
  }
  const sum = exactText(Decimal.of(amount).times(isRefund ? -1 : 1));
  return async (trx) => {
    const policy = await lockPolicyOfEvent(trx, event, policyId);
    const onTheirWay = await refundsOnTheirWay(trx, policyId);
    if (onTheirWay.references.has(reference)) {
      throw refused(`a refund with the reference ${reference} is pending`, 'payload.reference');
    }
    const failed = await refundThatFailed(trx, policyId, reference);
    const kept = await keepPayment(
      trx,
      {
        id: derivedId(policyId, 'payment', reference),
        organizationId: event.organizationId,
        provider: 'OFFLINE',
        policyId,
        amount: sum,
        reference,
        reversesRefund: failed?.id ?? null,
      },
      report,
    );
    if (!kept) await refuseAnother(trx, policyId, reference, sum);
    else if (await wentBackUnder(trx, policyId, reference)) {
      throw refused(`the reference ${reference} was used for a refund before`, 'payload.reference');
    } else if (isRefund) {
      refuseIf(await whyNotRefundNow(trx, policy));
      refuseUnowed(sum, onTheirWay.amount, await standingOfPolicy(trx, policyId, now.today));
    } else if (policy.policyState === 'CLOSED' && !event.byService) {
      throw refused('the policy is closed', 'payload.policyId', 'POLICY_STATE');
    }
    const account: Standing & Pick<SettledAccount, 'policy'> & { fires: FollowUpOfPolicy[] } = kept
      ? await applyPayments(trx, policy, now)
      : { policy, fires: [], ...(await standingOfPolicy(trx, policyId, now.today)) };
    return {
      clientId: policy.clientId,
      policyId,
      fires: account.fires,
      metadata: answers('PAYMENT_RECEIVED', {
        PAYMENT_RECEIVED: {
          policyId,
          reference,
          applied: kept,
          amount: Number(sum),
          policies: [describedStanding(account.policy, account, now.today)],
        },
      }),
    };
  };
}

/** A refund cannot exceed the credit balance, which includes the refund already. */
function refuseUnowed(sum: string, onItsWay: string, standing: Standing): void {
  const balance = exactText(Decimal.of(standing.balance).plus(sum));
  const amount = exactText(Decimal.of(sum).negated());
  const paid = exactText(Decimal.of(standing.paid).minus(sum));
  const owed = owedBack({ balance, paid, onItsWay });
  refuseIf(whyNotRefund({ owed, onItsWay, amount }));
}

/** The same payment reported again changes nothing; a different one under its reference would be lost. */
async function refuseAnother(
  trx: Transaction,
  policyId: string,
  reference: string,
  sum: string,
): Promise<void> {
  const known = await Payment.query(trx).findOne({ policy_id: policyId, reference });
  if (known === undefined) return;
  if (await isReturned(trx, known)) {
    throw refused(
      `the bank returned the payment ${reference}: report a new one under another reference`,
      'payload.reference',
    );
  }
  if (Decimal.of(known.amount).equals(sum)) return;
  const what = known.amount.startsWith('-') ? 'a refund' : 'a payment';
  throw refused(
    `the reference was used for ${what} of ${exactText(Decimal.of(known.amount).abs())} before`,
    'payload.reference',
  );
}
