import { z } from 'zod';
import { Decimal, parseDecimal } from '../../domain/expression/index.js';

/** The part of a request that the simulator reads. */
export const askedQuote = z.object({
  requestId: z.string(),
  term: z.string(),
  intake: z.record(z.string(), z.object({ answer: z.string().optional() })),
});
export type AskedQuote = z.infer<typeof askedQuote>;

const mostRevenue = 100_000_000;
const approvalFrom = 5_000_000;
const factorOfTerm: Record<string, string> = {
  EIGHTEEN_MONTHS: '1.48',
  ANNUAL: '1',
  HALF_YEAR: '0.52',
  THREE_MONTHS: '0.27',
  MONTH: '0.1',
};

/**
 * The same answer for the same request, as described in `docs/guides/third-party-rating.md`; slightly more expensive
 * than the demo product.
 */
export function answerTo({ requestId, term, intake }: AskedQuote): object {
  const revenue = numberOf(intake, 'business.revenue', 1_000_000);
  const limit = numberOf(intake, 'coverage.limit', 1_000_000);
  const records = numberOf(intake, 'data.records', 0);
  const carrierQuoteId = `CM-${requestId.slice(0, 8).toUpperCase()}`;
  if (revenue.greaterThan(mostRevenue)) {
    return { outcome: 'DECLINED', carrierQuoteId, messages: ['Revenue is above our appetite.'] };
  }
  const factor = factorOfTerm[term];
  if (factor === undefined) {
    return { outcome: 'DECLINED', carrierQuoteId, messages: [`We have no price for the term ${term}.`] };
  }
  const firstParty = revenue.times('0.00035').plus(250).times(factor).round(2);
  const thirdParty = limit.times('0.0004').plus(records.times('0.004')).times(factor).round(2);
  const premium = firstParty.plus(thirdParty);
  return {
    outcome: 'QUOTED',
    carrierQuoteId,
    premium: premium.toFixed(2),
    taxesAndFees: [{ type: 'SURPLUS_LINES_TAX', amount: premium.times('0.03').toFixed(2) }],
    coverages: [
      coverage('First-party costs', 'First party', firstParty, limit),
      coverage('Third-party liability', 'Third party', thirdParty, limit),
    ],
    requiresUnderwriterApproval: limit.greaterThanOrEqualTo(approvalFrom),
    messages: ['Quoted on the surplus lines market.'],
  };
}

function coverage(title: string, type: string, premium: Decimal, limit: Decimal) {
  const details = { limits: [{ amount: limit.toFixed(), amountType: 'AGGREGATE' }] };
  return { title, type, premium: premium.toFixed(2), details };
}

function numberOf(intake: AskedQuote['intake'], qid: string, otherwise: number): Decimal {
  const value = parseDecimal(intake[qid]?.answer ?? '');
  return value === null || value.isNegative() ? Decimal.of(otherwise) : value;
}
