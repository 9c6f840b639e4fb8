import { z } from 'zod';
import { answerType } from '../expression/written.js';
import { uuid } from '../ground/primitives.js';

/** A name that each installation maps to an address, so that one version runs in every environment. */
export const endpointName = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by hyphens');

/** Appended to an endpoint's address; it cannot lead elsewhere. */
export const endpointPath = z
  .string()
  .regex(
    /^(\/(?!\.{1,2}(\/|$))[\w.~-]+)+$/,
    'must be like /quotes: letters, digits, dots, dashes and underscores',
  );

/** Names joined by dots that lead to a place in a JSON value: `premium.total`, `options.0.limit`. */
export const jsonPath = z.string().regex(/^[^.]+(\.[^.]+)*$/, 'must be names joined by dots');

/** What every question to a carrier's rating service is set up with; `docs/third-party-rating.md` explains it. */
export const thirdPartySettings = {
  endpoint: endpointName,
  path: endpointPath.default('/quotes'),
  /** Whose `agencyCodes` of the event are sent along. */
  carrierId: uuid,
  /** The organization whose quote this is; the product's owner where it is left out. */
  quotingOrganizationId: uuid.optional(),
  /** For one attempt. */
  timeoutSeconds: z.number().int().min(1).max(60).default(10),
  attempts: z.number().int().min(1).max(10).default(3),
  /** How long an answer through `POST /inbound` is waited for after a 202; at most 30 days. */
  waitHours: z.number().positive().max(720).default(72),
};

/** Settings of a carrier whose raw answer goes through a plan of the product. */
export const thirdPartyAlgoSettings = {
  ...thirdPartySettings,
  /** A key of the product's `ratingPlans`. */
  plan: z.string(),
  /** What the plan reads of the raw answer, as answers to questions that nobody is asked. */
  inputs: z
    .array(
      z.object({
        qid: z.string().min(1).max(255),
        answerType,
        /** Where it is in the raw answer: `premium.total`, `options.0.limit`. */
        from: jsonPath,
      }),
    )
    .min(1),
};

export type CarrierInput = z.infer<typeof thirdPartyAlgoSettings.inputs>[number];
