import { grouped } from '../ground/grouped.js';
import type { Term } from '../ground/term.js';
import { sumOfAmounts } from '../money/cents.js';
import type { PremiumPart } from '../policy/premium-part.js';
import type { QuoteDetails } from '../quote/quote.js';
import { durationOfTerm } from '../quote/quote-details.js';
import { type CoverageDetail, premiumType } from '../rating/run/result.js';
import type { TermParts } from './priced-changes.js';
import type { BookChange } from './records.js';

/** `quoteDetails` of a term as its coverages are priced, so that its contract shows them. */
export function detailsOfPrices(
  prices: TermParts,
  { term, premium, taxesAndFees }: { term: Term; premium: string; taxesAndFees: BookChange['taxesAndFees'] },
): QuoteDetails {
  const duration = durationOfTerm(term);
  const ofCoverages = [...prices.values()].filter(({ coverage }) => coverage !== null);
  const coverages = [...grouped(ofCoverages, ({ coverage }) => coverage ?? '')].map(([code, parts]) => ({
    code,
    title: parts[0].title,
    premium: { amount: Number(sumOfAmounts(parts.map(({ amount }) => amount))), per: duration.scale },
    details: sharesOf(parts),
  }));
  return {
    premium: {
      amount: Number(premium),
      per: duration.scale,
      taxesAndFees: taxesAndFees.map(({ amount, type, authority, onCancellation }) => ({
        type,
        amount: Number(amount),
        ...(authority !== undefined && { authority }),
        ...(onCancellation !== undefined && { onCancellation }),
      })),
    },
    duration,
    coverageTypes: coverages.length === 0 ? [] : [{ type: 'COVERAGES', coverages }],
  };
}

/** The iterations among which a coverage's premium is divided. */
function sharesOf(parts: readonly PremiumPart[]): Record<string, CoverageDetail[]> {
  const ofUnits = parts.flatMap(({ unit, amount }) => (unit === null ? [] : [{ scope: unit, amount }]));
  if (ofUnits.length < parts.length) return {};
  return { units: ofUnits.map((each) => ({ ...each, amountType: premiumType })) };
}
