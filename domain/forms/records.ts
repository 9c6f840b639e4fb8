import { Dec, parseDecimal } from '../expression/index.js';
import { utcDate } from '../ground/calendar.js';
import type { JsonObject } from '../ground/json.js';
import type { Term } from '../ground/term.js';
import { endOfTerm } from '../ground/term.js';
import type { QuoteDetails } from '../quote/quote.js';

/** The fields of a client for forms. */
export interface ClientToShow {
  id: string;
  name: string | null;
  type: string;
  status: string;
  locationCode: string | null;
}

/** `client` of a form's data. */
export function clientRecord({ id, name, type, status, locationCode }: ClientToShow): JsonObject {
  return { id, name, type, status, locationCode };
}

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
  const taxes = taxesAndFees.reduce((sum, { amount }) => sum.plus(new Dec(amount)), new Dec(0));
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

/** The fields of a policy for forms. */
export interface PolicyToShow {
  id: string;
  policyNumber: string;
  productName: string;
  issuer: string;
  seller: string;
  status: string;
  policyState: string;
  effectiveDate: string;
  expirationDate: string;
  lastDayWithCoverage: string;
  /** Decimal text. */
  premium: string;
  premiumTerm: string;
  paymentPlan: string;
  policyMeta: JsonObject;
  termNumber: number;
  cancelledOn: string | null;
  cancellationNoticeOn: string | null;
  createdAt: Date;
  /** Of its current term. */
  statements: readonly StatementToShow[];
  changes: readonly ChangeToShow[];
  /** The reason of its cancellation or of a pending notice. */
  cancellationReason: string | null;
}

export interface StatementToShow {
  number: number;
  kind: string;
  dueDate: string;
  amount: string | number;
  paidAmount: string | number;
  state: string;
}

export interface ChangeToShow {
  kind: string;
  effectiveDate: string;
  premiumChange: string;
  termPremium: string;
  data: JsonObject;
}

/** `policy` of a form's data. */
export function policyRecord(policy: PolicyToShow): JsonObject {
  const standing = policy.statements.filter(({ state }) => state !== 'VOID');
  const statements = standing.map(statementRecord);
  const billed = sumOf(standing.map(({ amount }) => amount));
  const paid = sumOf(standing.map(({ paidAmount }) => paidAmount));
  return {
    id: policy.id,
    policyNumber: policy.policyNumber,
    productName: policy.productName,
    insuredName: policy.policyMeta.insuredName ?? null,
    issuer: policy.issuer,
    seller: policy.seller,
    status: policy.status,
    state: policy.policyState,
    effectiveDate: policy.effectiveDate,
    expirationDate: policy.expirationDate,
    lastDayWithCoverage: policy.lastDayWithCoverage,
    premium: policy.premium,
    premiumTerm: policy.premiumTerm,
    paymentPlan: policy.paymentPlan,
    termNumber: policy.termNumber,
    cancelledOn: policy.cancelledOn,
    cancellationNoticeOn: policy.cancellationNoticeOn,
    createdOn: utcDate(policy.createdAt),
    billed: billed.toFixed(2),
    paid: paid.toFixed(2),
    balance: billed.minus(paid).toFixed(2),
    statements,
    nextStatement: statements.find(({ open }) => Number(open) > 0) ?? null,
    changes: policy.changes.map(({ kind, effectiveDate, premiumChange, termPremium, data }) => ({
      kind,
      effectiveDate,
      premiumChange,
      termPremium,
      label: typeof data.label === 'string' ? data.label : null,
    })),
    cancellation: cancellationOf(policy),
    meta: policy.policyMeta,
  };
}

function statementRecord({ number, kind, dueDate, amount, paidAmount, state }: StatementToShow) {
  const open = new Dec(amount).minus(new Dec(paidAmount));
  return {
    number,
    kind,
    dueDate,
    amount: money(amount),
    paid: money(paidAmount),
    open: open.toFixed(2),
    state,
  };
}

function cancellationOf(policy: PolicyToShow): JsonObject | null {
  const effectiveDate = policy.cancelledOn ?? policy.cancellationNoticeOn;
  if (effectiveDate === null) return null;
  const change = policy.changes.findLast(({ kind }) => kind === 'CANCEL');
  const returned = policy.cancelledOn === null ? new Dec(0) : new Dec(change?.premiumChange ?? 0).negated();
  return { effectiveDate, reason: policy.cancellationReason, returnPremium: returned.toFixed(2) };
}

/** The first block of an id, for people. */
export function referenceOf(id: string): string {
  return id.slice(0, 8).toUpperCase();
}

function sumOf(amounts: readonly (string | number)[]): InstanceType<typeof Dec> {
  return amounts.reduce<InstanceType<typeof Dec>>((sum, amount) => sum.plus(new Dec(amount)), new Dec(0));
}

function money(amount: string | number): string {
  return new Dec(amount).toFixed(2);
}
