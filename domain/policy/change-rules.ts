import type { Objection } from '../ground/objection.js';
import type { PolicyState } from './policy-state.js';

/** What of a policy decides what can be done to it. */
export interface PolicyToChange {
  policyState: PolicyState;
  /** Of its current term. */
  effectiveDate: string;
  /** First day that the term does not cover. */
  expirationDate: string;
  /** First day without coverage, where it was cancelled. */
  cancelledOn: string | null;
  termNumber: number;
  nonRenewed: boolean;
}

/** Why a policy cannot be endorsed, or changed by a true-up, from a day on. Null where it can. */
export function againstEndorsing(policy: PolicyToChange, effectiveDate: string): Objection | null {
  return againstChanging(policy, 'changed') ?? againstDate(policy, effectiveDate);
}

/** Why a policy cannot be cancelled from a day on. Null where it can. */
export function againstCancelling(policy: PolicyToChange, cancelledOn: string): Objection | null {
  return againstChanging(policy, 'cancelled') ?? againstDate(policy, cancelledOn);
}

/**
 * Why a cancellation cannot be undone from a day on. A cancelled policy can be reinstated within the days that the
 * product gives, from its last day on or later, and not beyond its term.
 */
export function againstReinstating(
  policy: PolicyToChange,
  { from, today, lastDay }: { from: string; today: string; lastDay: string },
): Objection | null {
  const { cancelledOn, expirationDate, policyState } = policy;
  if (policyState === 'CLOSED') return { reason: 'the policy is closed' };
  if (cancelledOn === null) return { reason: 'the policy was not cancelled' };
  if (today > lastDay) return { reason: `the policy could be reinstated until ${lastDay}` };
  if (from < cancelledOn) {
    return {
      reason: `the policy was cancelled from ${cancelledOn}: it is reinstated from that day or a later one`,
      field: 'effectiveDate',
    };
  }
  if (from >= expirationDate) {
    return { reason: `the term ends on ${expirationDate}`, field: 'effectiveDate' };
  }
  return null;
}

/** Why a policy cannot be renewed, quoted for renewal or kept from it. Null where it can. */
export function againstRenewing(policy: PolicyToChange): Objection | null {
  const objection = againstChanging(policy, 'renewed');
  if (objection !== null) return objection;
  return policy.nonRenewed ? { reason: 'the renewal of the policy was cancelled' } : null;
}

function againstChanging({ policyState, cancelledOn }: PolicyToChange, what: string): Objection | null {
  if (policyState !== 'ACTIVE') {
    return { reason: `the policy is ${policyState}; it would have to be ACTIVE to be ${what}` };
  }
  if (cancelledOn === null) return null;
  return { reason: `the policy was cancelled from ${cancelledOn}; it would have to be reinstated first` };
}

/**
 * Dates lie within the current term. Those of a term that is over are refused: its premium was earned and settled, and
 * the renewal was rated on what was known by then.
 */
function againstDate(policy: PolicyToChange, date: string): Objection | null {
  const { effectiveDate, expirationDate, termNumber } = policy;
  if (date < effectiveDate) {
    const before = termNumber > 1 ? 'is in a term that is over' : 'is before the policy begins';
    return { reason: `${date} ${before}: the current term is from ${effectiveDate}`, field: 'effectiveDate' };
  }
  if (date >= expirationDate) {
    return {
      reason: `${date} is not within the term, which ends on ${expirationDate}`,
      field: 'effectiveDate',
    };
  }
  return null;
}
