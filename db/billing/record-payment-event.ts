import type { Knex } from 'knex';
import { paymentKindOf } from '../../domain/billing/payment-kind.js';
import { Decimal } from '../../domain/expression/index.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import { exactText } from '../../domain/money/amount-text.js';
import { Payment } from '../models/payment.js';
import { recordPolicyEvent } from '../policy-changes/record-change.js';

const types = {
  RECEIPT: 'PAYMENT_RECEIVED',
  REFUND: 'PAYMENT_REFUND',
  REVERSAL: 'PAYMENT_REVERSED',
} as const;
const labels = {
  RECEIPT: 'Payment received',
  REFUND: 'Money paid back',
  REVERSAL: 'Refund reversed',
} as const;

/** Adds payments to the events of their policy, each once. */
export async function recordPaymentEvents(
  trx: Knex,
  policyId: string,
  ids: readonly string[],
  now: BusinessTime,
): Promise<void> {
  const payments = await Payment.query(trx)
    .findByIds([...ids])
    .where('policy_id', policyId);
  for (const payment of payments) await recordPaymentEvent(trx, policyId, payment, now);
}

async function recordPaymentEvent(
  trx: Knex,
  policyId: string,
  payment: Payment,
  now: BusinessTime,
): Promise<void> {
  const { id, provider, method, payer, paidOn, reversesRefund, receivedAt } = payment;
  const kind = paymentKindOf(payment);
  const amount = Decimal.of(payment.amount).abs();
  const how = provider === 'OFFLINE' ? 'by hand' : `by ${provider}`;
  await recordPolicyEvent(trx, policyId, {
    id: derivedId(id, 'policyEvent'),
    type: types[kind],
    label: labels[kind],
    description: payment.description ?? `${exactText(amount)} ${how}`,
    data: {
      amount: amount.toNumber(),
      paymentProcessor: provider,
      paymentIdentifier: payment.reference,
      ...(method !== null && { paymentMethod: method }),
      ...(payer !== null && { payer }),
      ...(paidOn !== null && { paymentDate: paidOn }),
      ...(reversesRefund !== null && { reversedPaymentId: reversesRefund }),
    },
    effectiveDate: paidOn ?? now.dayOf(receivedAt),
    triggerRequestId: payment.triggerRequestId,
    createdBy: payment.createdBy,
    now: receivedAt,
  });
}
