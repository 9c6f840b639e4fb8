import { z } from 'zod';
import { addMonths } from './calendar.js';

/** The terms that a policy can have (spec 2.5). */
export const term = z.enum(['EIGHTEEN_MONTHS', 'ANNUAL', 'HALF_YEAR', 'THREE_MONTHS', 'MONTH']);
export type Term = z.infer<typeof term>;

export const monthsOfTerm: { readonly [term in Term]: number } = {
  EIGHTEEN_MONTHS: 18,
  ANNUAL: 12,
  HALF_YEAR: 6,
  THREE_MONTHS: 3,
  MONTH: 1,
};

/** The day on which a term ends: the first that it does not cover. */
export function endOfTerm(effectiveDate: string, term: Term, anchor: string = effectiveDate): string {
  return addMonths(effectiveDate, monthsOfTerm[term], anchor);
}
