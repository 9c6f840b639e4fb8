import type { Knex } from 'knex';
import { Decimal } from '../../domain/expression/index.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { exactText } from '../../domain/money/amount-text.js';
import { shareOut } from '../../domain/money/share-out.js';
import { Payment } from '../models/payment.js';
import { PaymentSession } from '../models/payment-session.js';
import type { Policy } from '../models/policy.js';
import { PolicyQuote } from '../models/policy-quote.js';
import { lockPolicy } from '../policy-changes/lock-policy.js';
import { paymentIdOf } from './payment-sessions.js';
import { applyPayments, keepPayment, type Receipt } from './receive-payment.js';
import type { FollowUpOfPolicy } from './reinstate-by-payment.js';

/** A payment made in a session. */
export interface SessionMoney {
  /** Decimal text. */
  amount: string;
  /** Applied once per session. */
  reference: string;
}

export interface SessionReceipt {
  session: PaymentSession;
  /** False if the reference was applied before: nothing has changed. */
  applied: boolean;
  /** The paid policies as they are now; policies issued later get their payments then. */
  policies: Policy[];
  /** The events that the payments fire. */
  fires: FollowUpOfPolicy[];
}

interface Target {
  /** The quote, or the policy if the session collects for a policy. */
  id: string;
  policyId: string | null;
  open: string;
}

/**
 * Applies a session's payment, once per reference: to the session's policy, or to its quotes in their order,
 * each up to its amount due.
 */
export async function receiveInSession(
  trx: Knex,
  sessionId: string,
  { amount, reference }: SessionMoney,
  receipt: Receipt,
): Promise<SessionReceipt> {
  const { now } = receipt;
  const session = await PaymentSession.query(trx).findById(sessionId).forUpdate().throwIfNotFound();
  const before = await Payment.query(trx).where('session_id', sessionId);
  const isFree = Decimal.of(amount).isZero();
  if (isFree || before.some((payment) => payment.reference === reference)) {
    return { session, applied: false, policies: [], fires: [] };
  }
  const targets = await targetsOf(trx, session, before);
  const policyOf = new Map(targets.map(({ id, policyId }) => [id, policyId]));
  const { organizationId, provider } = session;
  const paidPolicies = new Set<string>();
  for (const { id, amount: share } of shareOut(amount, targets)) {
    const policyId = policyOf.get(id) ?? null;
    const payment = { id: paymentIdOf(sessionId, id, reference), organizationId, amount: share, reference };
    await keepPayment(trx, { ...payment, policyId, provider, sessionId }, receipt);
    if (policyId !== null) paidPolicies.add(policyId);
  }
  return {
    session: await withMoney(trx, session, amount, now),
    applied: true,
    ...(await applyToPolicies(trx, [...paidPolicies].sort(), now)),
  };
}

async function targetsOf(
  trx: Knex,
  { id: sessionId, policyId, amount, quoteIds, plans }: PaymentSession,
  before: readonly Payment[],
): Promise<Target[]> {
  if (policyId !== null) return [{ id: policyId, policyId, open: amount }];
  const issued = await PolicyQuote.query(trx).findByIds(quoteIds);
  const policyIds = new Map(issued.map((quote) => [quote.quoteId, quote.policyId]));
  return quoteIds.map((id) => {
    const received = before
      .filter((payment) => payment.id === paymentIdOf(sessionId, id, payment.reference))
      .reduce((sum, payment) => sum.plus(payment.amount), Decimal.of(0));
    const open = exactText(Decimal.of(plans[id]?.amount ?? 0).minus(received));
    return { id, policyId: policyIds.get(id) ?? null, open };
  });
}

async function withMoney(
  trx: Knex,
  session: PaymentSession,
  amount: string,
  now: BusinessTime,
): Promise<PaymentSession> {
  const paidAmount = Decimal.of(session.paidAmount ?? 0).plus(amount);
  const isPaid = paidAmount.greaterThanOrEqualTo(session.amount);
  return session.$query(trx).patchAndFetch({
    paidAmount: exactText(paidAmount),
    ...(isPaid && { state: 'PAID', verifiedAt: session.verifiedAt ?? now }),
  });
}

async function applyToPolicies(
  trx: Knex,
  policyIds: readonly string[],
  now: BusinessTime,
): Promise<Pick<SessionReceipt, 'policies' | 'fires'>> {
  const policies: Policy[] = [];
  const fires: FollowUpOfPolicy[] = [];
  for (const policyId of policyIds) {
    const locked = await lockPolicy(trx, policyId);
    if (locked === undefined) continue;
    const applied = await applyPayments(trx, locked, now);
    policies.push(applied.policy);
    fires.push(...applied.fires);
  }
  return { policies, fires };
}
