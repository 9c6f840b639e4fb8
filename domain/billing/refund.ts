import { Decimal } from '../expression/index.js';
import type { Objection } from '../ground/objection.js';
import { exactText } from '../money/amount-text.js';

/** A payment that its provider can refund; amounts are decimal text. */
export interface RefundablePayment {
  id: string;
  amount: string;
  /** Refunded or returned by the bank earlier, or being refunded. */
  refunded: string;
  receivedAt: Date;
}

/** A part of a refund; `payment` is null for the part that no provider can refund. */
export interface RefundPart<Payment> {
  payment: Payment | null;
  /** Decimal text, more than zero. */
  amount: string;
}

/**
 * The amount owed to the policyholder and not yet being refunded, decimal text: never more than the cash received,
 * less earlier refunds (`paid`).
 */
export function owedBack({
  balance,
  paid,
  onItsWay,
}: {
  balance: string;
  paid: string;
  onItsWay: string;
}): string {
  const owed = Decimal.min(Decimal.of(balance).negated(), paid);
  return exactText(Decimal.max(0, owed.minus(onItsWay)));
}

/** Why an amount cannot be refunded; null if it can. */
export function whyNotRefund({
  owed,
  onItsWay,
  amount,
}: {
  owed: string;
  onItsWay: string;
  amount: string;
}): Objection | null {
  const pending = Decimal.of(onItsWay).isZero() ? '' : `; ${onItsWay} is already being refunded`;
  if (Decimal.of(owed).isZero()) {
    return { reason: `nothing is owed to the policyholder${pending}`, field: 'policyId' };
  }
  if (Decimal.of(amount).lessThanOrEqualTo(owed)) return null;
  return { reason: `only ${owed} is owed to the policyholder${pending}`, field: 'amount' };
}

/** Splits a refund over payments, latest first, each up to its unrefunded amount. The rest goes by hand. */
export function refundParts<Payment extends RefundablePayment>(
  amount: string,
  payments: readonly Payment[],
): RefundPart<Payment>[] {
  let left = Decimal.of(amount);
  const parts: RefundPart<Payment>[] = [];
  for (const payment of payments.toSorted(latestFirst)) {
    const share = Decimal.min(left, Decimal.of(payment.amount).minus(payment.refunded));
    if (!share.greaterThan(0)) continue;
    parts.push({ payment, amount: exactText(share) });
    left = left.minus(share);
  }
  return left.isZero() ? parts : [...parts, { payment: null, amount: exactText(left) }];
}

function latestFirst(a: RefundablePayment, b: RefundablePayment): number {
  return b.receivedAt.getTime() - a.receivedAt.getTime() || (a.id < b.id ? -1 : 1);
}

/** The reference under which the money of a failed refund returns, by the provider's reference of the refund. */
export const referenceOfFailed = (refund: string): string => `${refund} failed`;

const won = ' reinstated';

/** The reference under which the money of a dispute that was won returns, by the provider's id of the dispute. */
export const referenceOfWon = (dispute: string): string => `${dispute}${won}`;

export const isOfWonDispute = (reference: string): boolean => reference.endsWith(won);
