import fc from 'fast-check';
import { addDays } from '../../../domain/ground/calendar.js';
import { endOfTerm, namedTerm } from '../../../domain/ground/term.js';
import type { PolicyChange } from '../../../domain/policy/policy-change.js';
import { historyOf, type PolicyTerm } from '../../../domain/policy/timeline.js';

export const dates = fc.integer({ min: 0, max: 20 * 365 }).map((days) => addDays('2019-06-30', days));

/** Amounts of cents as decimal text. */
export const amounts = ({ min = 0, max = 5_000_000 } = {}) =>
  fc.integer({ min, max }).map((cents) => (cents / 100).toFixed(2));

export const terms = fc.constantFrom(...namedTerm.options, '36_MONTHS', '60_MONTHS', '120_MONTHS');

/** A change as it is recorded first; `recordedAt` counts days after 2026-01-01. */
export function aChange(change: Partial<PolicyChange> & Pick<PolicyChange, 'seq' | 'kind'>): PolicyChange {
  return {
    effectiveDate: '2026-01-01',
    recordedAt: new Date(Date.UTC(2026, 0, change.seq)),
    premiumChange: '0.00',
    termPremium: '0.00',
    quoteId: null,
    answers: null,
    data: {},
    ...change,
  };
}

/** A policy as it was issued. */
export function anIssue(
  effectiveDate: string,
  expirationDate: string,
  premium: string,
  answers: PolicyChange['answers'] = null,
): PolicyChange {
  return aChange({
    seq: 1,
    kind: 'ISSUE',
    effectiveDate,
    premiumChange: premium,
    termPremium: premium,
    answers,
    data: { expirationDate },
  });
}

export function lastTermOf(changes: readonly PolicyChange[]): PolicyTerm {
  return historyOf(changes)!.terms.at(-1)!;
}

export const issues = fc
  .tuple(dates, terms, amounts({ min: 1 }))
  .map(([from, term, premium]) => anIssue(from, endOfTerm(from, term), premium));
