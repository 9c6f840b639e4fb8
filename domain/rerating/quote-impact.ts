import { Dec } from '../expression/index.js';
import type { Premium, QuoteImpact } from '../rating/comparison/impact.js';
import type { RatedQuestion, Rerate, Rerating } from './rerate.js';

/** A stored quote with its result on its own version. */
export interface QuoteToImpact extends RatedQuestion {
  requestId: string;
  productVersionId: string;
  outcome: 'QUOTED' | 'DECLINED';
  /** Decimal text; null if it was declined. */
  premium: string | null;
}

export interface ImpactVersions {
  candidate: Rerate;
  baseline: { versionId: string; rerate: Rerate };
}

/**
 * A quote's premium on the candidate version and on the baseline version. A quote that was rated
 * with the baseline keeps its stored premium; others are rated again. Null for a quote that no
 * plan of the product rated.
 */
export function quoteImpact(
  quote: QuoteToImpact,
  { candidate, baseline }: ImpactVersions,
): QuoteImpact | null {
  const rerated = candidate(quote, bulk);
  if (rerated.status === 'NOT_BY_OWN_PLAN') return null;
  const before =
    quote.productVersionId === baseline.versionId
      ? storedPremium(quote)
      : premiumOf(baseline.rerate(quote, bulk));
  return { requestId: quote.requestId, baseline: before, candidate: premiumOf(rerated) };
}

const bulk = { keepWorksheet: false, onlyWhereApplies: true };

function storedPremium({ premium }: QuoteToImpact): Premium {
  return premium === null ? 'DECLINED' : new Dec(premium);
}

function premiumOf(rerated: Rerating): Premium {
  if (rerated.status !== 'RATED') return 'NOT_OFFERED';
  return rerated.rating.outcome === 'QUOTED' ? new Dec(rerated.rating.premium) : 'DECLINED';
}
