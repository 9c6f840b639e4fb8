import { z } from 'zod';
import { Decimal } from '../expression/index.js';
import { decimalConstant } from '../ground/primitives.js';
import { mostTermMonths } from '../ground/term.js';
import { exactText } from '../money/amount-text.js';
import { mostMinorDigits } from '../money/currency.js';
import { type PaymentPlan, paymentPlan } from './payment-plan.js';

/** A number of days. */
export const days = (atMost: number) => z.number().int().min(0).max(atMost);

/** Decimal text from 0 to 1. */
export const share = decimalConstant
  .refine(
    (value) => !Decimal.of(value).isNegative() && Decimal.of(value).lessThanOrEqualTo(1),
    'must be a share from 0 to 1, such as 0.25',
  )
  .transform((value) => Decimal.of(value).toFixed());

/** An amount as decimal text. The product's lint refuses more decimals than its currency has. */
export const money = decimalConstant
  .refine(
    (value) => !Decimal.of(value).isNegative() && Decimal.of(value).decimalPlaces() <= mostMinorDigits,
    'must be an amount with at most three decimals, not negative',
  )
  .transform((value) => exactText(value));

/** The same, but not zero. */
export const positiveMoney = money.refine((value) => Number(value) > 0, 'must be more than 0, or left out');

/** A payment plan that a product offers, with its terms. */
export const planTerms = z.strictObject({
  plan: paymentPlan.describe('How the premium is paid.'),
  downPayment: share
    .optional()
    .describe('Share of the premium due with the first installment; if omitted, all installments are equal.'),
  instalments: z
    .number()
    .int()
    .min(1)
    .max(mostTermMonths)
    .optional()
    .describe("The number of installments: by default, and at most, the plan's periods in the term."),
  instalmentFee: money.prefault('0').describe('Charged with every installment after the first.'),
  taxesAndFees: z
    .enum(['FIRST', 'SPREAD'])
    .default('FIRST')
    .describe('Taxes and fees are due with the first installment, or spread like the premium.'),
  endorsements: z
    .enum(['NOW', 'SPREAD'])
    .optional()
    .describe(
      'An endorsement is billed at once, or spread over the installments that are not billed yet; `NOW` if omitted.',
    ),
  dueDays: days(90).default(0).describe("Days from an installment's billing date to its due date."),
});

export type PlanTerms = z.output<typeof planTerms>;

/** The plans that a product offers; the first one is the default. */
export interface OfferedPlans {
  paymentPlans: readonly PlanTerms[];
}

/** The terms of an offered plan; those of the first one if no plan is named. */
export function planTermsOf({ paymentPlans }: OfferedPlans, plan?: PaymentPlan): PlanTerms | undefined {
  return plan === undefined ? paymentPlans[0] : paymentPlans.find((offered) => offered.plan === plan);
}
