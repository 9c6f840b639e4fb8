import { expect } from 'vitest';
import { earnedOn, totalOf, unearnedOn } from '../../../domain/policy/proration.js';
import { centsOf, textOf } from './days.js';
import type { Seen, SeenStatement, SeenTerm } from './seen.js';
import { product } from './steps.js';

/** What the parts of a policy say about each other on a day, after a step. */
export function expectSound(seen: Seen, { what, today }: { what: string; today: string }): void {
  const live = seen.statements.filter(({ state }) => state !== 'VOID');
  for (const term of seen.terms) {
    expectTerm(
      term,
      live.filter(({ termNumber }) => termNumber === term.number),
      { what, today },
    );
  }
  for (const statement of live) expectStatement(statement);
  expectAccount(seen, live, { what, today });
}

/** Premium is billed or open, never negative, and earned or not; nothing is due too early. */
function expectTerm(
  { from, until, cancelledOn, lines, charges, open }: SeenTerm,
  statements: readonly SeenStatement[],
  { what, today }: { what: string; today: string },
): void {
  const written = totalOf(lines).toAmount(2);
  expect(centsOf(written) >= 0n, `premium of ${written} after ${what}`).toBe(true);
  const billed = sum([...statements.map(({ premium }) => premium), ...open]);
  expect(textOf(billed), `billed premium after ${what}`).toBe(written);
  const taxes = sum(statements.map(({ taxesAndFees }) => taxesAndFees));
  expect(textOf(taxes), `billed taxes after ${what}`).toBe(textOf(sum(charges.map(({ amount }) => amount))));
  expect(taxes >= 0n, `taxes of ${taxes} after ${what}`).toBe(true);
  for (const day of [from, today, cancelledOn ?? until]) {
    expect(earnedOn(lines, day).plus(unearnedOn(lines, day)).toAmount(2)).toBe(written);
  }
  for (const { dueDate, effectiveDate, state } of statements) {
    const effective = effectiveDate ?? dueDate;
    // A settled statement stays as it was when the term was corrected.
    const earliest = state === 'PAID' || effective > from ? effective : from;
    expect(dueDate >= earliest, `due ${dueDate}, not before ${earliest}, after ${what}`).toBe(true);
  }
}

/** A statement is the sum of its parts, and paid if nothing of it is open. */
function expectStatement(statement: SeenStatement): void {
  const { amount, premium, taxesAndFees, instalmentFee, fee, paidAmount, state, number, kind } = statement;
  expect(textOf(sum([premium, taxesAndFees, instalmentFee, fee]))).toBe(amount);
  expectFee(statement);
  const isLater = kind === 'INSTALMENT' && number > 1;
  expect(instalmentFee).toBe(isLater ? textOf(product.instalmentFee) : '0.00');
  const [whole, paid] = [centsOf(amount), centsOf(paidAmount)];
  const isWithin = whole < 0n ? whole <= paid && paid <= 0n : 0n <= paid && paid <= whole;
  expect(isWithin, `${paidAmount} of ${amount}`).toBe(true);
  if (state !== 'SCHEDULED')
    expect(state === 'PAID', `${paidAmount} of ${amount} ${state}`).toBe(paid === whole);
}

function expectFee({ kind, fee }: SeenStatement): void {
  if (kind === 'WRITE_OFF') {
    const [written, most] = [-centsOf(fee), centsOf(product.tolerance)];
    expect(0n < written && written <= most, `written off ${fee}`).toBe(true);
  } else {
    const fees: Record<string, string> = { NSF_FEE: product.nsfFee, LATE_FEE: product.lateFee };
    expect(fee).toBe(fees[kind] ?? '0.00');
  }
}

/** The balance is billed less paid; no cash and no credit is left while a charge is open. */
function expectAccount(
  { payments, hasReturned, balance, refundable, status }: Seen,
  live: readonly SeenStatement[],
  { what, today }: { what: string; today: string },
): void {
  const cash = sum(payments);
  const billed = sum(live.map(({ amount }) => amount));
  expect(balance, `balance after ${what}`).toBe(textOf(billed - cash));
  // What was refunded of a payment that the bank then returned is lost until it is paid again.
  expect(cash >= 0n || hasReturned, 'no more is refunded than was paid').toBe(true);
  const owed = least(cash - billed, cash);
  expect(refundable, `refundable after ${what}`).toBe(textOf(owed > 0n ? owed : 0n));
  const unapplied = cash - sum(live.map(({ paidAmount }) => paidAmount));
  expect(unapplied >= 0n || cash < 0n, `unapplied ${unapplied}`).toBe(true);
  const open = live.filter(({ amount, paidAmount }) => amount !== paidAmount);
  const charges = open.filter(({ amount }) => centsOf(amount) > 0n);
  if (charges.length > 0) {
    expect(unapplied <= 0n, `unapplied ${unapplied} after ${what}`).toBe(true);
    expect(open, `open after ${what}`).toHaveLength(charges.length);
  }
  const due = live.filter(({ state, dueDate }) => state !== 'SCHEDULED' || dueDate <= today);
  expect(status, `status after ${what}`).toBe(statusOf(sum(due.map(({ amount }) => amount)), cash));
}

/** Cash without a statement comes from payments and from statements that became void, not from credits. */
export function expectUnapplied(before: Seen, after: Seen, what: string): void {
  const received = receivedOf(after) - receivedOf(before);
  const freed = before.statements.flatMap(({ state, paidAmount }, index) =>
    state !== 'VOID' && after.statements[index]?.state === 'VOID' && Number(paidAmount) > 0
      ? [paidAmount]
      : [],
  );
  const most = unappliedOf(before) + received + sum(freed);
  // What was refunded of a payment that the bank then returned is made up for by a credit.
  const isHeld = unappliedOf(after) <= 0n || unappliedOf(after) <= most;
  expect(isHeld, `unapplied ${unappliedOf(after)} of ${most} after ${what}`).toBe(true);
}

/** In any order: payments of one moment have none. */
function receivedOf({ payments }: Seen): bigint {
  return sum(payments.filter((amount) => !amount.startsWith('-')));
}

function unappliedOf({ payments, statements }: Seen): bigint {
  return sum(payments) - sum(statements.map(({ paidAmount }) => paidAmount));
}

function statusOf(due: bigint, cash: bigint): string {
  if (cash === due) return 'PAID';
  if (cash <= 0n) return 'NOT_PAID';
  return cash < due ? 'UNDERPAID' : 'OVERPAID';
}

function least(a: bigint, b: bigint): bigint {
  if (a < b) return a;
  return b;
}

const sum = (amounts: readonly string[]): bigint =>
  amounts.reduce((total, amount) => total + centsOf(amount), 0n);
