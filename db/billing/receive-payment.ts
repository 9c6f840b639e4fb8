import type { Knex } from 'knex';
import { type PaymentMethod, paymentKindOf } from '../../domain/billing/payment-kind.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { sumOfAmounts } from '../../domain/money/cents.js';
import { type BindingRules, confirmsFinancing } from '../../domain/policy/binding-rules.js';
import { policySettings } from '../../domain/policy/policy-settings.js';
import { movePolicy } from '../../domain/policy/policy-state.js';
import { facts } from '../facts.js';
import { authorExpression } from '../identity/author.js';
import { Payment } from '../models/payment.js';
import type { Policy } from '../models/policy.js';
import { ProductVersion } from '../models/product-version.js';
import { updatePolicy } from '../policy-changes/lock-policy.js';
import { recordPaymentEvents } from './record-payment-event.js';
import { type FollowUpOfPolicy, reinstatementByPayment } from './reinstate-by-payment.js';
import { type SettledAccount, settleAccount } from './settle-account.js';

/** What the report of a payment says besides the amount and the reference. */
export interface ReportedPayment {
  method?: PaymentMethod | undefined;
  payer?: string | undefined;
  /** The day of the payment; undefined for the day on which it was recorded. */
  paidOn?: string | undefined;
  description?: string | null | undefined;
}

/** The event that records a payment, with its report. */
export interface Receipt extends ReportedPayment {
  triggerRequestId: string | null;
  now: BusinessTime;
}

export interface PaymentToReceive {
  /** Derived, so that a retry finds it again. */
  id: string;
  organizationId: string;
  /** Decimal text; a refund if negative. */
  amount: string;
  /** Applied once per policy. */
  reference: string;
  provider: string;
  sessionId?: string | null;
  /** The payment that this one reverses. */
  reverses?: string | null;
  /** The refund that failed, whose money it is. */
  reversesRefund?: string | null;
}

/** Stores a payment, with an event of its policy. False if it is stored already. */
export async function keepPayment(
  trx: Knex,
  {
    policyId,
    sessionId = null,
    reverses = null,
    reversesRefund = null,
    ...payment
  }: PaymentToReceive & { policyId: string | null },
  { triggerRequestId, now, ...report }: Receipt,
): Promise<boolean> {
  // No conflict target: both the id and the policy's reference identify a payment.
  const author = authorExpression({ triggerRequestId });
  const [kept]: unknown[] = await trx('payments')
    .insert({
      id: payment.id,
      policy_id: policyId,
      organization_id: payment.organizationId,
      amount: payment.amount,
      reference: payment.reference,
      provider: payment.provider,
      session_id: sessionId,
      reverses,
      received_at: now,
      method: report.method ?? null,
      payer: report.payer ?? null,
      paid_on: report.paidOn ?? null,
      description: report.description ?? null,
      reverses_refund: reversesRefund,
      trigger_request_id: triggerRequestId,
      created_by: trx.raw(author.sql, author.bindings as never),
    })
    .onConflict()
    .ignore()
    .returning('id');
  if (kept === undefined) return false;
  const { provider, amount } = payment;
  const kind = paymentKindOf({ amount, reverses, reversesRefund });
  facts.paymentKept.tellAfterCommit(trx, () => ({ provider, kind }));
  // A returned payment has an event with its fee.
  if (policyId !== null && reverses === null) await recordPaymentEvents(trx, policyId, [payment.id], now);
  return true;
}

/** A policy's account after payments, and the events that they fire. */
export interface AppliedPayments extends SettledAccount {
  fires: FollowUpOfPolicy[];
}

/** Assigns payments made before their policy was issued to it, and adds them to its events. */
export async function takePayments(
  trx: Knex,
  ids: readonly string[],
  policyId: string,
  now: BusinessTime,
): Promise<void> {
  if (ids.length === 0) return;
  await Payment.query(trx)
    .findByIds([...ids])
    .whereNull('policy_id')
    .patch({ policyId });
  await recordPaymentEvents(trx, policyId, ids, now);
}

/**
 * Applies a policy's payments to its statements, oldest first. A policy that waits for its finance company is in force
 * once the product's share of its premium, taxes and fees is paid. One that was canceled for non-payment may be
 * reinstated by the event that is returned. The policy must be locked.
 */
export async function applyPayments(trx: Knex, policy: Policy, now: BusinessTime): Promise<AppliedPayments> {
  const account = await settleAccount(trx, policy, now);
  const fires = await reinstatementByPayment(trx, account.policy, now);
  const { paid, balance } = account;
  const move = movePolicy(
    { state: policy.policyState, balanced: false, cancelled: policy.cancelledOn !== null },
    'FINANCE_CONFIRMED',
  );
  const total = sumOfAmounts([paid, balance]);
  if (!move.moved || !confirmsFinancing(await bindingRulesOf(trx, policy), { paid, total })) {
    return { ...account, fires };
  }
  const confirmed = await updatePolicy(trx, account.policy, { policyState: move.to }, now);
  return { ...account, policy: confirmed, fires };
}

async function bindingRulesOf(trx: Knex, { productVersionId }: Policy): Promise<BindingRules> {
  const { definition } = await ProductVersion.query(trx).findById(productVersionId).throwIfNotFound();
  return policySettings.parse(definition.policy ?? {}).binding;
}
