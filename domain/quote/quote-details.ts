import { monthsOfTerm, type Term } from '../ground/term.js';
import type { QuotedRating, RatedCoverage } from '../rating/run/result.js';
import { changeTypes } from './bindable.js';
import type { QuoteDetails, QuoteType } from './quote.js';

type Duration = QuoteDetails['duration'];

/**
 * The length of a term; its scale is also the `per` of the term's premium. Terms of more years are in months, as all but a year are:
 * the premium of three years that said `per: YEAR` would be read as that of a year.
 */
export function durationOfTerm(term: Term): Duration {
  return term === 'ANNUAL' ? { length: 1, scale: 'YEAR' } : { length: monthsOfTerm(term), scale: 'MONTH' };
}

/**
 * A rating as `quoteDetails` (spec 2.5). Money becomes a JSON number here: rated amounts have at most two
 * decimals, which a double represents well enough to print them back.
 */
export function quoteDetailsOf(rating: QuotedRating, expirationDate: string): QuoteDetails {
  const duration = durationOfTerm(rating.term);
  return {
    premium: {
      amount: Number(rating.premium),
      per: duration.scale,
      taxesAndFees: rating.taxesAndFees.map(({ amount, ...tax }) => ({ ...tax, amount: Number(amount) })),
      ...(rating.loading && {
        loading: { percent: Number(rating.loading.percent), amount: Number(rating.loading.amount) },
      }),
    },
    duration,
    coverageTypes: groupByType(rating.coverages, duration),
    expirationDate,
  };
}

function groupByType(coverages: RatedCoverage[], duration: Duration): QuoteDetails['coverageTypes'] {
  const groups = new Map<string, QuoteDetails['coverageTypes'][number]>();
  for (const { type, code, title, premium, details } of coverages) {
    const group = groups.get(type) ?? { type, coverages: [] };
    groups.set(type, group);
    group.coverages.push({
      code,
      title,
      premium: { amount: Number(premium), per: duration.scale },
      details,
    });
  }
  return [...groups.values()];
}

/** `quoteDetails` as they are read: with the term that the premium is for, unless they are those of a change of a policy. */
export function withTerm(
  { premium, ...details }: QuoteDetails,
  { type, term }: { type: QuoteType; term: Term },
): QuoteDetails {
  return { premium: changeTypes.has(type) ? premium : { ...premium, perTerm: term }, ...details };
}
