import type { ConfiguredAction } from '../actions/configured-action.js';
import { withCarrierInputs } from '../carrier/carrier-inputs.js';
import { utcDate } from '../ground/calendar.js';
import type { JsonObject } from '../ground/json.js';
import type { Term } from '../ground/term.js';
import type { AnswerMap } from '../intake/answers.js';
import { type CompiledProduct, ratingOf } from '../product/compile-product.js';
import type { RatingRequest } from '../rating/plan/compiled-plan.js';
import type { ExpiringValues } from '../rating/run/expiring.js';
import { failedRating } from '../rating/run/failed-rating.js';
import type { RatingResult } from '../rating/run/result.js';
import { BeyondBudget, type StepBudget } from '../rating/run/step-budget.js';

/** The inputs of a stored quote's rating. */
export interface RatedQuestion {
  actionId: string;
  actionType: string;
  effectiveDate: string;
  /** The day of this instant in UTC is the rating's `today`; by default the effective date is. */
  asRatingConfiguredAt?: Date | undefined;
  term: Term;
  intake: AnswerMap;
  /** What it was told of the expiring term; absent for new business. */
  expiring?: ExpiringValues | undefined;
  /** The underwriter's loading in percent. */
  loading?: string | null | undefined;
  /** For a component of a package: its key in the package. */
  component?: string | undefined;
  /** The plan's inputs from a carrier's response, as answers; null if there was no usable response. */
  inputMappingData?: JsonObject | null | undefined;
}

export type Rerating =
  | { status: 'RATED'; rating: RatingResult }
  /** The quote was not rated by the product's plans and cannot be rated again. */
  | { status: 'NOT_BY_OWN_PLAN' }
  /** The version does not have the quote's action, or not for this intake. */
  | { status: 'NOT_OFFERED' };

export interface RerateOptions {
  keepWorksheet?: boolean;
  /** As of a `RatingRequest`. */
  everyStep?: boolean;
  /** Skips quotes for which the action's condition does not hold. */
  onlyWhereApplies?: boolean;
  /** Throws `BeyondBudget` instead of taking more steps. Default: takes them all. */
  budget?: StepBudget | undefined;
  /** An error of the engine is thrown; by default it is a failed rating. */
  throws?: boolean;
  /** The questions whose answers must be there and valid; by default all. */
  concerns?: (qid: string) => boolean;
}

/** Rates a stored quote's intake again, on the version of this function. */
export type Rerate = (quote: RatedQuestion, options?: RerateOptions) => Rerating;

/**
 * Returns a function that rates quotes again on a version, if the product's own plans rated them. An action
 * is identified by its id, which later versions keep.
 */
export function rerateOn({ compiled }: { compiled: CompiledProduct }): Rerate {
  return (quote, { onlyWhereApplies = false, ...options } = {}) => {
    if (!isRatedByOwnPlan(quote)) return { status: 'NOT_BY_OWN_PLAN' };
    const action = compiled.actions.get(quote.actionId);
    if (!action) return { status: 'NOT_OFFERED' };
    const { effectiveDate } = quote;
    const dates = { effectiveDate, today: todayOf(quote) };
    if (onlyWhereApplies && !compiled.actionApplies(action.id, quote.intake, dates))
      return { status: 'NOT_OFFERED' };
    const rating = rateAction(compiled, action, quote, options);
    return rating ? { status: 'RATED', rating } : { status: 'NOT_OFFERED' };
  };
}

/** Whether a quote was rated by the product's own plans and can be rated again. */
export function isRatedByOwnPlan({
  actionType,
  inputMappingData,
}: Pick<RatedQuestion, 'actionType' | 'inputMappingData'>): boolean {
  if (actionType === 'THIRD_PARTY_RATING_ALGO') return inputMappingData != null;
  return actionType === 'IOI_RATING' || actionType === 'BUNDLE_RATING';
}

function rateAction(
  compiled: CompiledProduct,
  action: ConfiguredAction,
  { intake: answers, component, inputMappingData, ...question }: RatedQuestion,
  { keepWorksheet = true, everyStep, budget, throws = false, concerns }: RerateOptions,
): RatingResult | undefined {
  const { effectiveDate, term, expiring, loading } = question;
  const today = todayOf(question);
  const request: RatingRequest = {
    answers,
    effectiveDate,
    today,
    term,
    expiring,
    loading: loading ?? undefined,
    keepWorksheet,
    everyStep,
    budget,
    ...(concerns && { concerns }),
  };
  try {
    if (action.type === 'THIRD_PARTY_RATING_ALGO') {
      const carrierAnswers = (inputMappingData ?? {}) as AnswerMap;
      const both = withCarrierInputs(answers, action.inputs, carrierAnswers);
      return compiled.plans.get(action.plan)?.rate({ ...request, answers: both });
    }
    if (component === undefined) return ratingOf(compiled, action)?.rate(request);
    const components = compiled.bundles.get(action.id)?.rate(request).components;
    return components?.find(({ key }) => key === component)?.rating;
  } catch (error) {
    if (throws || error instanceof BeyondBudget) throw error;
    return failedRating(`the rating failed: ${error instanceof Error ? error.message : error}`);
  }
}

/** The day that a rating took for today. */
export function todayOf({
  effectiveDate,
  asRatingConfiguredAt,
}: Pick<RatedQuestion, 'effectiveDate' | 'asRatingConfiguredAt'>): string {
  return asRatingConfiguredAt ? utcDate(asRatingConfiguredAt) : effectiveDate;
}
