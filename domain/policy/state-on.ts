import { addDays } from '../ground/calendar.js';
import type { PolicyState } from './policy-state.js';
import { type PolicyHistory, type PolicyTerm, policyOn } from './timeline.js';

/** The first day that a term does not cover: its end, or the day of its cancellation. */
export function endOfCoverage({ cancellation, expirationDate }: PolicyTerm): string {
  return cancellation?.cancelledOn ?? expirationDate;
}

/** The last day that a term covers; the day before a term that was cancelled from its first day. */
export function lastDayWithCoverage(term: PolicyTerm): string {
  return addDays(endOfCoverage(term), -1);
}

/**
 * The state of a policy on a day, from its state today. It is ACTIVE on a covered day, and before its first one, like
 * a policy that was issued ahead. On any other day coverage has ended; whether the account is settled is today's.
 */
export function stateOn(history: PolicyHistory, date: string, today: PolicyState): PolicyState {
  const isPending = today === 'PENDING_FINANCE_CONFIRMATION';
  const found = policyOn(history, date);
  if (found === null || found.inForce) return isPending ? today : 'ACTIVE';
  return isPending || today === 'ACTIVE' ? 'INACTIVE_UNSETTLED' : today;
}
