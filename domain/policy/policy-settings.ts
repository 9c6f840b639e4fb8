import { z } from 'zod';
import { sellerSettings } from '../authority/authority.js';
import { collectionSettings } from '../billing/collection.js';
import { fee } from '../billing/fee.js';
import { days, planTerms, positiveMoney, share } from '../billing/plan-terms.js';
import { bordereauColumns } from '../bordereau/columns.js';
import { uuid } from '../ground/primitives.js';
import { bindingRules, daysOfEach } from './binding-rules.js';
import { cancellationGround, cancellationNotice } from './cancellation-notice.js';
import { exposureSetting } from './exposure-setting.js';
import { numberPattern } from './numbering.js';
import { placeSetting } from './place-setting.js';
import { reinstatementByPayment } from './reinstatement-by-payment.js';

const cancellation = z.strictObject({
  method: z
    .enum(['PRO_RATA', 'SHORT_RATE'])
    .default('PRO_RATA')
    .describe(
      'The return premium if the policyholder cancels: the unearned premium, in full or less the penalty.',
    ),
  shortRatePenalty: share
    .prefault('0.1')
    .describe('For `SHORT_RATE`: the share of the unearned premium that is kept.'),
  shortRateTable: z
    .array(
      z.strictObject({
        days: z.number().int().min(1).max(366).describe('Days in force, at most.'),
        kept: share.describe('The share of the whole premium that is kept.'),
      }),
    )
    .min(1)
    .refine(
      (rows) => rows.every(({ days }, index) => days > (rows[index - 1]?.days ?? 0)),
      'must be in ascending order of days',
    )
    .optional()
    .describe(
      'For `SHORT_RATE`, instead of the penalty: the share of the whole premium that is kept after at most so ' +
        'many days in force, in a term of 365 days. After the last row, all of it is kept.',
    ),
  minimumEarned: z
    .strictObject({
      amount: positiveMoney.optional().describe('In the currency of the product.'),
      share: share.optional().describe('A share of the premium of the term.'),
    })
    .refine(
      ({ amount, share: part }) => amount !== undefined || part !== undefined,
      'must have an `amount` or a `share`',
    )
    .optional()
    .describe(
      'The least of the premium of the term that a cancellation keeps, by any method; the higher of `amount` and ' +
        '`share`, if both are given. A cancellation from the first day returns everything.',
    ),
  reasons: z
    .array(
      z.strictObject({
        configId: uuid.describe('By which events name it, as `cancellationReasonConfigId`.'),
        title: z.string().min(1).describe('Its name for people.'),
        code: z
          .string()
          .regex(/^[A-Z][A-Z0-9_-]{0,31}$/, 'must be a code in capitals, such as NP or SOLD')
          .optional()
          .describe('Its code, as notices print it.'),
        ground: cancellationGround
          .default('INSURED_REQUEST')
          .describe('Why the policy is canceled: the days of notice depend on it.'),
        method: z.enum(['PRO_RATA', 'SHORT_RATE']).describe('The return premium for this reason.'),
        minimumEarned: z
          .boolean()
          .default(true)
          .describe(
            'Whether a cancellation for this reason keeps the minimum earned premium, if there is one.',
          ),
        noticeDays: days(365)
          .optional()
          .describe(
            'Its days of notice in every state, such as 0 for a rewrite; by default those of its ground.',
          ),
      }),
    )
    .default([])
    .describe('Cancellation reasons with their own return method and notice.'),
  notice: cancellationNotice.prefault({}).describe('The notice that a policyholder is given.'),
  nonPayment: z
    .strictObject({
      graceDays: days(365).default(10).describe('Days from due date to notice.'),
      noticeDays: days(365).default(10).describe('Days from notice to cancellation.'),
    })
    .optional()
    .describe('Automatic cancellation for non-payment.'),
  reinstatementDays: days(3_650)
    .default(30)
    .describe('Days from the end of coverage within which a canceled policy can be reinstated.'),
  reinstatementByPayment: reinstatementByPayment
    .optional()
    .describe(
      'A policy canceled for non-payment is reinstated without a lapse when the past-due amount is paid in time; ' +
        'never if omitted.',
    ),
});

const billing = z.strictObject({
  nsfFee: fee
    .optional()
    .describe('Charged when the bank returns a payment: `amount`, or a `share` of the returned amount.'),
  lateFee: fee
    .optional()
    .describe('Charged when a statement is past due: `amount`, or a `share` of its open amount.'),
  dueDateDays: days(365)
    .optional()
    .describe('How many days a due date may be moved, counted from the first one; not at all if omitted.'),
  shortfallTolerance: positiveMoney
    .optional()
    .describe('The largest open amount of a partly paid statement that is written off.'),
  collection: collectionSettings
    .optional()
    .describe('How statements are charged to saved payment methods; the defaults if omitted.'),
});

const renewal = z.strictObject({
  offered: z.boolean().default(true).describe('Whether a renewal is quoted before the term ends.'),
  noticeDays: days(365)
    .default(90)
    .describe("Days before the term's end at which `CUSTOMER_RENEWAL_90_DAYS_OUT` is fired."),
  quoteDays: days(365).default(60).describe("Days before the term's end at which the renewal is rated."),
  automatic: z
    .boolean()
    .default(false)
    .describe('Renews with the rated renewal quote if nobody selected a quote.'),
  tolerance: share
    .prefault('0.1')
    .describe(
      'The share by which the premium of an accepted renewal may move after a change of the policy; if it moves ' +
        'by more, the renewal waits for a person.',
    ),
});

const reporting = z.strictObject({
  unitClassQuestion: z
    .string()
    .optional()
    .describe(
      'The question of a loop whose answer is the class of each iteration, such as a class code: reports on the ' +
        'premium that is divided among iterations group by it.',
    ),
  bordereau: bordereauColumns
    .optional()
    .describe(
      "The columns of premium bordereaux; by default names of the Lloyd's Coverholder Reporting Standards.",
    ),
  exposure: exposureSetting
    .optional()
    .describe('What premium is charged for: the premium report has it written and earned.'),
});

const changes = z.strictObject({
  rules: z
    .enum(['AS_SOLD', 'TODAY'])
    .default('AS_SOLD')
    .describe(
      'Whose eligibility and referral rules judge an endorsement: only those of the version that the term was sold on, or ' +
        '(`TODAY`) also those of the version that is deployed today, for policies of all earlier versions. Rates stay those of the term.',
    ),
  backDays: daysOfEach(0, 0).describe(
    'Days that a change of answers may lie in the past to begin in an earlier term of a renewed policy; it is priced ' +
      'through to the current term. With 0, changes begin in the current term only.',
  ),
});

/** The settings for a product's policies: numbers, payment, cancellation, renewal. */
export const policySettings = z
  .strictObject({
    numbering: z
      .strictObject({
        pattern: numberPattern.describe(
          'Text with `{product}`, `{yyyy}`, `{yy}`, `{mm}` and one `{seq}` or `{seq:6}`, the running number.',
        ),
      })
      .prefault({ pattern: '{product}-{yyyy}-{seq:6}' })
      .describe('The numbers of its policies.'),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'must be a currency code such as USD')
      .default('USD')
      .describe(
        'ISO 4217; amounts have the decimals of the currency: two of dollars, none of yen, three of dinars.',
      ),
    paymentPlans: z
      .array(planTerms)
      .min(1)
      .prefault([{ plan: 'FULL_PAYMENT' }])
      .describe('The payment plans on offer; the first one is the default.'),
    billing: billing.optional().describe('How statements are billed and collected.'),
    collectsSecurityDeposit: z
      .boolean()
      .default(false)
      .describe('Shown with a policy: whether a deposit is collected in addition to the premium.'),
    binding: bindingRules.prefault({}).describe('How quotes become policies: dates, payment, financing.'),
    cancellation: cancellation.prefault({}).describe('How policies are canceled.'),
    changes: changes.prefault({}).describe('How policies are changed.'),
    renewal: renewal.prefault({}).describe('How policies are renewed.'),
    reporting: reporting.prefault({}).describe('What reports know of the answers.'),
    place: placeSetting
      .prefault({})
      .describe('Where the risk is, for holds: in a loop, each iteration is somewhere.'),
    audit: z
      .strictObject({
        windowDays: days(3_650)
          .default(180)
          .describe("Days after a term's end, or its cancellation, within which its premium can be audited."),
      })
      .optional()
      .describe(
        'Premium audits: true-ups of a term that has ended. Without it, only the current term can be trued up.',
      ),
    authority: sellerSettings
      .optional()
      .describe('What organizations that are licensed to sell the product may do.'),
    closeAfterDays: days(3_650).default(365).describe('Days after which a settled policy is closed.'),
  })
  .refine(({ audit, closeAfterDays }) => (audit?.windowDays ?? 0) <= closeAfterDays, {
    path: ['audit', 'windowDays'],
    message: 'must not be more than closeAfterDays: a closed policy cannot be audited',
  })
  .meta({ id: 'PolicySettings' });

export type PolicySettings = z.output<typeof policySettings>;

const defaults: PolicySettings = policySettings.parse({});

/** A product's policy settings; the defaults if it has none. */
export function policySettingsOf({ policy }: { policy?: PolicySettings | undefined }): PolicySettings {
  return policy ?? defaults;
}
