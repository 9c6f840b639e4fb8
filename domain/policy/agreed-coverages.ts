import { inProportion } from '../money/allot.js';
import { exactText } from '../money/amount-text.js';
import { Cents } from '../money/cents.js';
import type { QuoteDetails } from '../quote/quote.js';
import { sharesOf } from './rated-parts.js';

type Coverage = QuoteDetails['coverageTypes'][number]['coverages'][number];

/**
 * A rating at the price of a contract: what was agreed beside the rating lies over its coverages, in proportion to their rated
 * premiums, and over the parts of each of them. So the coverages cost what the contract does.
 */
export function atPrice(
  details: QuoteDetails,
  { amount, digits }: { amount: number; digits: number },
): QuoteDetails {
  const agreed = Cents.of(exactText(amount)).minus(Cents.of(exactText(details.premium.amount)));
  if (agreed.isZero()) return details;
  const premium = { ...details.premium, amount };
  const coverages = details.coverageTypes.flatMap((group) => group.coverages);
  const priced = allottedTo(
    amount,
    coverages.map((coverage) => exactText(coverage.premium.amount)),
    digits,
  );
  if (priced === undefined) return { ...details, premium };
  const ofCoverage = new Map(coverages.map((coverage, index) => [coverage, priced[index] ?? '0.00']));
  return {
    ...details,
    premium: {
      ...premium,
      agreed: {
        amount: Number(agreed.toText()),
        coverages: coverages
          .filter((coverage) => Number(ofCoverage.get(coverage)) !== coverage.premium.amount)
          .map(({ code }) => code),
      },
    },
    coverageTypes: details.coverageTypes.map((group) => ({
      ...group,
      coverages: group.coverages.map((coverage) =>
        withPremium(coverage, { amount: ofCoverage.get(coverage) ?? '0.00', digits }),
      ),
    })),
  };
}

function withPremium(coverage: Coverage, { amount, digits }: { amount: string; digits: number }): Coverage {
  const premium = { ...coverage.premium, amount: Number(amount) };
  const shares = sharesOf({ premium: exactText(coverage.premium.amount), details: coverage.details });
  const priced = allottedTo(
    premium.amount,
    shares.map((share) => share.amount),
    digits,
  );
  const ofShare = new Map<object, string>(
    shares.map((share, index) => [share, priced?.[index] ?? share.amount]),
  );
  const details = Object.fromEntries(
    Object.entries(coverage.details).map(([key, list]) => [
      key,
      list.map((detail) => (ofShare.has(detail) ? { ...detail, amount: ofShare.get(detail) } : detail)),
    ]),
  );
  return { ...coverage, premium, details };
}

/** An amount in proportion to rated ones, or all of it for the first if those add up to nothing; undefined without any. */
function allottedTo(amount: number, rated: readonly string[], digits: number): string[] | undefined {
  if (rated.length === 0) return undefined;
  const total = Cents.of(exactText(amount));
  const priced = inProportion(
    total,
    rated.map((each) => Cents.of(each)),
    digits,
  );
  return (priced ?? rated.map((_, index) => (index === 0 ? total : Cents.zero))).map((each) =>
    each.toAmount(digits),
  );
}
