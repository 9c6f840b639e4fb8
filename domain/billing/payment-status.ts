import { z } from 'zod';
import { Decimal } from '../expression/index.js';
import { exactText } from '../money/amount-text.js';
import type { AccountStatement } from './account.js';

/**
 * What each status (spec 3) says: of the cash received, less refunds, and the amount billed so far, in which credits
 * count as negative.
 */
export const paymentStatusMeanings = {
  NOT_PAID: 'no cash is held, and something was billed or credited',
  UNDERPAID: 'some cash is held, less than was billed',
  PAID: 'the cash held is exactly what was billed',
  OVERPAID: 'more cash is held than was billed',
} as const;
export type PaymentStatus = keyof typeof paymentStatusMeanings;
export const paymentStatuses = Object.keys(paymentStatusMeanings) as [PaymentStatus, ...PaymentStatus[]];
export const paymentStatus = z.enum(paymentStatuses).meta({ id: 'PaymentStatus' });

export interface Standing {
  /** Billed so far, decimal text. */
  due: string;
  paid: string;
  /**
   * Of all statements, scheduled ones included: positive if owed by the policyholder, negative
   * if owed to them.
   */
  balance: string;
  status: PaymentStatus;
}

type Billed = Pick<AccountStatement, 'amount' | 'dueDate' | 'state'>;

const zero = Decimal.of(0);

/**
 * The standing of a policy's account on a day. The due amount is everything billed: statements that are due,
 * past due or paid, and scheduled ones whose due date has come. Void statements never count, and statements
 * paid in advance count only from their due date. The paid amount is everything received less refunds.
 */
export function standingOf(
  statements: readonly Billed[],
  payments: readonly { amount: string }[],
  today: string,
): Standing {
  const live = statements.filter(({ state }) => state !== 'VOID');
  const due = sum(live.filter(({ state, dueDate }) => state !== 'SCHEDULED' || dueDate <= today));
  const paid = sum(payments);
  return {
    due: exactText(due),
    paid: exactText(paid),
    balance: exactText(sum(live).minus(paid)),
    status: statusOf(due, paid),
  };
}

function statusOf(due: Decimal, paid: Decimal): PaymentStatus {
  if (paid.equals(due)) return 'PAID';
  if (!paid.greaterThan(0)) return 'NOT_PAID';
  return paid.lessThan(due) ? 'UNDERPAID' : 'OVERPAID';
}

const sum = (items: readonly { amount: string }[]): Decimal =>
  items.reduce((total, { amount }) => total.plus(amount), zero);
