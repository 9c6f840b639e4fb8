import type { JsonObject } from '../ground/json.js';
import { lapsesOfContract } from './policy-contract.js';
import type { PolicyState } from './policy-state.js';
import type { Period } from './proration.js';
import { isLapsed, lapsesOf, lastDayWithCoverage, type PolicyTerm } from './timeline.js';

/** The days that a term covers. */
export interface Coverage {
  /** The first day of the term. */
  effectiveDate: string;
  /** The day before the first day of a term that was canceled from it. */
  lastDayWithCoverage: string;
  lapses: readonly Period[];
}

export function coverageOf(term: PolicyTerm): Coverage {
  return {
    effectiveDate: term.effectiveDate,
    lastDayWithCoverage: lastDayWithCoverage(term),
    lapses: lapsesOf(term),
  };
}

/**
 * The state of a policy on a day of its term, from its recorded state today. It is ACTIVE on a covered day, and before
 * its first one, like a policy that was issued ahead. On any other day it is not in force; whether the account is settled
 * is today's.
 */
export function stateOn(coverage: Coverage, date: string, today: PolicyState): PolicyState {
  const { effectiveDate, lastDayWithCoverage: lastDay } = coverage;
  const isPending = today === 'PENDING_FINANCE_CONFIRMATION';
  const hasEnded = !isPending && today !== 'ACTIVE';
  const neverCovered = hasEnded && lastDay < effectiveDate;
  if (date <= lastDay && !isLapsed(coverage, date) && !neverCovered) {
    return isPending ? today : 'ACTIVE';
  }
  return hasEnded ? today : 'INACTIVE_UNSETTLED';
}

/** What a policy's row says of its state. Its recorded state changes with coverage's end, not with a lapse. */
export interface RecordedState extends Omit<Coverage, 'lapses'> {
  policyState: PolicyState;
  policyContract: JsonObject;
}

/** The state of a policy today, from its row. */
export function stateToday(
  { policyContract, policyState, ...term }: RecordedState,
  today: string,
): PolicyState {
  // Closing an account is an act of a day; only before it the policy was in force.
  if (policyState === 'CLOSED') return policyState;
  return stateOn({ ...term, lapses: lapsesOfContract(policyContract) }, today, policyState);
}
