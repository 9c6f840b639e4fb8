import { Dec, type Decimal } from '../expression/index.js';
import type { AccountStatement } from './account.js';

export const paymentStatuses = ['NOT_PAID', 'PAID', 'OVERPAID', 'UNDERPAID'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export interface Standing {
  /** Billed so far, decimal text. */
  due: string;
  paid: string;
  /** Of everything billed, also for later: more than zero where the policyholder owes it, less where it is owed to them. */
  balance: string;
  status: PaymentStatus;
}

type Billed = Pick<AccountStatement, 'amount' | 'dueDate' | 'state'>;

const zero = new Dec(0);

/**
 * Where a policy's account stands on a day. Due is what has been billed: statements that are due, past due or paid, and
 * those whose day has come; void ones never, and what was paid ahead not before its day. Paid is all that was received, less what was paid back.
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
    due: due.toFixed(2),
    paid: paid.toFixed(2),
    balance: sum(live).minus(paid).toFixed(2),
    status: statusOf(due, paid),
  };
}

function statusOf(due: Decimal, paid: Decimal): PaymentStatus {
  if (paid.isZero() && !due.isZero()) return due.isNegative() ? 'OVERPAID' : 'NOT_PAID';
  if (paid.equals(due)) return 'PAID';
  return paid.lessThan(due) ? 'UNDERPAID' : 'OVERPAID';
}

const sum = (items: readonly { amount: string }[]): Decimal =>
  items.reduce((total, { amount }) => total.plus(amount), zero);
