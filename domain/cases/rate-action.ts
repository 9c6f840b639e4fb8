import type { OwnRatingAction } from '../actions/configured-action.js';
import { Decimal } from '../expression/index.js';
import { startOf } from '../ground/calendar.js';
import { suggestion } from '../ground/nearest.js';
import type { Term } from '../ground/term.js';
import type { AnswerMap } from '../intake/answers.js';
import { exactText } from '../money/amount-text.js';
import { totalOf } from '../money/total.js';
import { type CompiledProduct, ratingOf } from '../product/compile-product.js';
import type { ProductDefinition } from '../product/definition.js';
import { placedActions } from '../product/placed-actions.js';
import type { ExpiringValues } from '../rating/run/expiring.js';
import type { QuoteMessage, RatingResult } from '../rating/run/result.js';
import type { WorksheetLine } from '../rating/run/worksheet-line.js';
import { rerateOn } from '../rerating/rerate.js';
import type { CaseOutcome } from './case.js';

export interface RateableProduct {
  definition: ProductDefinition;
  compiled: CompiledProduct;
}

/** The quote of a rating action; without amounts if it is declined or not offered. */
export interface RatedCase {
  outcome: CaseOutcome;
  premium: string | null;
  taxesAndFees: { type: string; amount: string }[];
  total: string | null;
  values: { [name: string]: string };
  messages: QuoteMessage[];
  worksheet: WorksheetLine[];
}

/** The actions that rate a `GET_QUOTES` by plans of the product, in the order of the file. */
export function ratingActions(definition: ProductDefinition): OwnRatingAction[] {
  return placedActions(definition).flatMap(({ action, event }) =>
    event === 'GET_QUOTES' && (action.type === 'IOI_RATING' || action.type === 'BUNDLE_RATING')
      ? [action]
      : [],
  );
}

/** The rating action of this name or id, by default the first; a text says why there is none. */
export function ratingActionOf(
  definition: ProductDefinition,
  wanted: string | undefined,
): OwnRatingAction | string {
  const actions = ratingActions(definition);
  const found =
    wanted === undefined
      ? actions[0]
      : actions.find(({ id, name }) => name === wanted || id === wanted.toLowerCase());
  if (found) return found;
  if (wanted === undefined) return 'the product has no IOI_RATING or BUNDLE_RATING action on GET_QUOTES';
  const names = actions.map(({ name }) => name);
  return `"${wanted}" is no rating action of the product${suggestion(wanted, names) || ` (${names.join(', ')})`}`;
}

/** Answers to rate. */
export interface CaseQuestion {
  intake: AnswerMap;
  effectiveDate: string;
  /** The day of the event; by default the effective date. */
  today?: string | undefined;
  term?: Term | undefined;
  /** Values of the expiring term, by name. */
  expiring?: ExpiringValues | undefined;
}

/** Rates answers as `GET_QUOTES` does with this action. The default term is the first of the plan. */
export function rateAction(
  product: RateableProduct,
  action: OwnRatingAction,
  { intake, effectiveDate, today = effectiveDate, term, expiring }: CaseQuestion,
  { keepWorksheet = true }: { keepWorksheet?: boolean } = {},
): RatedCase {
  const asked = term ?? ratingOf(product.compiled, action)?.terms[0] ?? 'ANNUAL';
  const dates = { effectiveDate, asRatingConfiguredAt: startOf(today) };
  const question = { actionId: action.id, actionType: action.type, ...dates, term: asked, intake, expiring };
  const rerating = rerateOn(product)(question, { keepWorksheet, onlyWhereApplies: true });
  return rerating.status === 'RATED' ? ratedCase(rerating.rating) : notOffered;
}

const notOffered: RatedCase = {
  outcome: 'NOT_OFFERED',
  premium: null,
  taxesAndFees: [],
  total: null,
  values: {},
  messages: [],
  worksheet: [],
};

function ratedCase(rating: RatingResult): RatedCase {
  const { messages, rateMeta: values, worksheet } = rating;
  if (rating.outcome === 'DECLINED') {
    const outcome = rating.type === 'RULE_BASED_INELIGIBILITY' ? 'INELIGIBLE' : 'DECLINED';
    return { ...notOffered, outcome, values, messages, worksheet };
  }
  const { premium, taxesAndFees, requiresUnderwriterApproval, requiresPolicyholderAcceptance } = rating;
  const amounts = [premium, ...taxesAndFees.map(({ amount }) => amount)].map((amount) => Decimal.of(amount));
  const outcome = requiresUnderwriterApproval
    ? 'REFERRED'
    : requiresPolicyholderAcceptance
      ? 'ACCEPTANCE'
      : 'QUOTED';
  return { outcome, premium, taxesAndFees, total: exactText(totalOf(amounts)), values, messages, worksheet };
}
