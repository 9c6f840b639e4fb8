import type { Knex } from 'knex';
import { movePolicy } from '../../domain/policy/policy-state.js';
import { Payment } from '../models/payment.js';
import type { Policy } from '../models/policy.js';
import { updatePolicy } from '../policy-changes/lock-policy.js';
import { type SettledAccount, settleAccount } from './settle-account.js';

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
}

/** Stores a payment. False if it is stored already. */
export async function keepPayment(
  trx: Knex,
  { sessionId = null, reverses = null, ...payment }: PaymentToReceive & { policyId: string | null },
  now: Date,
): Promise<boolean> {
  // No conflict target: both the id and the policy's reference identify a payment.
  const kept = await trx('payments')
    .insert({
      id: payment.id,
      policy_id: payment.policyId,
      organization_id: payment.organizationId,
      amount: payment.amount,
      reference: payment.reference,
      provider: payment.provider,
      session_id: sessionId,
      reverses,
      received_at: now,
    })
    .onConflict()
    .ignore()
    .returning('id');
  return kept.length > 0;
}

/** Assigns payments made before their policy was issued to it. */
export async function takePayments(trx: Knex, ids: readonly string[], policyId: string): Promise<void> {
  if (ids.length === 0) return;
  await Payment.query(trx)
    .findByIds([...ids])
    .whereNull('policy_id')
    .patch({ policyId });
}

/**
 * Applies a policy's payments to its statements, oldest first. The first payment of a policy that waits for a
 * finance company confirms the financing. The policy must be locked.
 */
export async function applyPayments(trx: Knex, policy: Policy, now: Date): Promise<SettledAccount> {
  const move = movePolicy(
    { state: policy.policyState, balanced: false, cancelled: policy.cancelledOn !== null },
    'FINANCE_CONFIRMED',
  );
  const confirmed = move.moved ? await updatePolicy(trx, policy, { policyState: move.to }, now) : policy;
  return settleAccount(trx, confirmed, now);
}
