import type { Objection } from '../ground/objection.js';
import type { QuoteType } from '../quote/quote.js';
import type { PolicyState } from './policy-state.js';

/** The fields of a policy that decide which changes are possible. */
export interface PolicyToChange {
  policyState: PolicyState;
  /** The first day of the current term. */
  effectiveDate: string;
  /** First day that the term does not cover. */
  expirationDate: string;
  /** First day without coverage, if the policy was canceled. */
  cancelledOn: string | null;
  termNumber: number;
  nonRenewed: boolean;
  /** The policy that it was rewritten as, if any. */
  rewrittenTo?: string | null;
}

/** Why a policy cannot be endorsed or trued up from a day; null if it can. */
export function whyNotEndorse(policy: PolicyToChange, effectiveDate: string): Objection | null {
  return whyNotChange(policy, 'changed') ?? whyNotOnDate(policy, effectiveDate);
}

/**
 * Why a policy cannot be canceled from a day; null if it can. One that waits for its finance company was never in
 * force: it can only be voided, from its first day.
 */
export function whyNotCancel(policy: PolicyToChange, cancelledOn: string): Objection | null {
  const { policyState, effectiveDate } = policy;
  if (policyState !== 'PENDING_FINANCE_CONFIRMATION') return whyNotGiveNotice(policy, cancelledOn);
  if (cancelledOn === effectiveDate) return null;
  return {
    reason: `the policy waits for its finance company: it can only be canceled from its first day, ${effectiveDate}`,
    field: 'effectiveDate',
  };
}

/** Why a policy cannot be rewritten from a day, the first day of its new quote; null if it can. */
export function whyNotRewrite(policy: PolicyToChange, from: string): Objection | null {
  const objection = whyNotChange(policy, 'rewritten');
  if (objection !== null) return { ...objection, field: 'policyId' };
  const outside = whyNotOnDate(policy, from);
  return outside && { ...outside, field: 'quoteId' };
}

/** Quotes that are issued in the place of a policy. A renewal is of a policy of its own. */
export const rewritingTypes: ReadonlySet<QuoteType> = new Set<QuoteType>(['QUOTE', 'PRE_ISSUE']);

/** Why a quote cannot take a policy's place, whose money is carried over; null if it can. */
export function whyNotRewriteBy(
  policy: { clientId: string; issuingOrganizationId: string; currency: string },
  quote: { clientId: string | null; quotingOrganizationId: string; currency: string },
): Objection | null {
  const field = 'quoteId';
  if (quote.clientId !== policy.clientId) return { reason: 'the quote is of another client', field };
  if (quote.quotingOrganizationId !== policy.issuingOrganizationId)
    return { reason: 'the quote is of another insurer', field };
  if (quote.currency !== policy.currency)
    return { reason: `the quote is in ${quote.currency}, the policy in ${policy.currency}`, field };
  return null;
}

/** Why no notice of cancellation from a day can be given; null if it can. */
export function whyNotGiveNotice(policy: PolicyToChange, cancelledOn: string): Objection | null {
  return whyNotChange(policy, 'canceled') ?? whyNotOnDate(policy, cancelledOn);
}

/**
 * Why a canceled policy cannot be reinstated from a day; null if it can. The product sets the
 * number of days within which a policy can be reinstated. Coverage resumes on the day of the
 * cancellation or later, within the term.
 */
export function whyNotReinstate(
  policy: PolicyToChange,
  { from, today, lastDay }: { from: string; today: string; lastDay: string },
): Objection | null {
  const { cancelledOn, expirationDate, policyState, rewrittenTo = null } = policy;
  if (rewrittenTo !== null) {
    return {
      reason: `the policy was rewritten as policy ${rewrittenTo}, which took its money over: issue a new one`,
    };
  }
  if (policyState === 'CLOSED') return { reason: 'the policy is closed' };
  if (cancelledOn === null) return { reason: 'the policy was not canceled' };
  if (today > lastDay) return { reason: `the policy could only be reinstated until ${lastDay}` };
  if (from < cancelledOn) {
    return {
      reason: `the policy was canceled from ${cancelledOn}: reinstate it from that day or later`,
      field: 'effectiveDate',
    };
  }
  if (from >= expirationDate) {
    return { reason: `the term ends on ${expirationDate}`, field: 'effectiveDate' };
  }
  return null;
}

/** Why a policy cannot be renewed, quoted for renewal or non-renewed; null if it can. */
export function whyNotRenew(policy: PolicyToChange): Objection | null {
  const objection = whyNotChange(policy, 'renewed');
  if (objection !== null) return objection;
  return policy.nonRenewed ? { reason: 'the renewal of the policy was canceled' } : null;
}

/** Why a policy cannot be changed by any day of it; null if it can. `what` is the participle of the change. */
export function whyNotChange({ policyState, cancelledOn }: PolicyToChange, what: string): Objection | null {
  if (policyState !== 'ACTIVE') {
    return { reason: `the policy is ${policyState}; only an ACTIVE policy can be ${what}` };
  }
  if (cancelledOn === null) return null;
  return { reason: `the policy was canceled from ${cancelledOn}; reinstate it first` };
}

/**
 * A change takes effect within the current term. One that begins in an earlier term has rules of its own
 * (`whyNotEarlierTerm`).
 */
function whyNotOnDate(policy: PolicyToChange, date: string): Objection | null {
  const { effectiveDate, expirationDate, termNumber } = policy;
  if (date < effectiveDate) {
    const before = termNumber > 1 ? 'is in an earlier term' : 'is before the policy begins';
    return {
      reason: `${date} ${before}: the current term begins on ${effectiveDate}`,
      field: 'effectiveDate',
    };
  }
  if (date >= expirationDate) {
    return {
      reason: `${date} is not within the term, which ends on ${expirationDate}`,
      field: 'effectiveDate',
    };
  }
  return null;
}
