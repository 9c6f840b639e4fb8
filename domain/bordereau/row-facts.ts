import { Decimal } from '../expression/index.js';
import { Cents } from '../money/cents.js';

/** What an entry of the ledger is: how its change began, or who wrote it. */
export const transactionTypes = {
  ISSUE: 'New business',
  RENEW: 'Renewal',
  ENDORSE: 'Endorsement',
  TRUE_UP: 'Premium audit',
  CANCEL: 'Cancellation',
  REINSTATE: 'Reinstatement',
  CORRECT_EFFECTIVE_DATE: 'Correction of the effective date',
  BY_HAND: 'Entry by hand',
  COMMISSION: 'Commission only',
} as const;
export type TransactionType = keyof typeof transactionTypes;

/** A row of a premium bordereau: what a change of a policy wrote in a month, and its commission. */
export interface BordereauRow {
  policyNumber: string;
  insured: { name?: string; address1?: string; city?: string; state?: string; zipcode?: string };
  sellerName: string;
  insurerName: string;
  productName: string;
  termFrom: string;
  termUntil: string;
  type: TransactionType;
  /** Null: commission of a term, which is for no single change. */
  effectiveDate: string | null;
  recordedOn: string | null;
  periodEnd: string;
  currency: string;
  /** Decimal text. */
  premium: string;
  taxesAndFees: string;
  commission: string;
  /** The answers of the quote that the change was made with, by question. */
  answers: Readonly<Record<string, string | null>>;
}

export type CellValue = string | number | null;

interface Fact {
  words: string;
  of: (row: BordereauRow) => CellValue;
}

/** Where the value of a column can come from. */
export const rowFacts = {
  certificate: { words: "the policy's number", of: ({ policyNumber }) => policyNumber },
  insuredName: { words: "the insured's name", of: ({ insured }) => insured.name ?? null },
  insuredAddress: { words: "the insured's street", of: ({ insured }) => insured.address1 ?? null },
  insuredCity: { words: "the insured's city", of: ({ insured }) => insured.city ?? null },
  insuredState: { words: "the insured's state", of: ({ insured }) => insured.state ?? null },
  insuredPostcode: { words: "the insured's ZIP code", of: ({ insured }) => insured.zipcode ?? null },
  sellerName: { words: 'the seller', of: ({ sellerName }) => sellerName },
  insurerName: { words: 'the insurer', of: ({ insurerName }) => insurerName },
  productName: { words: 'the product', of: ({ productName }) => productName },
  inceptionDate: { words: 'the first day of the term', of: ({ termFrom }) => termFrom },
  expiryDate: { words: 'the day on which the term ends', of: ({ termUntil }) => termUntil },
  transactionType: {
    words: 'new business, renewal, endorsement and so on',
    of: ({ type }) => transactionTypes[type],
  },
  effectiveDate: { words: 'the first day of the change', of: ({ effectiveDate }) => effectiveDate },
  recordedDate: { words: 'the day on which it was recorded', of: ({ recordedOn }) => recordedOn },
  periodEnd: { words: 'the last day of the month', of: ({ periodEnd }) => periodEnd },
  currency: { words: 'the currency of all amounts', of: ({ currency }) => currency },
  premium: { words: 'written premium; negative: returned', of: ({ premium }) => Number(premium) },
  taxesAndFees: { words: 'taxes and fees of the rating', of: ({ taxesAndFees }) => Number(taxesAndFees) },
  commission: { words: 'the commission', of: ({ commission }) => Number(commission) },
  commissionPercent: {
    words: 'the commission in percent of the premium; empty without premium',
    of: ({ premium, commission }) => (Number(premium) === 0 ? null : percent(commission, premium)),
  },
  netPremium: {
    words: 'premium less commission',
    of: ({ premium, commission }) => Number(Cents.of(premium).minus(Cents.of(commission)).toText()),
  },
} as const satisfies Record<string, Fact>;

export type RowFact = keyof typeof rowFacts;
export const rowFactNames = Object.keys(rowFacts) as [RowFact, ...RowFact[]];

const percent = (part: string, whole: string): number =>
  Number(Decimal.of(part).times(100).dividedBy(Decimal.of(whole)).toFixed(4));
