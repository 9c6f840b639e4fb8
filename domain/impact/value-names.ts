import type { OwnRatingAction } from '../actions/configured-action.js';
import type { ProductDefinition } from '../product/definition.js';
import type { RatingPlan } from '../rating/plan/plan.js';

const ofEveryRating = ['effectiveDate', 'today', 'term', 'premium', 'annualPremium', 'taxesAndFees', 'total'];

/** The names of the policy's values in a rating by an action; of a package those of its components, too. */
export function valueNames({ ratingPlans }: ProductDefinition, action: OwnRatingAction): string[] {
  if (action.type === 'IOI_RATING') {
    const plan = ratingPlans[action.plan];
    return [...ofEveryRating, ...(plan ? namesOf(plan) : [])];
  }
  const ofComponents = action.components.flatMap(({ key, plan: name }) => {
    const plan = ratingPlans[name];
    return ['included', 'premium', 'packagePremium', ...(plan ? namesOf(plan) : [])].map(
      (one) => `${key}.${one}`,
    );
  });
  return [...ofEveryRating, 'components', ...namesIn(action.package), ...ofComponents];
}

function namesOf({ loops: _ofIterations, ...plan }: RatingPlan): string[] {
  return [...plan.coverages.map(({ code }) => code), ...namesIn(plan)];
}

/** Every `as` of steps and the steps inside them. */
function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === 'as' && typeof member === 'string' ? [member] : namesIn(member),
  );
}
