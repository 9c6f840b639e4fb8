import { z } from 'zod';
import { coverageDate, instant, uuid } from '../../ground/primitives.js';
import { term } from '../../ground/term.js';
import { answerMap } from '../../intake/answers.js';
import { intakeFormats } from '../../intake/intake-formats.js';
import { documentSnapshots } from './documents.js';
import { name, quoteId, quoteIds, referrer } from './fields.js';

/** Payload of `GET_QUOTES` (spec 4.4; the optional fields are in `docs/events.md`). */
const getQuotes = z
  .object({
    effectiveDate: coverageDate,
    intake: answerMap,
    clientId: uuid.optional().meta({ description: 'An existing client, updated from the intake.' }),
    term: term.optional().meta({ description: "The plan's first term where left out." }),
    referrer: referrer.optional(),
    asConfiguredAtTimestamp: instant.optional(),
  })
  .meta({ id: 'GetQuotesPayload' });

const selectQuote = z.object({ clientId: uuid, quoteIds }).meta({ id: 'SelectQuotePayload' });

const underwritingReferred = z
  .object({
    clientId: uuid,
    quoteId,
    policyId: uuid.optional().meta({ description: 'Where the quote is about a policy.' }),
  })
  .meta({ id: 'UnderwritingReferredPayload' });

const underwritingDecided = z
  .object({
    clientId: uuid.optional(),
    quoteId: quoteId.optional(),
    policyId: uuid.optional(),
    policyNumber: name.optional(),
  })
  .meta({ id: 'UnderwritingDecidedPayload' });

/** What the policyholder said; the event's type and `isApproved` say the same. */
const policyholderResponse = (isApproved: boolean) =>
  z
    .object({
      clientId: uuid,
      quoteId,
      acceptanceResponse: z.object({
        isApproved: z.boolean().refine((approved) => approved === isApproved, {
          message: `must be ${isApproved} in this event`,
        }),
        responseSource: name,
        decisionTimestamp: instant,
      }),
      quote: z
        .looseObject({ requestId: quoteId, documents: documentSnapshots })
        .optional()
        .meta({ description: 'The quote as it was answered.' }),
    })
    .meta({ id: isApproved ? 'PolicyholderQuoteAcceptedPayload' : 'PolicyholderQuoteDeclinedPayload' });

/** From where a form takes its answers; what each needs is required with it. */
const intakeSource = z.enum(['CLIENT', 'QUOTE', 'POLICY', 'PAYLOAD']);

const neededBy = { QUOTE: 'quoteId', POLICY: 'policyId', PAYLOAD: 'intake' } as const;

const formEvaluation = z
  .object({
    formConfigId: uuid,
    clientId: uuid,
    quoteId: quoteId.optional(),
    policyId: uuid.optional(),
    intakeSource,
    intakeFormat: z.enum(intakeFormats),
    intake: answerMap.optional(),
  })
  .superRefine((payload, context) => {
    if (payload.intakeSource === 'CLIENT') return;
    const needed = neededBy[payload.intakeSource];
    if (payload[needed] !== undefined) return;
    const message = `is required where intakeSource is ${payload.intakeSource}`;
    context.addIssue({ code: 'custom', path: [needed], message });
  })
  .meta({ id: 'ConfigurationFormEvaluationPayload' });

export const quotePayloads = {
  GET_QUOTES: getQuotes,
  SELECT_QUOTE: selectQuote,
  UNDERWRITING_REFERRED: underwritingReferred,
  UNDERWRITING_APPROVED: underwritingDecided,
  UNDERWRITING_DECLINED: underwritingDecided,
  POLICYHOLDER_QUOTE_ACCEPTED: policyholderResponse(true),
  POLICYHOLDER_QUOTE_DECLINED: policyholderResponse(false),
  CONFIGURATION_FORM_EVALUATION: formEvaluation,
};

export type GetQuotesPayload = z.output<typeof getQuotes>;
