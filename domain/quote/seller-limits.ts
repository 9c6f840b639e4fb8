import type { QuotedAmounts } from '../authority/lack.js';
import { Decimal } from '../expression/index.js';
import type { QuoteDetails } from './quote.js';

/** The amounts of a stretch of a term. */
export type DatedAmounts = QuotedAmounts & { from: string };

interface CoverageWithLimits {
  details: { readonly [key: string]: readonly { amount?: string | undefined }[] };
}

/** The amounts of a quote that a seller's limits are about. */
export function quotedAmounts(premium: string, coverages: readonly CoverageWithLimits[]): QuotedAmounts {
  const limits = coverages
    .flatMap(({ details }) => details.limits ?? [])
    .flatMap(({ amount }) => (amount !== undefined && decimal.test(amount) ? [amount] : []));
  return { premium, coverage: Decimal.max('0', ...new Set(limits)).toFixed() };
}

/** The largest premium and the largest limit of stretches; of none, nothing. */
export function largestOf(amounts: readonly QuotedAmounts[]): QuotedAmounts {
  const largest = (values: string[]) => Decimal.max('0', ...values).toFixed();
  return {
    premium: largest(amounts.map(({ premium }) => premium)),
    coverage: largest(amounts.map(({ coverage }) => coverage)),
  };
}

/** The coverages of a stored quote. */
export const coveragesOf = (details: QuoteDetails | null) =>
  (details?.coverageTypes ?? []).flatMap(({ coverages }) => coverages);

const decimal = /^\d+(\.\d+)?$/;
