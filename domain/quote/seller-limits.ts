import type { QuotedAmounts } from '../authority/lack.js';
import { Decimal } from '../expression/index.js';
import type { QuoteDetails } from './quote.js';

interface CoverageWithLimits {
  details: { readonly [key: string]: readonly { amount?: string | undefined }[] };
}

/** The amounts of a quote that a seller's limits are about. */
export function quotedAmounts(premium: string, coverages: readonly CoverageWithLimits[]): QuotedAmounts {
  const limits = coverages
    .flatMap(({ details }) => details.limits ?? [])
    .flatMap(({ amount }) => (amount !== undefined && decimal.test(amount) ? [amount] : []));
  return { premium, coverage: Decimal.max('0', ...limits).toFixed() };
}

/** The coverages of a stored quote. */
export const coveragesOf = (details: QuoteDetails | null) =>
  (details?.coverageTypes ?? []).flatMap(({ coverages }) => coverages);

const decimal = /^\d+(\.\d+)?$/;
