import { Decimal } from '../expression/index.js';
import type { Term } from '../ground/term.js';
import { monthsOfTerm } from '../ground/term.js';
import { exactText } from '../money/amount-text.js';
import { minorDigits } from '../money/currency.js';
import { type Instalment, instalmentsOf, type TermCharges } from './instalments.js';
import type { PaymentPlan } from './payment-plan.js';
import type { OfferedPlans, PlanTerms } from './plan-terms.js';

/** The fields of a quote that its payment depends on. */
export interface QuoteToPay {
  /** Before taxes and fees; decimal text. */
  premium: string | null;
  quoteDetails: { premium: { taxesAndFees?: readonly { amount: number }[] | undefined } } | null;
  effectiveDate: string;
  term: Term;
}

/** One payment option of a quote; money as JSON numbers, for the trigger result. */
export type PaymentOption = {
  paymentPlan: PaymentPlan;
  /** All installments: premium, taxes and fees, and installment fees. */
  totalPremium: number;
  premium: number;
  taxesAndFees: number;
  instalmentFees: number;
  instalments: {
    number: number;
    dueDate: string;
    amount: number;
    premium: number;
    taxesAndFees: number;
    instalmentFee: number;
  }[];
};

const zero = Decimal.of(0);
const total = (amounts: readonly (string | number)[]): Decimal =>
  amounts.reduce<Decimal>((sum, amount) => sum.plus(amount), zero);

/** The charges of a quote's term. */
export function chargesOf(
  { premium, quoteDetails, effectiveDate, term }: QuoteToPay,
  currency: string,
): TermCharges {
  const others = quoteDetails?.premium.taxesAndFees ?? [];
  return {
    digits: minorDigits(currency),
    premium: exactText(premium ?? 0),
    taxesAndFees: exactText(total(others.map(({ amount }) => amount))),
    effectiveDate,
    termMonths: monthsOfTerm(term),
  };
}

/** A quote's payment options if it is bound today, one for each plan that its product offers. */
export function paymentOptionsOf(
  quote: QuoteToPay,
  { paymentPlans, currency }: OfferedPlans & { currency: string },
  today: string,
): { [plan in PaymentPlan]?: PaymentOption } {
  const charges = chargesOf(quote, currency);
  return Object.fromEntries(paymentPlans.map((terms) => [terms.plan, optionOf(terms, charges, today)]));
}

function optionOf(terms: PlanTerms, charges: TermCharges, today: string): PaymentOption {
  const instalments = instalmentsOf(terms, charges, today);
  return {
    paymentPlan: terms.plan,
    totalPremium: total(instalments.map(({ amount }) => amount)).toNumber(),
    premium: Number(charges.premium),
    taxesAndFees: Number(charges.taxesAndFees),
    instalmentFees: total(instalments.map(({ instalmentFee }) => instalmentFee)).toNumber(),
    instalments: instalments.map(({ number, dueDate, amount, premium, taxesAndFees, instalmentFee }) => ({
      number,
      dueDate,
      amount: Number(amount),
      premium: Number(premium),
      taxesAndFees: Number(taxesAndFees),
      instalmentFee: Number(instalmentFee),
    })),
  };
}

/** The amount due before binding, decimal text: the first installment, or zero with a finance company. */
export function dueAtBinding(terms: PlanTerms, instalments: readonly Instalment[]): string {
  if (terms.plan === 'FINANCE') return '0.00';
  return instalments[0]?.amount ?? '0.00';
}

/** An amount in the smallest unit of its currency: cents, whole yen, fils. */
export const minorUnitsOf = (amount: string, currency: string): number =>
  Decimal.of(amount)
    .times(10 ** minorDigits(currency))
    .toNumber();
/** An amount in the smallest unit of its currency as decimal text. */
export const amountOfMinorUnits = (units: number, currency: string): string =>
  Decimal.ofUnits(units, minorDigits(currency)).toFixed(minorDigits(currency));
