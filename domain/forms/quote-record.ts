import { Decimal, type Numeric } from '../expression/index.js';
import type { DayOf } from '../ground/business-time.js';
import type { Json, JsonObject } from '../ground/json.js';
import type { Term } from '../ground/term.js';
import { endOfTerm } from '../ground/term.js';
import { amountIn } from '../money/amount-text.js';
import { totalOf } from '../money/total.js';
import type { QuoteDetails } from '../quote/quote.js';
import { messagesIn, type QuoteWording, quoteDetailsIn } from '../quote/quote-wording.js';
import type { QuoteUnderwriting } from '../quote/underwriting.js';
import type { QuoteMessage } from '../rating/run/result.js';
import { amountText, limitsOf } from './limits-text.js';
import { scheduleOf } from './quote-schedule.js';

/** The fields of a quote for forms. */
export interface QuoteToShow {
  requestId: string;
  lineName: string;
  quotingOrganizationName: string;
  type: string;
  outcome: 'QUOTED' | 'DECLINED';
  quoteTimestamp: Date;
  effectiveDate: string;
  term: Term;
  quoteDetails: QuoteDetails | null;
  messages: readonly QuoteMessage[];
  metadata: JsonObject;
  expiresAt: Date | null;
  requiresUnderwriterApproval: boolean;
  requiresPolicyholderAcceptance: boolean;
  underwriting?: QuoteUnderwriting | null;
  /** What raised the premium most, where a form of the product says it. */
  reasons?: readonly { text: string; amount: string }[];
  /** For a package. */
  components?: readonly { lineName: string; metadata: JsonObject; quoteDetails: QuoteDetails | null }[];
}

/** `quote` of a form's data. */
export function quoteRecord(
  quote: QuoteToShow,
  dayOf: DayOf,
  currency: string,
  wording: QuoteWording | null = null,
): JsonObject {
  const { quoteDetails, components = [] } = quote;
  const named = (name: string) => wording?.text(name) ?? name;
  return {
    id: quote.requestId,
    reference: referenceOf(quote.requestId),
    productName: named(quote.lineName),
    organization: quote.quotingOrganizationName,
    type: quote.type,
    declined: quote.outcome === 'DECLINED',
    quotedOn: dayOf(quote.quoteTimestamp),
    effectiveDate: quote.effectiveDate,
    expirationDate: endOfTerm(quote.effectiveDate, quote.term),
    validUntil: quote.expiresAt === null ? null : dayOf(quote.expiresAt),
    term: quote.term,
    durationLength: quoteDetails?.duration.length ?? null,
    durationScale: quoteDetails?.duration.scale ?? null,
    ...quoteAmounts(quoteDetails, currency, wording),
    components: components.map(({ lineName, metadata, quoteDetails: details }) => ({
      name: named(lineName),
      premium: metadata.packagePremium ?? amountIn(currency, details?.premium.amount ?? 0),
    })),
    messages: messagesIn(wording, quote.messages).map(({ severity, message }) => ({ severity, message })),
    reasons: (quote.reasons ?? []).map(({ text, amount }) => ({ text, amount: amountIn(currency, amount) })),
    lookups: (quote.metadata.lookups as Json[] | undefined) ?? [],
    conditions: (quote.underwriting?.conditions ?? []).map(({ text, dueDays = null, state }) => ({
      text,
      dueDays,
      confirmed: state === 'CONFIRMED',
    })),
    requiresUnderwriterApproval: quote.requiresUnderwriterApproval,
    requiresPolicyholderAcceptance: quote.requiresPolicyholderAcceptance,
    rateMeta: quote.metadata.rateMeta ?? {},
  };
}

/** Premium, taxes, total and coverages, as rated or as a partner sent them. */
export function quoteAmounts(
  stored: QuoteDetails | null,
  currency: string,
  wording: QuoteWording | null = null,
): JsonObject {
  const details = stored && quoteDetailsIn(wording, stored);
  const money = (amount: Numeric) => amountIn(currency, amount);
  const premium = details?.premium.amount ?? 0;
  const taxesAndFees = details?.premium.taxesAndFees ?? [];
  const taxes = totalOf(taxesAndFees.map(({ amount }) => Decimal.of(amount)));
  return {
    premium: money(premium),
    taxes: money(taxes),
    total: money(taxes.plus(premium)),
    taxesAndFees: taxesAndFees.map(({ type, amount }) => ({ type, amount: money(amount) })),
    schedule: scheduleOf(
      (details?.coverageTypes ?? []).flatMap(({ coverages }) => coverages),
      currency,
      wording,
    ),
    coverages: (details?.coverageTypes ?? []).flatMap(({ type, coverages }) =>
      coverages.map((coverage) => ({
        code: coverage.code,
        title: coverage.title,
        group: type,
        premium: money(coverage.premium.amount),
        limits: limitsOf(Object.values(coverage.details).flat(), wording),
        details: Object.entries(coverage.details).flatMap(([key, items]) =>
          items.map((item) => ({
            key,
            ...item,
            amount: amountText(item.amount ?? '', item.amountType, wording),
          })),
        ),
      })),
    ),
  };
}

/** The first block of an id, for people. */
function referenceOf(id: string): string {
  return id.slice(0, 8).toUpperCase();
}
