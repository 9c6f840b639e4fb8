import { addDays } from '../ground/calendar.js';
import type { Objection } from '../ground/objection.js';
import type { PolicyToChange } from './change-rules.js';
import type { PolicyHistory, PolicyTerm } from './timeline.js';

/** The term of a day if it has ended: an earlier term, or the last one of a policy that has expired. */
export function endedTermOn(
  { terms }: PolicyHistory,
  { termNumber, policyState }: Pick<PolicyToChange, 'termNumber' | 'policyState'>,
  date: string,
): PolicyTerm | undefined {
  const term = terms.findLast(({ effectiveDate }) => effectiveDate <= date);
  if (term === undefined) return undefined;
  const isOver =
    term.number < termNumber || ['INACTIVE_UNSETTLED', 'SETTLED', 'CLOSED'].includes(policyState);
  return isOver && term.cancellation === null ? term : undefined;
}

/**
 * Why the premium of an ended term cannot be audited from a day; null if it can. The product sets the number of
 * days after the term's end within which it can.
 */
export function againstAuditing(
  { policyState }: Pick<PolicyToChange, 'policyState'>,
  { expirationDate }: Pick<PolicyTerm, 'expirationDate'>,
  { from, today, windowDays }: { from: string; today: string; windowDays: number },
): Objection | null {
  if (policyState === 'CLOSED') return { reason: 'the policy is closed' };
  const field = 'effectiveDate';
  if (from >= expirationDate) {
    return { reason: `${from} is not within the term, which ended on ${expirationDate}`, field };
  }
  const lastDay = addDays(expirationDate, windowDays);
  if (today <= lastDay) return null;
  return {
    reason: `the term ended on ${expirationDate}; its premium could be audited for ${windowDays} days, until ${lastDay}`,
    field,
  };
}
