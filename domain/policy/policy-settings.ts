import { z } from 'zod';
import { days, planTerms, share } from '../billing/plan-terms.js';
import { uuid } from '../ground/primitives.js';
import { numberPattern } from './numbering.js';

const cancellation = z.object({
  /** What is returned where the policyholder cancels: all that is unearned, or less by the penalty. */
  method: z.enum(['PRO_RATA', 'SHORT_RATE']).default('PRO_RATA'),
  /** Of `SHORT_RATE`: the share of the unearned premium that is kept. */
  shortRatePenalty: share.prefault('0.1'),
  /**
   * Of `SHORT_RATE`, instead of the penalty: the share of the whole premium that is kept after up to so many days in
   * force, of a term of 365; past the last row all of it.
   */
  shortRateTable: z
    .array(z.object({ days: z.number().int().min(1).max(366), kept: share }))
    .min(1)
    .refine(
      (rows) => rows.every(({ days }, index) => days > (rows[index - 1]?.days ?? 0)),
      'must be in ascending order of days',
    )
    .optional(),
  /** Reasons that an event names by `cancellationReasonConfigId`, where they return premium in their own way. */
  reasons: z
    .array(z.object({ configId: uuid, title: z.string().min(1), method: z.enum(['PRO_RATA', 'SHORT_RATE']) }))
    .default([]),
  /** Cancels by itself what is not paid: so many days after the due date the notice, and so many later the end. */
  nonPayment: z.object({ graceDays: days(365).default(10), noticeDays: days(365).default(10) }).optional(),
  /** How long after its last day with coverage a cancelled policy can be reinstated. */
  reinstatementDays: days(3_650).default(30),
});

const renewal = z.object({
  /** Whether a renewal is quoted ahead of the term's end. */
  offered: z.boolean().default(true),
  /** Days before the term's end at which `CUSTOMER_RENEWAL_90_DAYS_OUT` is fired. */
  noticeDays: days(365).default(90),
  /** Days before the term's end at which the renewal is rated. */
  quoteDays: days(365).default(60),
  /** Renews with the quote that rating made where nobody selected one. */
  automatic: z.boolean().default(false),
});

/** The life of a product's policies: numbers, payment, cancellation, renewal. */
export const policySettings = z
  .object({
    numbering: z.object({ pattern: numberPattern }).prefault({ pattern: '{product}-{yyyy}-{seq:6}' }),
    /** ISO 4217; amounts have two decimals. */
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'must be a currency code such as USD')
      .default('USD'),
    /** The plans that are offered; the first one holds where a policy is issued without a choice. */
    paymentPlans: z
      .array(planTerms)
      .min(1)
      .prefault([{ plan: 'FULL_PAYMENT' }]),
    /** Shown with a policy: whether a deposit is collected besides the premium. */
    collectsSecurityDeposit: z.boolean().default(false),
    cancellation: cancellation.prefault({}),
    renewal: renewal.prefault({}),
    /** Days after which a settled policy is closed. */
    closeAfterDays: days(3_650).default(365),
  })
  .meta({ id: 'PolicySettings' });

export type PolicySettings = z.output<typeof policySettings>;

const defaults: PolicySettings = policySettings.parse({});

/** A product's settings; a product that says nothing about policies sells them all the same. */
export function policySettingsOf({ policy }: { policy?: PolicySettings | undefined }): PolicySettings {
  return policy ?? defaults;
}
