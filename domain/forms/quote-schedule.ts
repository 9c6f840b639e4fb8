import { Decimal } from '../expression/index.js';
import type { JsonObject } from '../ground/json.js';
import type { Wording } from '../languages/wording.js';
import { amountIn } from '../money/amount-text.js';
import { totalOf } from '../money/total.js';
import type { QuoteDetails } from '../quote/quote.js';
import { isShare, limitsOf } from './limits-text.js';

type QuotedCoverage = QuoteDetails['coverageTypes'][number]['coverages'][number];
type QuotedDetail = QuotedCoverage['details'][string][number];

/**
 * `quote.schedule` of a form's data: the insured items among which coverages divide their premium, such as
 * vehicles, each with its coverages, their premiums and limits. They are in the order of the quote's details.
 */
export function scheduleOf(
  coverages: readonly QuotedCoverage[],
  currency: string,
  wording: Wording | null = null,
): JsonObject[] {
  const money = (amount: Decimal) => amountIn(currency, amount);
  const items = new Map<string, { label: string; parts: ScheduledPart[] }>();
  for (const coverage of coverages) {
    const details = Object.values(coverage.details).flat();
    for (const { scope, scopeLabel = '', amount = '0' } of details.filter(isShare)) {
      if (scope === undefined) continue;
      const item = items.get(scope) ?? { label: scopeLabel, parts: [] };
      items.set(scope, item);
      const own = details.filter((detail) => detail.scope === scope && !isShare(detail));
      item.parts.push({ coverage, premium: Decimal.of(amount), own });
    }
  }
  return [...items].map(([id, { label, parts }]) => ({
    id,
    label,
    premium: money(totalOf(parts.map(({ premium }) => premium))),
    premiums: Object.fromEntries(parts.map(({ coverage, premium }) => [coverage.code, money(premium)])),
    coverages: parts.map(({ coverage: { code, title }, premium, own }) => ({
      code,
      title,
      premium: money(premium),
      limits: limitsOf(
        own.map(({ scopeLabel: _named, ...detail }) => detail),
        wording,
      ),
    })),
  }));
}

interface ScheduledPart {
  coverage: QuotedCoverage;
  premium: Decimal;
  /** The coverage's other details for the item. */
  own: QuotedDetail[];
}
