import { Dec, parseDecimal } from '../expression/index.js';
import { utcDate } from '../ground/calendar.js';
import type { JsonObject } from '../ground/json.js';
import type { Term } from '../ground/term.js';
import { endOfTerm } from '../ground/term.js';
import { totalOf } from '../money/total.js';
import type { QuoteDetails } from '../quote/quote.js';

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
  messages: readonly { severity: string; message: string }[];
  metadata: JsonObject;
  expiresAt: Date | null;
  requiresUnderwriterApproval: boolean;
  requiresPolicyholderAcceptance: boolean;
  /** For a package. */
  components?: readonly { lineName: string; metadata: JsonObject; quoteDetails: QuoteDetails | null }[];
}

/** `quote` of a form's data. */
export function quoteRecord(quote: QuoteToShow): JsonObject {
  const { quoteDetails, components = [] } = quote;
  return {
    id: quote.requestId,
    reference: referenceOf(quote.requestId),
    productName: quote.lineName,
    organization: quote.quotingOrganizationName,
    type: quote.type,
    declined: quote.outcome === 'DECLINED',
    quotedOn: utcDate(quote.quoteTimestamp),
    effectiveDate: quote.effectiveDate,
    expirationDate: endOfTerm(quote.effectiveDate, quote.term),
    validUntil: quote.expiresAt === null ? null : utcDate(quote.expiresAt),
    term: quote.term,
    durationLength: quoteDetails?.duration.length ?? null,
    durationScale: quoteDetails?.duration.scale ?? null,
    ...quoteAmounts(quoteDetails),
    components: components.map(({ lineName, metadata, quoteDetails: details }) => ({
      name: lineName,
      premium: metadata.packagePremium ?? money(details?.premium.amount ?? 0),
    })),
    messages: quote.messages.map(({ severity, message }) => ({ severity, message })),
    requiresUnderwriterApproval: quote.requiresUnderwriterApproval,
    requiresPolicyholderAcceptance: quote.requiresPolicyholderAcceptance,
    rateMeta: quote.metadata.rateMeta ?? {},
  };
}

/** Premium, taxes, total and coverages, as rated or as a partner sent them. */
export function quoteAmounts(details: QuoteDetails | null): JsonObject {
  const premium = details?.premium.amount ?? 0;
  const taxesAndFees = details?.premium.taxesAndFees ?? [];
  const taxes = totalOf(taxesAndFees.map(({ amount }) => new Dec(amount)));
  return {
    premium: money(premium),
    taxes: taxes.toFixed(2),
    total: taxes.plus(new Dec(premium)).toFixed(2),
    taxesAndFees: taxesAndFees.map(({ type, amount }) => ({ type, amount: money(amount) })),
    coverages: (details?.coverageTypes ?? []).flatMap(({ type, coverages }) =>
      coverages.map((coverage) => ({
        code: coverage.code,
        title: coverage.title,
        group: type,
        premium: money(coverage.premium.amount),
        limits: limitsOf(coverage.details),
        details: Object.entries(coverage.details).flatMap(([key, items]) =>
          items.map((item) => ({ key, ...item, amount: amountText(item.amount ?? '', item.amountType) })),
        ),
      })),
    ),
  };
}

type CoverageDetails = QuoteDetails['coverageTypes'][number]['coverages'][number]['details'];

/** Amounts that the insured bears, by the type of the amount. */
const borne: ReadonlyMap<string, string> = new Map([
  ['DEDUCTIBLE', 'deductible'],
  ['RETENTION', 'retention'],
]);

/** Every limit and deductible of a coverage, one per line. */
function limitsOf(details: CoverageDetails): string {
  return Object.values(details)
    .flat()
    .map(({ amount = '', amountType, description, scopeLabel }) => {
      const what = description ?? scopeLabel ?? '';
      const kind = borne.get(amountType?.toUpperCase() ?? '');
      const text = [amountText(amount, amountType), kind].filter(Boolean).join(' ');
      if (kind !== undefined && what !== '') return `${text}: ${what}`;
      if (what === '' || text === '') return what || text;
      return /^[$\d]/.test(text) ? `${text}  ${what}` : `${what}: ${text}`;
    })
    .join('\n');
}

/** Amounts that are counted and not paid, with their unit. */
const counted: ReadonlyMap<string, string> = new Map([
  ['MONTHS', 'months'],
  ['DAYS', 'days'],
  ['HOURS', 'hours'],
  ['COUNT', ''],
  ['PERCENT', '%'],
]);

/** Most limits are money; others are times or words. */
function amountText(amount: string, amountType = ''): string {
  const number = parseDecimal(amount);
  if (number === null || /^0\d/.test(amount)) return amount.replaceAll('_', ' ').toLowerCase();
  const [whole = '', decimals] = number.toFixed().split('.');
  const apart = `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${decimals === undefined ? '' : `.${decimals.padEnd(2, '0')}`}`;
  const unit = counted.get(amountType.toUpperCase());
  if (unit === undefined) return `$${apart}`;
  return unit === '%' ? `${apart}%` : `${apart} ${unit}`.trim();
}

/** The first block of an id, for people. */
function referenceOf(id: string): string {
  return id.slice(0, 8).toUpperCase();
}

function money(amount: string | number): string {
  return new Dec(amount).toFixed(2);
}
