import { z } from 'zod';
import type { JsonObject } from '../ground/json.js';
import { calendarDate, instant, jsonObject, uuid, versionSystemSource } from '../ground/primitives.js';
import { mostTermMonths, namedTerm, term } from '../ground/term.js';
import { answerMap } from '../intake/answers.js';
import { onCancellation } from '../money/on-cancellation.js';
import { expiringTerm } from './expiring-term.js';
import { formReference } from './form-reference.js';
import { limitOperator, referralReason } from './referral-reason.js';
import { shownUnderwriting } from './underwriting.js';

export const quoteType = z
  .enum([
    'QUOTE',
    'PRE_ISSUE',
    'ENDORSEMENT',
    'RENEWAL',
    'TRUEUP',
    'BATCH',
    'PACKAGE_COMPONENT',
    'MICRO_QUOTE',
    'RULE_BASED_INELIGIBILITY',
    'DECLINE',
  ])
  .meta({ id: 'QuoteType' });

const scale = z.enum(['YEAR', 'MONTH']).meta({ id: 'TimeScale' });

const money = z.object({ amount: z.number(), per: scale });

const coverageDetail = z
  .object({
    amount: z.string().optional(),
    amountType: z.string().optional(),
    description: z.string().optional(),
    scope: z.string().optional(),
    scopeLabel: z.string().optional(),
  })
  .meta({ id: 'CoverageDetail' });

const taxOrFee = z
  .object({
    type: z.string(),
    amount: z.number(),
    authority: z.string().optional().meta({ description: 'Who levies it.' }),
    onCancellation: onCancellation
      .optional()
      .meta({ description: 'What a cancellation returns of it; `PRO_RATA` if omitted.' }),
  })
  .meta({ id: 'TaxOrFee' });

const coverage = z
  .object({
    code: z.string(),
    title: z.string(),
    premium: money.meta({ id: 'CoveragePremium' }),
    details: z.record(z.string(), z.array(coverageDetail)).meta({ id: 'CoverageDetails' }),
  })
  .meta({ id: 'Coverage' });

/** Premium, duration and coverages of a quote (spec 2.5). */
export const quoteDetails = z
  .object({
    premium: money
      .extend({
        amount: z.number().meta({
          description:
            'Premium of the whole term, before taxes and fees. Do not multiply it by the length of the duration.',
        }),
        per: scale.meta({ description: "The duration's scale, and no divisor of the amount." }),
        perTerm: term.optional().meta({
          description:
            'An extension: the term that `amount` is for, the whole of it. Absent for a change of a policy, whose amount is for the rest of the term.',
        }),
        taxesAndFees: z.array(taxOrFee).optional(),
        loading: z
          .object({ percent: z.number(), amount: z.number() })
          .meta({ id: 'LoadedPremium' })
          .optional()
          .meta({
            description:
              "An extension: the underwriter's loading, below zero a credit, which `amount` includes, and its part of it as rated. It is allotted to the coverages.",
          }),
        agreed: z
          .object({ amount: z.number(), coverages: z.array(z.string()) })
          .meta({ id: 'AgreedPremium' })
          .optional()
          .meta({
            description:
              "Of a policy's contract: the part of the premium that was agreed beside the rating, and the codes of the coverages over whose premiums it lies, in proportion.",
          }),
      })
      .meta({ id: 'QuotePremium' }),
    duration: z.object({ length: z.number().int(), scale }).meta({ id: 'QuoteDuration' }),
    coverageTypes: z.array(
      z.object({ type: z.string(), coverages: z.array(coverage) }).meta({ id: 'CoverageGroup' }),
    ),
    externalData: jsonObject.optional(),
    expirationDate: instant.optional().meta({ description: 'The quote is valid until then.' }),
  })
  .meta({ id: 'QuoteDetails' });

const comparedValue = z
  .object({
    reads: z.enum(['answer', 'answered', 'iterations', 'value']).optional(),
    name: z.string().optional().meta({
      description: 'The question, derived value or loop; absent of what the condition computes.',
    }),
    value: z.string(),
    operator: limitOperator,
    limit: z.string(),
  })
  .meta({ id: 'ComparedValue' });

export const quoteMessage = z
  .object({
    severity: z.enum(['ERROR', 'WARNING', 'INFO']).meta({ id: 'MessageSeverity' }),
    code: z.string(),
    message: z.string(),
    qid: z.string().optional(),
    iterationId: z.string().optional(),
    rule: z.string().optional(),
    compared: z.array(comparedValue).optional().meta({
      description:
        'An extension, of a rule that refuses or refers: the values in its condition that are over or under a limit.',
    }),
    step: z.string().optional(),
    component: z
      .string()
      .optional()
      .meta({ description: 'In a package, the component that the message is about.' }),
    version: z
      .string()
      .optional()
      .meta({ description: 'The product version that the rule is of, if that is not the one that rated.' }),
    holdId: uuid.optional().meta({ description: 'The hold that stops the quote.' }),
    from: calendarDate.optional().meta({
      description:
        'In the quote of a change of a policy: the first day for which it holds, if that is later than the change.',
    }),
  })
  .meta({ id: 'QuoteMessage' });

/** A component within the quote of its package, and in the quote of its own. */
const componentFields = {
  component: z.string(),
  state: z.enum(['INCLUDED', 'EXCLUDED', 'DECLINED']).meta({ id: 'ComponentState' }),
  packagePremium: z.number(),
};

/** By which overlays a quote was rated, and a policy is. */
export const appliedOverlays = z
  .object({
    state: z.string().meta({ description: 'The state of the risk, as answered.' }),
    names: z
      .array(z.string())
      .meta({ description: 'The names of the overlays that held there; none if none did.' }),
  })
  .meta({ id: 'AppliedOverlays', description: 'Of a product with overlays by state. An extension.' });

/** An open map: the members that the service writes are named for those who read the contract. */
const quoteMetadata: z.ZodType<JsonObject> = z
  .looseObject({
    rateMeta: z
      .record(z.string(), z.string())
      .meta({ id: 'RateMeta', description: 'Totals and derived values of the rating, as text.' }),
    expiring: expiringTerm,
    overlays: appliedOverlays,
    components: z
      .array(
        z
          .object({ ...componentFields, lineId: uuid, requestId: uuid })
          .partial({ packagePremium: true })
          .meta({ id: 'QuotedComponent' }),
      )
      .meta({ description: "The components of a package's quote." }),
    ...componentFields,
    packageRequestId: uuid.meta({ description: "The package's quote, in the quote of a component." }),
  })
  .partial()
  .meta({ id: 'QuoteMetadata' }) as z.ZodType<object> as z.ZodType<JsonObject>;

/** A term in the interface's words where it has them, and in months. */
const termFields = {
  term: namedTerm.optional().meta({
    description: 'Absent if the interface has no name for so many months: read `termMonths`.',
  }),
  termMonths: z.number().int().min(1).max(mostTermMonths).meta({
    description: 'An extension: the months of the term.',
  }),
};

const quoteFields = {
  requestId: uuid,
  pipelineId: uuid,
  triggerRequestId: uuid,
  actionId: uuid,
  actionType: z.string(),
  type: quoteType,
  lineId: uuid.meta({ description: "The product; for a package's component, its line." }),
  lineName: z.string(),
  clientId: uuid.optional(),
  clockId: uuid.optional().meta({ description: "An extension: the client's test clock." }),
  clientOrganizationId: uuid,
  quotingOrganizationId: uuid,
  quotingOrganization: z.string(),
  effectiveDate: calendarDate,
  ...termFields,
  bindable: z
    .boolean()
    .meta({ description: 'Whether the reader could bind it now, or make the change that it is for.' }),
  requiresUnderwriterApproval: z.boolean(),
  requiresPolicyholderAcceptance: z.boolean(),
  underwriterResponse: jsonObject.optional(),
  policyholderResponse: jsonObject.optional(),
  underwriting: shownUnderwriting.optional().meta({
    description: 'An extension: what the underwriter has asked, offered and made a condition of.',
  }),
  quoteTimestamp: instant,
  quoteDetails: quoteDetails.optional(),
  messages: z.array(quoteMessage),
  metadata: quoteMetadata,
  rawQuoteRequest: jsonObject.optional(),
  rawQuoteDetails: jsonObject.optional(),
  inputMappingData: jsonObject.optional(),
  quoteIntake: answerMap,
  productVersionId: uuid,
  versionSystemSource,
  asRatingConfiguredAtTimestamp: instant,
};

/** A component's quote within its package quote; the intake is that of the package. */
export const componentQuote = z
  .object({ ...quoteFields, quoteIntake: answerMap.optional() })
  .meta({ id: 'ComponentQuote' });

/** The Quote object (spec 2.5). */
export const quote = z
  .object({
    ...quoteFields,
    ratedAnswers: answerMap.optional().meta({
      description:
        'An extension, where a quote or those of an event are read: `quoteIntake` with the default of every question that was shown and not answered, as it was rated.',
    }),
    reasons: z.array(referralReason).optional().meta({
      description:
        'An extension, of a single quote that an underwriter has or had to decide on: why, with the values that broke a limit and the answers that matter.',
    }),
    packageQuotes: z.array(componentQuote).optional(),
    version: z
      .number()
      .int()
      .optional()
      .meta({ description: 'An extension: it grows with each change of the quote.' }),
    updatedTimestamp: instant.optional().meta({ description: 'An extension: when it was changed last.' }),
    quoteProposal: formReference.optional().meta({
      description:
        'Present if `preGenerateQuoteProposal` is set and the product has a proposal form (an extension).',
    }),
  })
  .meta({ id: 'Quote' });

export type QuoteType = z.infer<typeof quoteType>;
export type QuoteDetails = z.infer<typeof quoteDetails>;
export type QuoteObject = z.infer<typeof quote>;
