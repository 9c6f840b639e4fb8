import { z } from 'zod';
import { condition } from '../expression/written.js';
import { uuid } from '../ground/primitives.js';
import { bundleSettings } from '../rating/bundle/settings.js';
import {
  createTaskSettings,
  fireEventSettings,
  httpRequestSettings,
  inboundWaitSettings,
} from './flow-action.js';
import { documentGenerationSettings, formEvaluationSettings } from './form-action.js';
import { dataLookupSettings } from './lookup-action.js';
import { sendEmailSettings } from './mail-action.js';
import {
  quotingOrganizationId,
  thirdPartyAlgoSettings,
  thirdPartyQuoteSettings,
} from './third-party-action.js';

const common = {
  id: uuid.describe("The `actionId` of the action's results; unique in the product."),
  name: z.string().min(1).describe('Its name for people.'),
  order: z
    .number()
    .int()
    .default(0)
    .describe('Actions run in ascending order; those with the same order run in parallel.'),
  when: condition
    .optional()
    .describe(
      "The action runs only if this holds. It can read the intake's answers, payload.x of the event and metadata.x of " +
        'earlier actions as values; the last is evaluated when the turn of the action comes.',
    ),
};

const ioiRating = z.strictObject({
  ...common,
  type: z.literal('IOI_RATING'),
  plan: z.string().describe("A key of the product's `ratingPlans`."),
  quotingOrganizationId,
});

const bundleRating = z.strictObject({
  ...common,
  type: z.literal('BUNDLE_RATING'),
  ...bundleSettings,
  quotingOrganizationId,
});

/** Requests a quote from a carrier, which responds by contract. */
const thirdPartyRating = z.strictObject({
  ...common,
  type: z.literal('THIRD_PARTY_RATING'),
  ...thirdPartyQuoteSettings,
});

/** Requests a carrier's response and rates it with a plan of the product. */
const thirdPartyAlgo = z.strictObject({
  ...common,
  type: z.literal('THIRD_PARTY_RATING_ALGO'),
  ...thirdPartyAlgoSettings,
});

/** Asks a source for answers before the ratings of the event. */
const dataLookup = z.strictObject({ ...common, type: z.literal('DATA_LOOKUP'), ...dataLookupSettings });

/** Calls an external system; its response goes into the event's `metadata`. */
const httpRequest = z.strictObject({ ...common, type: z.literal('HTTP_REQUEST'), ...httpRequestSettings });

/** Waits for a message from an external system through `POST /inbound`. */
const inboundWait = z.strictObject({ ...common, type: z.literal('INBOUND_WAIT'), ...inboundWaitSettings });

/** Fires a follow-up event, with its own run. */
const fireEvent = z.strictObject({ ...common, type: z.literal('FIRE_EVENT'), ...fireEventSettings });

/** Opens a task of a person's desk. */
const createTask = z.strictObject({ ...common, type: z.literal('CREATE_TASK'), ...createTaskSettings });

/** Makes a document from the event's records. */
const documentGeneration = z.strictObject({
  ...common,
  type: z.literal('DOCUMENT_GENERATION'),
  ...documentGenerationSettings,
});

/** Evaluates a form for the event's records; the result goes into the event's `metadata`. */
const formDataEvaluation = z.strictObject({
  ...common,
  type: z.literal('CONFIGURATION_FORM_DATA_EVALUATION'),
  ...formEvaluationSettings,
});

/** Sends a mail about the event's records; its id goes into the event's `metadata`. */
const sendEmail = z.strictObject({ ...common, type: z.literal('SEND_EMAIL'), ...sendEmailSettings });

const actionKinds = [
  ioiRating,
  bundleRating,
  thirdPartyRating,
  thirdPartyAlgo,
  dataLookup,
  httpRequest,
  inboundWait,
  fireEvent,
  createTask,
  documentGeneration,
  formDataEvaluation,
  sendEmail,
] as const;

const fallbackAction = z.discriminatedUnion('type', actionKinds);

const fallbacks = {
  onFailure: z
    .array(fallbackAction)
    .max(10)
    .optional()
    .describe('The actions to run, in this order, if the action fails.'),
};

const [first, ...others] = actionKinds;

/** An action that a product runs when an event is fired. */
export const configuredAction: z.ZodType<ConfiguredAction> = z.discriminatedUnion('type', [
  first.extend(fallbacks),
  ...others.map((kind) => kind.extend(fallbacks)),
]);
export type ConfiguredAction = z.infer<typeof fallbackAction> & { onFailure?: FallbackAction[] | undefined };
export type FallbackAction = z.infer<typeof fallbackAction>;
export type ActionType = ConfiguredAction['type'];
export type IoiRatingAction = z.infer<typeof ioiRating>;
export type BundleRatingAction = z.infer<typeof bundleRating>;
export type DataLookupAction = z.infer<typeof dataLookup>;
export type HttpRequestAction = z.infer<typeof httpRequest>;
export type InboundWaitAction = z.infer<typeof inboundWait>;
export type FireEventAction = z.infer<typeof fireEvent>;
export type SendEmailAction = z.infer<typeof sendEmail>;
/** Actions that rate with the product's own plans. */
export type OwnRatingAction = IoiRatingAction | BundleRatingAction;
/** Actions whose result comes from a carrier. */
export type ThirdPartyAction = z.infer<typeof thirdPartyRating> | z.infer<typeof thirdPartyAlgo>;
export type RatingAction = OwnRatingAction | ThirdPartyAction;

export function isThirdParty(action: ConfiguredAction): action is ThirdPartyAction {
  return action.type === 'THIRD_PARTY_RATING' || action.type === 'THIRD_PARTY_RATING_ALGO';
}

/** The action of an id that asks a carrier; undefined if another one or none has it. */
export function carrierActionOf(
  actions: ReadonlyMap<string, ConfiguredAction>,
  actionId: string,
): ThirdPartyAction | undefined {
  const action = actions.get(actionId);
  return action !== undefined && isThirdParty(action) ? action : undefined;
}

export function isRating(action: ConfiguredAction): action is RatingAction {
  return ratingActionTypes.has(action.type);
}

/** The actions and their fallbacks. */
export function withFallbacks(actions: readonly ConfiguredAction[]): ConfiguredAction[] {
  return actions.flatMap((action) => [action, ...(action.onFailure ?? [])]);
}

/** Action types that rate: their results are quotes, and `forceSync` waits for them (spec 6.4). */
export const ratingActionTypes: ReadonlySet<ActionType> = new Set<ActionType>([
  'IOI_RATING',
  'BUNDLE_RATING',
  'THIRD_PARTY_RATING',
  'THIRD_PARTY_RATING_ALGO',
]);

/** Action types with a response, counted in `expectedResponseCount` (spec 6.3). */
export const respondingActionTypes: ReadonlySet<ActionType> = new Set<ActionType>([
  ...ratingActionTypes,
  'DATA_LOOKUP',
  'HTTP_REQUEST',
  'INBOUND_WAIT',
  'DOCUMENT_GENERATION',
  'CONFIGURATION_FORM_DATA_EVALUATION',
]);

/** Action types that add to the event's `metadata`, which is stored with the action rows. */
export const answeringActionTypes: ReadonlySet<ActionType> = new Set<ActionType>([
  'HTTP_REQUEST',
  'INBOUND_WAIT',
  'DOCUMENT_GENERATION',
  'CONFIGURATION_FORM_DATA_EVALUATION',
  'SEND_EMAIL',
]);
