import { z } from 'zod';
import { uuid } from '../primitives.js';
import { bundleSettings } from '../rating/bundle/settings.js';
import { condition } from '../rating/plan.js';
import { thirdPartyAlgoSettings, thirdPartySettings } from './third-party-action.js';

const common = {
  /** `actionId` of what the action produces; unique in the product. */
  id: uuid,
  name: z.string().min(1),
  /** Actions run in ascending order; those of one order run side by side. */
  order: z.number().int().default(0),
  /** The action is dispatched only where this holds for the event's intake. */
  when: condition.optional(),
};

const ioiRating = z.object({
  ...common,
  type: z.literal('IOI_RATING'),
  /** A key of the product's `ratingPlans`. */
  plan: z.string(),
  /** The organization whose quote this is; the product's owner where it is left out. */
  quotingOrganizationId: uuid.optional(),
});

const bundleRating = z.object({
  ...common,
  type: z.literal('BUNDLE_RATING'),
  ...bundleSettings,
  /** The organization whose quote this is; the product's owner where it is left out. */
  quotingOrganizationId: uuid.optional(),
});

/** Asks a carrier, which answers with a quote by contract. */
const thirdPartyRating = z.object({
  ...common,
  type: z.literal('THIRD_PARTY_RATING'),
  ...thirdPartySettings,
});

/** Asks a carrier and puts its raw answer through a plan of the product. */
const thirdPartyAlgo = z.object({
  ...common,
  type: z.literal('THIRD_PARTY_RATING_ALGO'),
  ...thirdPartyAlgoSettings,
});

/** What a product lets run when an event is fired. */
export const configuredAction = z.discriminatedUnion('type', [
  ioiRating,
  bundleRating,
  thirdPartyRating,
  thirdPartyAlgo,
]);
export type ConfiguredAction = z.infer<typeof configuredAction>;
export type ActionType = ConfiguredAction['type'];
export type IoiRatingAction = z.infer<typeof ioiRating>;
export type BundleRatingAction = z.infer<typeof bundleRating>;
/** Actions that rate by the product's own plans. */
export type OwnRatingAction = IoiRatingAction | BundleRatingAction;
/** Actions whose answer comes from a carrier. */
export type ThirdPartyAction = z.infer<typeof thirdPartyRating> | z.infer<typeof thirdPartyAlgo>;

export function isThirdParty(action: ConfiguredAction): action is ThirdPartyAction {
  return action.type === 'THIRD_PARTY_RATING' || action.type === 'THIRD_PARTY_RATING_ALGO';
}

/** Action types that rate: their answers are quotes, and `forceSync` waits for them (spec 6.4). */
export const ratingActionTypes: ReadonlySet<ActionType> = new Set<ActionType>([
  'IOI_RATING',
  'BUNDLE_RATING',
  'THIRD_PARTY_RATING',
  'THIRD_PARTY_RATING_ALGO',
]);

/** Action types that answer, counted in `expectedResponseCount` (spec 6.3). */
export const respondingActionTypes: ReadonlySet<ActionType> = new Set<ActionType>([
  'IOI_RATING',
  'BUNDLE_RATING',
  'THIRD_PARTY_RATING',
  'THIRD_PARTY_RATING_ALGO',
]);
