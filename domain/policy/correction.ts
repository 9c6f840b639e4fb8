import type { Objection } from '../ground/objection.js';
import type { Term } from '../ground/term.js';
import { endOfTerm } from '../ground/term.js';
import type { PolicyToChange } from './change-rules.js';
import type { PolicyHistory, PolicyTerm } from './timeline.js';

export interface PolicyToMove extends PolicyToChange {
  premiumTerm: string;
  /** The cancellation date of a pending notice. */
  cancellationNoticeOn: string | null;
}

/**
 * Why a policy's term cannot be moved to a day; null if it can. It cannot be moved to after its end, nor so far back
 * that it would be over.
 */
export function whyNotMove(
  policy: PolicyToMove,
  { terms }: Pick<PolicyHistory, 'terms'>,
  { effectiveDate, today }: { effectiveDate: string; today: string },
): Objection | null {
  if (policy.cancelledOn !== null) return { reason: `the policy was canceled from ${policy.cancelledOn}` };
  if (policy.policyState !== 'ACTIVE' && policy.policyState !== 'PENDING_FINANCE_CONFIRMATION') {
    return { reason: 'the policy has ended' };
  }
  const before = terms.at(-2);
  if (before !== undefined && effectiveDate < before.expirationDate) {
    return {
      reason: `the previous term ends on ${before.expirationDate}`,
      field: 'effectiveDate',
    };
  }
  const end = movedEnd(effectiveDate, policy.premiumTerm as Term);
  if (end <= today) {
    return {
      reason: `the term would have ended on ${end}: use a later date, or cancel the policy`,
      field: 'effectiveDate',
    };
  }
  if (effectiveDate >= policy.expirationDate) {
    return {
      reason: `a correction moves a term by less than its length: use a date before ${policy.expirationDate}`,
      field: 'effectiveDate',
    };
  }
  const left = changesFrom(terms.at(-1), end);
  if (left !== undefined) {
    return {
      reason: `a change from ${left} would be outside the term, which would end on ${end}`,
      field: 'effectiveDate',
    };
  }
  const noticed = policy.cancellationNoticeOn;
  const isOutside = noticed !== null && (noticed < effectiveDate || noticed >= end);
  if (isOutside) {
    return {
      reason: `a pending notice cancels the policy on ${noticed}, which would be outside the term`,
      field: 'effectiveDate',
    };
  }
  return null;
}

/** The first day, from a day on, on which a change of the term takes effect, or coverage begins again after a lapse. */
function changesFrom(term: PolicyTerm | undefined, day: string): string | undefined {
  const { answerChanges = [], stretches = [], lapses = [] } = term ?? {};
  const begun = [
    ...answerChanges.map(({ effectiveDate }) => effectiveDate),
    ...stretches.map(({ from }) => from),
    ...lapses.map(({ until }) => until),
  ];
  return begun.filter((from) => from >= day).sort()[0];
}

/** The end of a term with a corrected first day; the term keeps its length. */
export function movedEnd(effectiveDate: string, term: Term): string {
  return endOfTerm(effectiveDate, term);
}
