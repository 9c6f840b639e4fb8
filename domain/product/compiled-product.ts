import type { ConfiguredAction, DataLookupAction } from '../actions/configured-action.js';
import type { Value } from '../expression/index.js';
import type { CompiledForms } from '../forms/compile-form.js';
import type { AnswerMap } from '../intake/answers.js';
import type { HoldingDates } from '../overlays/holding.js';
import type { BoundDates } from '../questions/bounds.js';
import type { QuestionTypes } from '../questions/question-types.js';
import type { CompiledBundle } from '../rating/bundle/compile-bundle.js';
import type { CompiledPlan } from '../rating/plan/compiled-plan.js';
import type { Holding } from './overlaid-product.js';
import type { Sends } from './sends.js';

/** The values of an event, besides its intake, for the conditions of its actions. */
export interface EventToJudge extends Partial<BoundDates> {
  values?: (path: string) => Value | null;
}

/** A product version, compiled to functions and ready for events. */
export interface CompiledProduct {
  questionTypes: QuestionTypes;
  /** By key of `ratingPlans`. */
  plans: ReadonlyMap<string, CompiledPlan>;
  /** By id of the `BUNDLE_RATING` action. */
  bundles: ReadonlyMap<string, CompiledBundle>;
  /** By `formConfigId`. */
  forms: CompiledForms;
  /** What the service sends by itself. */
  sends: Sends;
  /** By id, including fallbacks and what the service sends by itself. */
  actions: ReadonlyMap<string, ConfiguredAction>;
  /** Those actions that look up data before ratings, by id. */
  lookups: ReadonlyMap<string, DataLookupAction>;
  /**
   * Whether a configured action's `when` holds for an intake and the other values of the event. The
   * intake is read as in rating: with default answers, and without answers that are hidden or out of bounds.
   * False for an unknown action.
   */
  actionApplies(actionId: string, answers: AnswerMap, event?: EventToJudge): boolean;
  /** Whether a condition, a template or a form reads a name of an event's payload. */
  readsFromPayload(name: string): boolean;
  /** Whether an action's `when` reads results of earlier actions. */
  isDecidedLate(actionId: string): boolean;
  /**
   * What of the product holds for answers. `plans`, `bundles`, `forms` and `actionApplies` go by it themselves; the rest
   * is the product without its overlays.
   */
  holding(answers: AnswerMap, dates: HoldingDates): Holding;
}
