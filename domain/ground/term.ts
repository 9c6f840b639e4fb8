import { z } from 'zod';
import { addMonths } from './calendar.js';

/** The policy terms (spec 2.5). */
export const term = z
  .enum(['EIGHTEEN_MONTHS', 'ANNUAL', 'HALF_YEAR', 'THREE_MONTHS', 'MONTH'])
  .meta({ id: 'Term' });
export type Term = z.infer<typeof term>;

export const monthsOfTerm: { readonly [term in Term]: number } = {
  EIGHTEEN_MONTHS: 18,
  ANNUAL: 12,
  HALF_YEAR: 6,
  THREE_MONTHS: 3,
  MONTH: 1,
};

/** The end of a term: the first day that it does not cover. */
export function endOfTerm(effectiveDate: string, term: Term, anchor: string = effectiveDate): string {
  return addMonths(effectiveDate, monthsOfTerm[term], anchor);
}
