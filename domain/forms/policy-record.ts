import { Decimal, type Numeric } from '../expression/index.js';
import type { DayOf } from '../ground/business-time.js';
import type { JsonObject } from '../ground/json.js';
import type { Wording } from '../languages/wording.js';
import { amountIn } from '../money/amount-text.js';
import { totalOf } from '../money/total.js';
import type { NoticeRecord } from '../policy/notice-record.js';
import type { Period } from '../policy/proration.js';
import type { Lapse } from '../policy/timeline.js';
import type { QuoteDetails } from '../quote/quote.js';
import type { QuoteWording } from '../quote/quote-wording.js';
import { quoteAmounts } from './quote-record.js';

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
  /** Of the term, by day. */
  lapses: readonly Lapse[];
  /** Decimal text. */
  premium: string;
  premiumTerm: string;
  paymentPlan: string;
  policyMeta: JsonObject;
  termNumber: number;
  cancelledOn: string | null;
  cancellationNoticeOn: string | null;
  createdAt: Date;
  /** Premium and coverages of a whole term as of the document's day; null if unknown. */
  quoteDetails: QuoteDetails | null;
  /** Of that day's term. */
  statements: readonly StatementToShow[];
  /** The one that the document's event is about, of any term. */
  statement?: StatementToShow | undefined;
  changes: readonly ChangeToShow[];
  /** The record of its cancellation or of a pending notice, with its reason and mailing. */
  cancellationNotice: JsonObject | null;
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
export function policyRecord(
  policy: PolicyToShow,
  dayOf: DayOf,
  currency: string,
  wording: QuoteWording | null = null,
): JsonObject {
  const money = (amount: Numeric) => amountIn(currency, amount);
  const standing = policy.statements.filter(({ state }) => state !== 'VOID');
  const statements = standing.map((statement) => statementRecord(statement, currency));
  const nextStatement = statements.find(isOwed) ?? null;
  const told = policy.statement && statementRecord(policy.statement, currency);
  const billed = totalOf(standing.map(({ amount }) => Decimal.of(amount)));
  const paid = totalOf(standing.map(({ paidAmount }) => Decimal.of(paidAmount)));
  return {
    id: policy.id,
    policyNumber: policy.policyNumber,
    productName: wording?.text(policy.productName) ?? policy.productName,
    insuredName: policy.policyMeta.insuredName ?? null,
    issuer: policy.issuer,
    seller: policy.seller,
    status: policy.status,
    state: policy.policyState,
    effectiveDate: policy.effectiveDate,
    expirationDate: policy.expirationDate,
    lastDayWithCoverage: policy.lastDayWithCoverage,
    periods: periodsOf(policy),
    lapses: [...policy.lapses],
    premium: money(policy.premium),
    premiumTerm: policy.premiumTerm,
    paymentPlan: policy.paymentPlan,
    termNumber: policy.termNumber,
    cancelledOn: policy.cancelledOn,
    cancellationNoticeOn: policy.cancellationNoticeOn,
    createdOn: dayOf(policy.createdAt),
    billed: money(billed),
    paid: money(paid),
    balance: money(billed.minus(paid)),
    statements,
    nextStatement,
    statement: told !== undefined && isOwed(told) ? told : nextStatement,
    changes: policy.changes.map(({ kind, effectiveDate, premiumChange, termPremium, data }) => ({
      kind,
      effectiveDate,
      premiumChange: money(premiumChange),
      termPremium: money(termPremium),
      label: labelIn(wording, data.label),
    })),
    cancellation: cancellationOf(policy, currency, wording),
    reinstatement: reinstatementOf(policy, currency),
    ...(policy.quoteDetails && { contract: quoteAmounts(policy.quoteDetails, currency, wording) }),
    meta: policy.policyMeta,
  };
}

/** The periods of a term between its lapses. */
function periodsOf({ effectiveDate, expirationDate, lapses }: PolicyToShow): Period[] {
  const begins = [effectiveDate, ...lapses.map(({ until }) => until)];
  const ends = [...lapses.map(({ from }) => from), expirationDate];
  const periods = begins.map((from, index) => ({ from, until: ends[index] ?? expirationDate }));
  return periods.filter(({ from, until }) => from < until);
}

/** Null unless the latest cancellation was undone. */
function reinstatementOf({ changes }: PolicyToShow, currency: string): JsonObject | null {
  const [cancelled, reinstated] = changes
    .filter(({ kind }) => kind === 'CANCEL' || kind === 'REINSTATE')
    .slice(-2);
  if (reinstated?.kind !== 'REINSTATE') return null;
  const { effectiveDate, premiumChange } = reinstated;
  const premium = amountIn(currency, premiumChange);
  return { effectiveDate, cancelledOn: cancelled?.effectiveDate ?? null, premium };
}

function statementRecord(
  { number, kind, dueDate, amount, paidAmount, state }: StatementToShow,
  currency: string,
) {
  const [due, paid] = [Decimal.of(amount), Decimal.of(paidAmount)];
  return {
    number,
    kind,
    dueDate,
    amount: amountIn(currency, due),
    paid: amountIn(currency, paid),
    open: amountIn(currency, due.minus(paid)),
    state,
  };
}

const isOwed = ({ open, state }: { open: string; state: string }): boolean =>
  state !== 'VOID' && Number(open) > 0;

const noticeFields = [
  'reason',
  'reasonCode',
  'amountDue',
  'payBy',
  'mailedTo',
  'mailedAddress',
  'mailedOn',
  'mailedBy',
] as const satisfies readonly (keyof NoticeRecord)[];

/** The name of a change, if it has one. */
export function labelIn(wording: Wording | null, label: unknown): string | null {
  if (typeof label !== 'string') return null;
  return wording?.text(label) ?? label;
}

function cancellationOf(
  policy: PolicyToShow,
  currency: string,
  wording: QuoteWording | null,
): JsonObject | null {
  const effectiveDate = policy.cancelledOn ?? policy.cancellationNoticeOn;
  if (effectiveDate === null) return null;
  const change = policy.changes.findLast(({ kind }) => kind === 'CANCEL');
  const returned =
    policy.cancelledOn === null ? Decimal.of(0) : Decimal.of(change?.premiumChange ?? 0).negated();
  const noted = Object.fromEntries(
    noticeFields.map((field) => [field, policy.cancellationNotice?.[field] ?? null]),
  );
  const { reason, reasonCode } = noted;
  if (wording !== null && typeof reason === 'string')
    noted.reason = wording.text(reason, typeof reasonCode === 'string' ? reasonCode : undefined);
  return { effectiveDate, ...noted, returnPremium: amountIn(currency, returned) };
}
