import { z } from 'zod';
import { Dec } from '../expression/index.js';
import { decimalConstant } from '../ground/primitives.js';
import { type PaymentPlan, paymentPlan } from './payment-plan.js';

/** A number of days. */
export const days = (atMost: number) => z.number().int().min(0).max(atMost);

/** Decimal text from 0 to 1. */
export const share = decimalConstant
  .refine(
    (value) => new Dec(value).gte(0) && new Dec(value).lte(1),
    'must be a share from 0 to 1, such as 0.25',
  )
  .transform((value) => new Dec(value).toFixed());

/** Decimal text with two decimals. */
const money = decimalConstant
  .refine(
    (value) => new Dec(value).gte(0) && new Dec(value).dp() <= 2,
    'must be an amount of cents, not negative',
  )
  .transform((value) => new Dec(value).toFixed(2));

/** A payment plan that a product offers, with its terms. */
export const planTerms = z.object({
  plan: paymentPlan,
  /** Share of the premium due with the first instalment; all instalments are alike where it is left out. */
  downPayment: share.optional(),
  /** As many as the plan's periods in the term where it is left out, and never more than that. */
  instalments: z.number().int().min(1).max(36).optional(),
  /** Charged with every instalment after the first. */
  instalmentFee: money.prefault('0'),
  /** Taxes and fees: all with the first instalment, or spread as the premium is. */
  taxesAndFees: z.enum(['FIRST', 'SPREAD']).default('FIRST'),
  /** Days from an instalment's date to the day it has to be paid by. */
  dueDays: days(90).default(0),
});

export type PlanTerms = z.output<typeof planTerms>;

/** The plans that a product offers; the first one holds where none is chosen. */
export interface OfferedPlans {
  paymentPlans: readonly PlanTerms[];
}

/** The terms of one of the plans that a product offers; the first one's where none is named. */
export function planTermsOf({ paymentPlans }: OfferedPlans, plan?: PaymentPlan): PlanTerms | undefined {
  return plan === undefined ? paymentPlans[0] : paymentPlans.find((offered) => offered.plan === plan);
}
