import type { Knex } from 'knex';
import { type Fee, feeFor } from '../../domain/billing/fee.js';
import { amountReturned } from '../../domain/billing/reversal.js';
import { Decimal } from '../../domain/expression/index.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import type { Objection } from '../../domain/ground/objection.js';
import { exactText } from '../../domain/money/amount-text.js';
import type { FollowUp } from '../events/follow-up.js';
import { Payment } from '../models/payment.js';
import { PaymentRefund } from '../models/payment-refund.js';
import type { Policy } from '../models/policy.js';
import { recordPolicyEvent } from '../policy-changes/record-change.js';
import { chargeFee } from './charge-fee.js';
import { moveStatements } from './move-statements.js';
import { keepPayment } from './receive-payment.js';
import { type SettledAccount, settleAccount } from './settle-account.js';
import { voidWriteOffs } from './void-write-offs.js';

/** A payment that the bank returned. */
export interface Reversal {
  reference: string;
  /** Decimal text; undefined for all of the payment. */
  amount: string | undefined;
  reason: string;
  /** Of the event. */
  organizationId: string;
  nsfFee: Fee | undefined;
  /** Days until the fee is due. */
  dueDays: number;
  /** The decimals of the currency. */
  digits: number;
  triggerRequestId: string;
  now: BusinessTime;
}

/** `applied: false`: it was taken back before, and nothing has changed. */
export type ReversedPayment = { amount: string } & (
  | { applied: false }
  | { applied: true; nsfFee: string; account: SettledAccount; fires: FollowUp[] }
);

/** Whether the bank returned a payment. */
export async function isReturned(trx: Knex, { id }: Payment): Promise<boolean> {
  return (await Payment.query(trx).findOne({ reverses: id })) !== undefined;
}

/**
 * Takes a returned payment off the policy's statements and charges the fee for it, or returns the objection. A
 * negative payment records it. The policy must be locked.
 */
export async function reversePayment(
  trx: Knex,
  policy: Policy,
  reversal: Reversal,
): Promise<ReversedPayment | Objection> {
  const { reference, reason, nsfFee, dueDays, digits, triggerRequestId, now } = reversal;
  const payment = await Payment.query(trx).findOne({ policy_id: policy.id, reference });
  if (payment === undefined) {
    return { reason: `the policy has no payment with the reference ${reference}`, field: 'reference' };
  }
  const before = await Payment.query(trx).findOne({ reverses: payment.id });
  const returned = before === undefined ? null : exactText(Decimal.of(before.amount).negated());
  const found = amountReturned(
    { ...payment, refunded: await refundedOf(trx, payment.id), returned },
    reversal.amount,
  );
  if ('reason' in found) return found;
  if (found.amount === null) return { applied: false, amount: returned ?? '0.00' };
  if (policy.policyState === 'CLOSED') return { reason: 'the policy is closed', field: 'policyId' };

  const { amount } = found;
  const id = derivedId(payment.id, 'reversal');
  const kept = {
    id,
    organizationId: reversal.organizationId,
    provider: payment.provider,
    amount: exactText(Decimal.of(amount).negated()),
    // References are unique for a policy: nobody else uses this one.
    reference: `${reference} returned ${id.slice(0, 8)}`,
  };
  const receipt = { triggerRequestId, description: reason, now };
  await keepPayment(trx, { ...kept, policyId: policy.id, reverses: payment.id }, receipt);
  const charged = nsfFee === undefined ? '0.00' : feeFor(nsfFee, amount, digits);
  const fires = await chargeFee(trx, policy, {
    kind: 'NSF_FEE',
    amount: charged,
    label: 'Fee for a returned payment',
    dueDays,
    data: { reference },
    now,
  });
  await recordPolicyEvent(trx, policy.id, {
    id: derivedId(id, 'policyEvent'),
    type: 'PAYMENT_REVERSED',
    label: 'Payment returned by the bank',
    description: reason,
    data: { reference, amount: Number(amount), nsfFee: Number(charged) },
    effectiveDate: now.today,
    triggerRequestId,
    now,
  });
  await voidWriteOffs(trx, policy.id, { paymentId: payment.id, now });
  const account = await settleAccount(trx, policy, now);
  // A statement that was paid stayed where it was when the term was corrected.
  await moveStatements(trx, policy, policy, now);
  return { applied: true, amount, nsfFee: charged, account, fires };
}

async function refundedOf(trx: Knex, paymentId: string): Promise<string> {
  const refunds = await PaymentRefund.query(trx).where('payment_id', paymentId).whereNot('state', 'REFUSED');
  return exactText(refunds.reduce((sum, { amount }) => sum.plus(amount), Decimal.of(0)));
}
