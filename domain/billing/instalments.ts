import { Decimal } from '../expression/index.js';
import { addDays, addMonths, laterOf } from '../ground/calendar.js';
import { allocate } from '../money/allocate.js';
import { exactText } from '../money/amount-text.js';
import { monthsBetweenInstalments } from './payment-plan.js';
import type { PlanTerms } from './plan-terms.js';

/** The charges of a term; amounts are decimal text. */
export interface TermCharges {
  /** The decimals of their currency. */
  digits: number;
  premium: string;
  taxesAndFees: string;
  /** `YYYY-MM-DD` */
  effectiveDate: string;
  termMonths: number;
}

/** One payment of a plan. `amount` is the sum of the three parts. */
export interface Instalment {
  number: number;
  /** The day it is billed, from the effective date on. */
  billingDate: string;
  /** The last day for payment. */
  dueDate: string;
  amount: string;
  premium: string;
  taxesAndFees: string;
  /** The fee for paying in installments. */
  instalmentFee: string;
}

const zero = Decimal.of(0);
const one = Decimal.of(1);

/**
 * Splits a term's premium, taxes and fees into a plan's installments, which add up to them exactly.
 * Periods are calendar months from the effective date: a term from 31 January has installments on the last day
 * of shorter months and on the 31st of longer ones. The weight of a period is its number of months, also if
 * the last one is shorter. None is billed, or due, before the day on which the plan is made (`today`): the past
 * installments of a back-dated term are billed on that day.
 */
export function instalmentsOf(
  terms: PlanTerms,
  charges: TermCharges,
  today: string = charges.effectiveDate,
): Instalment[] {
  const { effectiveDate, digits } = charges;
  const months = periodsOf(terms, charges.termMonths);
  const premiums = allocate(Decimal.of(charges.premium), premiumWeights(terms, months), digits);
  const others = allocate(Decimal.of(charges.taxesAndFees), otherWeights(terms, premiums, months), digits);
  const every = monthsBetweenInstalments[terms.plan] ?? 0;
  return months.map((_, index) => {
    const premium = premiums[index] ?? zero;
    const taxesAndFees = others[index] ?? zero;
    const instalmentFee = index === 0 ? zero : Decimal.of(terms.instalmentFee);
    const billingDate = laterOf(addMonths(effectiveDate, index * every), today);
    return {
      number: index + 1,
      billingDate,
      dueDate: addDays(billingDate, terms.dueDays),
      amount: exactText(premium.plus(taxesAndFees).plus(instalmentFee)),
      premium: exactText(premium),
      taxesAndFees: exactText(taxesAndFees),
      instalmentFee: exactText(instalmentFee),
    };
  });
}

/** The number of months of each period with an installment. */
function periodsOf({ plan, instalments }: PlanTerms, termMonths: number): number[] {
  const every = monthsBetweenInstalments[plan] ?? termMonths;
  const periods = Math.max(1, Math.ceil(termMonths / every));
  const months = Array.from({ length: periods }, (_, index) => Math.min(every, termMonths - index * every));
  if (instalments === undefined || instalments >= periods) return months;
  // With fewer payments than periods, all payments are equal: the last one also covers the periods after it.
  return Array.from({ length: instalments }, () => every);
}

/** The weight of each installment's premium. Weights are exact, as shares and months are. */
function premiumWeights({ downPayment }: PlanTerms, months: readonly number[]): Decimal[] {
  const [, ...later] = months;
  if (downPayment === undefined || later.length === 0) return months.map((count) => Decimal.of(count));
  const rest = later.reduce((sum, count) => sum + count, 0);
  const first = Decimal.of(downPayment);
  return [first.times(rest), ...later.map((count) => one.minus(first).times(count))];
}

function otherWeights({ taxesAndFees }: PlanTerms, premiums: readonly Decimal[], months: readonly number[]) {
  if (taxesAndFees === 'FIRST') return months.map((_, index) => (index === 0 ? one : zero));
  // A premium of zero has no proportions: split by months.
  return premiums.every((premium) => premium.isZero())
    ? months.map((count) => Decimal.of(count))
    : [...premiums];
}
