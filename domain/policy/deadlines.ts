import type { BusinessTime } from '../ground/business-time.js';
import { addDays, laterOf } from '../ground/calendar.js';
import { endedTermOn, lastDayOfAudit } from './audit.js';
import type { PolicyToForesee } from './foresee.js';
import type { PolicySettings } from './policy-settings.js';
import type { PolicyState } from './policy-state.js';
import { lapsesOf, type PolicyHistory } from './timeline.js';

/** Days that the service does nothing on, and after which something else holds. */
export interface Deadline {
  type: 'AUDIT_WINDOW_ENDS' | 'REINSTATEMENT_ENDS' | 'COVERAGE_RESUMES' | 'QUOTE_EXPIRES';
  /** The last day, or the first one with coverage. */
  on: string;
  /** The number of the term that it is about. */
  termNumber: number;
}

/**
 * The days from today on until which ended terms can be audited and a canceled policy can be reinstated, and on which
 * coverage resumes after a lapse.
 */
export function deadlinesOf(
  history: PolicyHistory,
  policy: {
    today: string;
    policyState: PolicyState;
    termNumber: number;
    /** A hold has stopped the reinstatement that a payment in time makes. */
    reinstatementWaits: boolean;
  },
  { audit, cancellation: { reinstatementDays } }: PolicySettings,
): Deadline[] {
  if (policy.policyState === 'CLOSED') return [];
  const lastDayToReinstate = (cancelledOn: string) => {
    const usual = addDays(cancelledOn, reinstatementDays);
    // Who has paid in time does not lose the days of a hold.
    return policy.reinstatementWaits ? laterOf(usual, policy.today) : usual;
  };
  const deadlines = history.terms.flatMap((term): Deadline[] => {
    const { number: termNumber, cancellation, effectiveDate } = term;
    const isEnded = endedTermOn({ ...history, terms: [term] }, policy, effectiveDate) !== undefined;
    const isCurrent = termNumber === policy.termNumber;
    const resumes = lapsesOf(term).map(({ until: on }) => ({
      type: 'COVERAGE_RESUMES' as const,
      on,
      termNumber,
    }));
    return [
      ...resumes,
      ...(audit !== undefined && isEnded
        ? [{ type: 'AUDIT_WINDOW_ENDS' as const, on: lastDayOfAudit(term, audit.windowDays), termNumber }]
        : []),
      ...(isCurrent && cancellation !== null
        ? [
            {
              type: 'REINSTATEMENT_ENDS' as const,
              on: lastDayToReinstate(cancellation.cancelledOn),
              termNumber,
            },
          ]
        : []),
    ];
  });
  return deadlines.filter(({ on }) => on >= policy.today);
}

/** The last day of a renewal quote that nobody has selected yet; none if it expired before. */
export function expiryOfRenewal(
  {
    today,
    policyState,
    termNumber,
    renewalQuoteId,
  }: Pick<PolicyToForesee, 'today' | 'policyState' | 'termNumber' | 'renewalQuoteId'>,
  expiresAt: Date | null,
  now: Pick<BusinessTime, 'dayOf'>,
): Deadline[] {
  if (expiresAt === null || renewalQuoteId !== null || policyState !== 'ACTIVE') return [];
  const on = now.dayOf(new Date(expiresAt.getTime() - 1));
  return on < today ? [] : [{ type: 'QUOTE_EXPIRES', on, termNumber: termNumber + 1 }];
}
