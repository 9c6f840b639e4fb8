import { addDays } from '../ground/calendar.js';
import type { Objection } from '../ground/objection.js';
import type { PolicyToChange } from './change-rules.js';
import { endOfCoverage, type PolicyHistory, type PolicyTerm } from './timeline.js';

/**
 * The term of a day if its coverage has ended: an earlier term, or the last one of a policy that has expired or was
 * canceled. A policy that was voided while it waited for its finance company never had coverage.
 */
export function endedTermOn(
  { terms }: PolicyHistory,
  { termNumber, policyState }: Pick<PolicyToChange, 'termNumber' | 'policyState'>,
  date: string,
): PolicyTerm | undefined {
  const term = terms.findLast(({ effectiveDate }) => effectiveDate <= date);
  if (term === undefined) return undefined;
  const isOver =
    term.number < termNumber || ['INACTIVE_UNSETTLED', 'SETTLED', 'CLOSED'].includes(policyState);
  return isOver && !term.cancellation?.neverInForce ? term : undefined;
}

/**
 * Why the premium of an ended term cannot be audited from a day; null if it can. The product sets the number of
 * days after the end of coverage within which it can.
 */
export function whyNotAudit(
  { policyState }: Pick<PolicyToChange, 'policyState'>,
  term: Pick<PolicyTerm, 'cancellation' | 'expirationDate'>,
  { from, today, windowDays }: { from: string; today: string; windowDays: number },
): Objection | null {
  if (policyState === 'CLOSED') return { reason: 'the policy is closed' };
  const field = 'effectiveDate';
  const end = endOfCoverage(term);
  const ended = `${term.cancellation === null ? 'ended on' : 'was canceled from'} ${end}`;
  if (from >= end) return { reason: `${from} is not within the term, which ${ended}`, field };
  const lastDay = lastDayOfAudit(term, windowDays);
  if (today <= lastDay) return null;
  return {
    reason: `the term ${ended}; its premium could be audited for ${windowDays} days, until ${lastDay}`,
    field,
  };
}

/** The last day on which an ended term can be audited. */
export function lastDayOfAudit(
  term: Pick<PolicyTerm, 'cancellation' | 'expirationDate'>,
  windowDays: number,
): string {
  return addDays(endOfCoverage(term), windowDays);
}

/** Whether a canceled term was audited: a canceled policy has no other changes of its answers. */
export function auditedAfterCancellation({ cancellation, answerChanges }: PolicyTerm): boolean {
  return cancellation !== null && answerChanges.some(({ seq }) => seq > cancellation.seq);
}
