import { Dec } from '../expression/index.js';
import type { Objection } from '../ground/objection.js';

/** A payment that its provider can pay back; amounts are decimal text. */
export interface RefundablePayment {
  id: string;
  amount: string;
  /** What of it went back before, or is on its way. */
  refunded: string;
  receivedAt: Date;
}

/** A part of a refund; null: what no provider can pay back. */
export interface RefundPart<Payment> {
  payment: Payment | null;
  /** Decimal text, more than zero. */
  amount: string;
}

/** What is owed to the policyholder of a policy and not on its way to them; decimal text. */
export function owedBack({ balance, onItsWay }: { balance: string; onItsWay: string }): string {
  return Dec.max(0, new Dec(balance).negated().minus(onItsWay)).toFixed(2);
}

/** Why an amount cannot be paid back. Null where it can. */
export function againstRefunding({
  owed,
  onItsWay,
  amount,
}: {
  owed: string;
  onItsWay: string;
  amount: string;
}): Objection | null {
  const besides = new Dec(onItsWay).isZero() ? '' : `; ${onItsWay} is on its way back`;
  if (new Dec(owed).isZero()) {
    return { reason: `nothing is owed to the policyholder${besides}`, field: 'policyId' };
  }
  if (new Dec(amount).lessThanOrEqualTo(owed)) return null;
  return { reason: `only ${owed} is owed to the policyholder${besides}`, field: 'amount' };
}

/**
 * By which payments an amount goes back: the latest first, each at most as far as it has not gone back before; what is
 * left after them by hand.
 */
export function refundParts<Payment extends RefundablePayment>(
  amount: string,
  payments: readonly Payment[],
): RefundPart<Payment>[] {
  let left = new Dec(amount);
  const parts: RefundPart<Payment>[] = [];
  for (const payment of payments.toSorted(latestFirst)) {
    const share = Dec.min(left, new Dec(payment.amount).minus(payment.refunded));
    if (!share.greaterThan(0)) continue;
    parts.push({ payment, amount: share.toFixed(2) });
    left = left.minus(share);
  }
  return left.isZero() ? parts : [...parts, { payment: null, amount: left.toFixed(2) }];
}

function latestFirst(a: RefundablePayment, b: RefundablePayment): number {
  return b.receivedAt.getTime() - a.receivedAt.getTime() || (a.id < b.id ? -1 : 1);
}
