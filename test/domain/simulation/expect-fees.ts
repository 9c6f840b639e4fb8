import { expect } from 'vitest';
import { centsOf } from './days.js';
import type { Seen, SeenStatement } from './seen.js';
import { product } from './steps.js';

const feeKinds = ['NSF_FEE', 'LATE_FEE'];

/**
 * A late fee is for one past-due charge that is no fee, and each has one, unless coverage has ended before. A shortfall
 * is written off as soon as it is small enough, and stands while its statement is paid.
 */
export function expectFees(
  { statements }: Seen,
  { what, today, hasEnded }: { what: string; today: string; hasEnded: boolean },
): void {
  const byId = new Map(statements.map((statement) => [statement.id, statement]));
  const live = statements.filter(({ state }) => state !== 'VOID');
  const charges = live.filter(({ amount }) => centsOf(amount) > 0n);
  const late = live.filter(({ kind }) => kind === 'LATE_FEE').map(({ about }) => about!);
  expect(new Set(late).size, `late fees after ${what}`).toBe(late.length);
  for (const id of late) expect(feeKinds).not.toContain(byId.get(id)!.kind);
  const open = charges.filter(({ state }) => state !== 'PAID');
  for (const { id, kind, state, dueDate, number } of open) {
    if (state === 'SCHEDULED') continue;
    expect(state, `statement ${number} due ${dueDate} after ${what}`).toBe(
      dueDate < today ? 'PAST_DUE' : state,
    );
    if (hasEnded || state !== 'PAST_DUE' || feeKinds.includes(kind)) continue;
    expect(late, `the late fee of statement ${number} after ${what}`).toContain(id);
  }
  for (const { about } of live.filter(({ kind }) => kind === 'WRITE_OFF')) {
    expect(byId.get(about!)!.state, `written off after ${what}`).toBe('PAID');
  }
  const [oldest] = open.toSorted((a, b) => (a.dueDate < b.dueDate ? -1 : 1));
  expect(oldest !== undefined && isSmall(oldest), `a shortfall after ${what}`).toBe(false);
}

/** Whether only so little is open of a statement that it is written off. */
function isSmall({ state, amount, paidAmount }: SeenStatement): boolean {
  const [whole, paid] = [centsOf(amount), centsOf(paidAmount)];
  return state !== 'SCHEDULED' && paid > 0n && whole - paid <= centsOf(product.tolerance);
}
