import { z } from 'zod';
import { Decimal } from '../expression/index.js';
import { exactText } from '../money/amount-text.js';
import { takeBack, withoutReturned } from './returned-payments.js';

export const statementKinds = [
  'INSTALMENT',
  'ENDORSEMENT',
  'CANCELLATION',
  'TRUE_UP',
  'REINSTATEMENT',
  'NSF_FEE',
  'LATE_FEE',
  'WRITE_OFF',
] as const;
export type StatementKind = (typeof statementKinds)[number];

/** What each state of a statement says. */
export const statementStateMeanings = {
  SCHEDULED: 'is billed on its billing day',
  DUE: 'was billed and is open: a charge to be paid, or a credit that is not applied or refunded in full',
  PAST_DUE: 'is a charge that was not paid by its due date',
  PAID: 'is settled: a charge by cash and credits, a credit by charges and refunds',
  VOID: 'does not count: it was replaced before it was billed',
} as const;
export type StatementState = keyof typeof statementStateMeanings;
export const statementState = z
  .enum(['SCHEDULED', 'DUE', 'PAID', 'PAST_DUE', 'VOID'] as const satisfies readonly StatementState[])
  .meta({ id: 'StatementState' });

/** The fields of a statement that an account needs. Amounts are decimal text; negative for a credit. */
export interface AccountStatement {
  id: string;
  number: number;
  dueDate: string;
  amount: string;
  /** The part settled by payments and credits. */
  paidAmount: string;
  state: StatementState;
  /** Of a write-off: the statement whose open amount it settles. */
  writesOff?: string | null;
}

export interface AccountPayment {
  id: string;
  /** Negative: a refund, or a payment that the bank returned. */
  amount: string;
  /** The payment that was returned, in full or in part. */
  reverses?: string | null;
  receivedAt: Date;
}

/** The part of a payment that settles a statement. */
export interface Allocation {
  paymentId: string;
  statementId: string;
  amount: string;
}

/** Everything billed and paid on one policy. */
export interface Account {
  statements: readonly AccountStatement[];
  payments: readonly AccountPayment[];
  allocations: readonly Allocation[];
}

/** The changes of a settlement: new allocations, allocations removed from void statements, and statements. */
export interface Settlement {
  added: Allocation[];
  removed: Allocation[];
  /** The statements with a new `paidAmount` or `state`. */
  statements: AccountStatement[];
  /** Received but not allocated: kept for later statements, or refunded. */
  unapplied: string;
}

interface Open<T> {
  item: T;
  /** The open amount, more than zero. */
  left: Decimal;
}

const zero = Decimal.of(0);

/**
 * Allocates payments and credits (negative statements): first to refunds, then to statements, the oldest
 * due date first. A refund is of unallocated cash first, and of credits for the rest. Existing allocations do
 * not move, except those on void statements, and those of payments that the bank returned: such a payment is
 * taken off its statements, the latest due date first. If it was refunded, other payments make up for it. Over
 * all statements, `paidAmount` adds up to the allocations: a credit that settles a statement is subtracted
 * from one and added to the other.
 */
export function settle({ statements, payments, allocations }: Account): Settlement {
  const live = statements.filter(({ state }) => state !== 'VOID').sort(byDueDate);
  const isLive = new Set(live.map(({ id }) => id));
  const kept = allocations.filter(({ statementId }) => isLive.has(statementId));
  const removed = allocations.filter(({ statementId }) => !isLive.has(statementId));

  const paid = paidWithoutVoid(statements, live, kept);
  const added = new Map<string, Allocation>();
  const allocate = (payment: { id: string }, statement: { id: string }, amount: Decimal): void => {
    const key = `${payment.id} ${statement.id}`;
    const before = added.get(key)?.amount ?? '0';
    added.set(key, {
      paymentId: payment.id,
      statementId: statement.id,
      amount: exactText(amount.plus(before)),
    });
    paid.set(statement.id, (paid.get(statement.id) ?? zero).plus(amount));
  };
  const offset = (credit: AccountStatement, statement: AccountStatement, amount: Decimal): void => {
    paid.set(credit.id, (paid.get(credit.id) ?? zero).minus(amount));
    paid.set(statement.id, (paid.get(statement.id) ?? zero).plus(amount));
  };

  const takeOff = (amount: Decimal, from: readonly Allocation[]): void => {
    for (const { paymentId, statementId, amount: taken } of takeBack(amount, from, live)) {
      allocate({ id: paymentId }, { id: statementId }, taken.negated());
    }
  };
  const openAmounts = () =>
    live.map((item) => ({ item, left: Decimal.of(item.amount).minus(paid.get(item.id) ?? zero) }));

  const net = withoutReturned(payments).sort(byReceipt);
  const money = net.map((item) => ({ item, left: unallocated(item, kept) }));
  const isRefund = ({ item }: Open<AccountPayment>) => item.amount.startsWith('-');
  const received = money.filter(({ left }) => left.isPositive());
  const refunds = negated(money.filter(isRefund));
  for (const { item, left } of negated(money.filter((one) => !isRefund(one)))) {
    const own = kept.filter(({ paymentId }) => paymentId === item.id);
    takeOff(left, own);
  }

  // A refund of an overpayment: neither is on a statement, and they cancel each other.
  const credits = negated(openAmounts());
  match(received, refunds, () => undefined);
  match(credits, refunds, (credit, refund, amount) => allocate(refund, credit, amount.negated()));
  if (net.length < payments.length) {
    const short = refunds.reduce((total, { left }) => total.plus(left), zero);
    takeOff(short, [...kept, ...added.values()].reduce(merged, []));
  }
  const charges = openAmounts().filter(({ left }) => left.isPositive());
  match(credits, charges, offset);
  match(received, charges, allocate);

  const all = [...kept, ...added.values()];
  const changed = live.map((statement) => settled(statement, paid.get(statement.id) ?? zero));
  const freed = statements
    .filter(({ state, paidAmount }) => state === 'VOID' && !Decimal.of(paidAmount).isZero())
    .map((statement) => ({ ...statement, paidAmount: '0.00' }));
  return {
    added: [...added.values()],
    removed,
    statements: [...changed.filter((statement, index) => differs(statement, live[index])), ...freed],
    unapplied: exactText(
      sum(payments.map(({ amount }) => amount)).minus(sum(all.map(({ amount }) => amount))),
    ),
  };
}

/**
 * The settled amount of each statement after reversing credits that involve void statements: what a void write-off
 * settled is open again, credits given to void statements return to their source, and amounts settled by other void credits
 * reopen, the latest first.
 */
function paidWithoutVoid(
  statements: readonly AccountStatement[],
  live: readonly AccountStatement[],
  allocations: readonly Allocation[],
): Map<string, Decimal> {
  const paid = new Map(live.map(({ id, paidAmount }) => [id, Decimal.of(paidAmount)]));
  for (const { state, writesOff, paidAmount } of statements) {
    const settled = writesOff && state === 'VOID' ? paid.get(writesOff) : undefined;
    // A credit is settled below zero.
    if (writesOff && settled !== undefined) paid.set(writesOff, settled.plus(paidAmount));
  }
  const offsets = live.map(({ id }) => {
    const own = allocations.filter(({ statementId }) => statementId === id);
    return { id, offset: (paid.get(id) ?? zero).minus(sum(own.map(({ amount }) => amount))) };
  });
  let excess = offsets.reduce((total, { offset }) => total.plus(offset), zero);
  for (const { id, offset } of offsets.reverse()) {
    if (excess.isZero()) break;
    if (offset.isZero() || offset.isNegative() !== excess.isNegative()) continue;
    const back = offset.abs().lessThan(excess.abs()) ? offset : excess;
    paid.set(id, (paid.get(id) ?? zero).minus(back));
    excess = excess.minus(back);
  }
  return paid;
}

/** One allocation for each payment and statement. */
function merged(before: readonly Allocation[], one: Allocation): Allocation[] {
  const isSame = (other: Allocation) =>
    other.paymentId === one.paymentId && other.statementId === one.statementId;
  const same = before.find(isSame);
  if (same === undefined) return [...before, one];
  const amount = exactText(Decimal.of(same.amount).plus(one.amount));
  return [...before.filter((other) => other !== same), { ...one, amount }];
}

/** Matches sources and targets in order until one side is used up. */
function match<From, To>(
  from: Open<From>[],
  to: Open<To>[],
  give: (from: From, to: To, amount: Decimal) => void,
): void {
  for (const target of to) {
    for (const source of from) {
      const amount = Decimal.min(source.left, target.left);
      if (!amount.isPositive()) continue;
      give(source.item, target.item, amount);
      source.left = source.left.minus(amount);
      target.left = target.left.minus(amount);
    }
  }
}

function negated<T>(items: Open<T>[]): Open<T>[] {
  return items.flatMap(({ item, left }) => (left.isNegative() ? [{ item, left: left.negated() }] : []));
}

function unallocated(payment: AccountPayment, allocations: readonly Allocation[]): Decimal {
  const own = allocations.filter(({ paymentId }) => paymentId === payment.id);
  return Decimal.of(payment.amount).minus(sum(own.map(({ amount }) => amount)));
}

function settled(statement: AccountStatement, paid: Decimal): AccountStatement {
  const state = stateOf(statement.state, paid.equals(statement.amount));
  return { ...statement, paidAmount: exactText(paid), state };
}

/**
 * A billed statement is paid when its open amount is zero, and due again if that changes. A statement paid in
 * advance stays scheduled until its billing date.
 */
function stateOf(state: StatementState, isPaid: boolean): StatementState {
  if (state === 'SCHEDULED') return state;
  if (isPaid) return 'PAID';
  return state === 'PAID' ? 'DUE' : state;
}

function differs(a: AccountStatement, b: AccountStatement | undefined): boolean {
  return b === undefined || a.state !== b.state || !Decimal.of(a.paidAmount).equals(b.paidAmount);
}

function byDueDate(a: AccountStatement, b: AccountStatement): number {
  return a.dueDate === b.dueDate ? a.number - b.number : a.dueDate < b.dueDate ? -1 : 1;
}

function byReceipt(a: AccountPayment, b: AccountPayment): number {
  return a.receivedAt.getTime() - b.receivedAt.getTime() || (a.id < b.id ? -1 : 1);
}

const sum = (amounts: readonly string[]): Decimal =>
  amounts.reduce((total, amount) => total.plus(amount), zero);
