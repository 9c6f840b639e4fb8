import { addDays, laterOf } from '../ground/calendar.js';
import type { Objection } from '../ground/objection.js';
import type { AccountStatement } from './account.js';

/** A statement whose due date is to be moved. */
export interface StatementToMove extends Pick<AccountStatement, 'dueDate' | 'state' | 'amount'> {
  billingDate: string;
  /** Its due date before it was first moved. */
  originalDueDate: string;
}

/** Why a due date cannot be moved; null if it can. `mostDays` is the product's setting. */
export function whyNotDueDate(
  { state, amount, billingDate, originalDueDate }: StatementToMove,
  { dueDate, today, mostDays }: { dueDate: string; today: string; mostDays: number | undefined },
): Objection | null {
  if (mostDays === undefined) return { reason: 'the product does not allow due dates to be moved' };
  if (state === 'PAID' || state === 'VOID' || amount.startsWith('-')) {
    const is = amount.startsWith('-') ? 'a credit' : state;
    return { reason: `the statement is ${is}; only an open charge has a due date`, field: 'statementId' };
  }
  const earliest = laterOf(today, laterOf(billingDate, originalDueDate));
  const latest = addDays(originalDueDate, mostDays);
  if (dueDate >= earliest && dueDate <= latest) return null;
  const reason =
    earliest > latest
      ? `the due date ${originalDueDate} could be moved until ${latest}, which is over`
      : `must be from ${earliest} to ${latest}`;
  return { reason, field: 'dueDate' };
}
