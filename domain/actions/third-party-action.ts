import { z } from 'zod';
import { answerType } from '../expression/written.js';
import { uuid } from '../ground/primitives.js';

/** A name that each installation maps to an address, so that the same version runs in every environment. */
export const endpointName = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by hyphens')
  .describe('A name that each installation maps to an address.');

/** A path on the endpoint's server; it cannot leave it. */
export const endpointPath = z
  .string()
  .regex(
    /^(\/(?!\.{1,2}(\/|$))[\w.~-]+)+$/,
    'must be like /quotes: letters, digits, dots, dashes and underscores',
  );

/** A path in a JSON value, names joined by dots: `premium.total`, `options.0.limit`. */
export const jsonPath = z.string().regex(/^[^.]+(\.[^.]+)*$/, 'must be names joined by dots');

/** In whose name an action quotes. */
export const quotingOrganizationId = uuid
  .optional()
  .describe(
    "The organization whose quote this is, which has to consent to the product; by default the product's owner.",
  );

/** Settings of every request to a carrier's rating service; `docs/guides/third-party-rating.md` explains them. */
export const thirdPartySettings = {
  endpoint: endpointName,
  path: endpointPath.default('/quotes').describe('The path on its server.'),
  carrierId: uuid.describe('The carrier; only its `agencyCodes` of the event are sent.'),
  quotingOrganizationId,
  timeoutSeconds: z.number().int().min(1).max(60).default(10).describe('Timeout of one attempt.'),
  attempts: z.number().int().min(1).max(10).default(3).describe('How often it is tried at most.'),
  waitHours: z
    .number()
    .positive()
    .max(720)
    .default(72)
    .describe('How long to wait for a response through `POST /inbound` after a 202; at most 30 days.'),
};

/** Settings of a carrier whose response is its quote. */
export const thirdPartyQuoteSettings = {
  ...thirdPartySettings,
  coverageDifference: z
    .enum(['REFUSED', 'OWN_LINE'])
    .default('REFUSED')
    .describe(
      'What becomes of a quote whose coverages cost another amount than it: it cannot be bound, or the difference is a ' +
        'coverage of its own, with the code `DIFFERENCE`.',
    ),
};

/** Settings of a carrier whose raw response is rated with a plan of the product. */
export const thirdPartyAlgoSettings = {
  ...thirdPartySettings,
  plan: z.string().describe("A key of the product's `ratingPlans`."),
  inputs: z
    .array(
      z.strictObject({
        qid: z.string().min(1).max(255).describe('The id by which the plan reads it as an answer.'),
        answerType: answerType.describe('What the plan reads.'),
        from: jsonPath.describe('The path in the raw response: `premium.total`, `options.0.limit`.'),
      }),
    )
    .min(1)
    .describe("The plan's inputs from the raw response, as answers to questions that nobody is asked."),
};

export type CarrierInput = z.infer<typeof thirdPartyAlgoSettings.inputs>[number];
