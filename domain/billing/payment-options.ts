import { Decimal } from '../expression/index.js';
import type { Term } from '../ground/term.js';
import { monthsOfTerm } from '../ground/term.js';
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
export function chargesOf({ premium, quoteDetails, effectiveDate, term }: QuoteToPay): TermCharges {
  const others = quoteDetails?.premium.taxesAndFees ?? [];
  return {
    premium: Decimal.of(premium ?? 0).toFixed(2),
    taxesAndFees: total(others.map(({ amount }) => amount)).toFixed(2),
    effectiveDate,
    termMonths: monthsOfTerm[term],
  };
}

/** A quote's payment options if it is bound today, one for each plan that its product offers. */
export function paymentOptionsOf(
  quote: QuoteToPay,
  { paymentPlans }: OfferedPlans,
  today: string,
): { [plan in PaymentPlan]?: PaymentOption } {
  const charges = chargesOf(quote);
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

/** An amount in hundredths of its currency, the unit of payment providers. Amounts have two decimals. */
export const minorUnitsOf = (amount: string): number => Decimal.of(amount).times(100).toNumber();
/** An amount in hundredths as decimal text. */
export const amountOfMinorUnits = (units: number): string => Decimal.of(units).dividedBy(100).toFixed(2);
