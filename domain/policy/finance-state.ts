import type { StatementState } from '../billing/account.js';
import { type PaymentStatus, standingOf } from '../billing/payment-status.js';
import { owedBack } from '../billing/refund.js';
import { Decimal } from '../expression/index.js';

/** The fields of a statement that the finance state needs. */
export interface BilledStatement {
  dueDate: string;
  amount: number;
  paidAmount: number;
  state: StatementState;
}

/** The state of a policy's account on a day; amounts are JSON numbers with at most two decimals. */
export function financeStateOf(
  policy: { paymentPlan: string; status: PaymentStatus; policyState: string },
  {
    statements,
    paid,
    currency,
    today,
  }: { statements: readonly BilledStatement[]; paid: string; currency: string; today: string },
) {
  const live = statements.filter(({ state }) => state !== 'VOID');
  const billed = live.map((statement) => ({ ...statement, amount: String(statement.amount) }));
  const standing = standingOf(billed, [{ amount: paid }], today);
  const open = live
    .filter(({ state, amount, paidAmount }) => state !== 'PAID' && amount !== paidAmount)
    .sort((a, b) => (a.dueDate < b.dueDate ? -1 : Number(a.dueDate > b.dueDate)));
  const charges = open.filter(({ amount }) => amount > 0);
  const nextDueDate = charges[0]?.dueDate ?? null;
  const next = charges.filter(({ dueDate }) => dueDate === nextDueDate);
  const credits = open.filter(({ amount }) => amount < 0).map(openAmount);
  const unapplied = Decimal.of(standing.paid).minus(sum(live.map(({ paidAmount }) => paidAmount)));
  return {
    paymentPlan: policy.paymentPlan,
    paymentStatus: policy.status,
    financeConfirmed: policy.policyState !== 'PENDING_FINANCE_CONFIRMATION',
    currency,
    billedAmount: sum(live.map(({ amount }) => amount)),
    dueAmount: Number(standing.due),
    paidAmount: Number(standing.paid),
    balance: Number(standing.balance),
    creditAmount: sum(credits.map((amount) => -amount)),
    unappliedAmount: unapplied.toNumber(),
    refundableAmount: Number(owedBack({ ...standing, onItsWay: '0' })),
    pastDueAmount: sum(open.filter(({ state }) => state === 'PAST_DUE').map(openAmount)),
    nextDueDate,
    nextDueAmount: nextDueDate === null ? null : sum(next.map(openAmount)),
    statementCount: live.length,
    paidStatementCount: live.filter(({ state }) => state === 'PAID').length,
  };
}

export type FinanceState = ReturnType<typeof financeStateOf>;

/** The statement that fell due last, or the first one if none is due yet; void statements do not count. */
export function lastStatementOf<Statement extends BilledStatement>(
  statements: readonly Statement[],
  today: string,
): Statement | null {
  const live = statements
    .filter(({ state }) => state !== 'VOID')
    .toSorted((a, b) => (a.dueDate < b.dueDate ? -1 : Number(a.dueDate > b.dueDate)));
  return live.findLast(({ dueDate }) => dueDate <= today) ?? live[0] ?? null;
}

function openAmount({ amount, paidAmount }: BilledStatement): number {
  return Decimal.of(amount).minus(paidAmount).toNumber();
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total.plus(amount), Decimal.of(0)).toNumber();
}
