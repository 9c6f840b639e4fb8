import type { ConfiguredAction, FallbackAction } from '../actions/configured-action.js';
import { isObject } from '../ground/json.js';
import type { OverlayChange } from '../overlays/overlay.js';
import type { ProductDefinition } from '../product/definition.js';
import { placedActions } from '../product/placed-actions.js';
import type { RatingPlan } from '../rating/plan/plan.js';

interface Factor {
  step: RatingPlan['policy'][number];
  /** The plans that actions rate by, which get the step. */
  rated: ReadonlySet<string>;
  /** A component of a package has no factor: a plan that it shares with an action has a copy for it. */
  copies: ReadonlyMap<string, string>;
}

/**
 * The product with a factor on the sum of the coverages, or of a package's components: before discounts of the
 * policy, minimum premium, term and rounding. Plans keep their keys, so that overlays find them.
 */
export function withFactor(definition: ProductDefinition, by: number): ProductDefinition {
  const step: Factor['step'] = { name: 'Off-balance factor', op: 'multiply', by: String(by) };
  const actions = placedActions(definition).map(({ action }) => action);
  const rated = new Set(
    actions.flatMap((action) =>
      action.type === 'IOI_RATING' || action.type === 'THIRD_PARTY_RATING_ALGO' ? [action.plan] : [],
    ),
  );
  const components = actions.flatMap((action) => (action.type === 'BUNDLE_RATING' ? action.components : []));
  const shared = components.filter(({ plan }) => rated.has(plan));
  const copies = new Map(shared.map(({ plan }) => [plan, `${plan} of packages`]));
  const factor = { step, rated, copies };
  const plans = Object.entries(definition.ratingPlans).flatMap(([key, plan]): [string, RatingPlan][] => {
    const copy = copies.get(key);
    return [
      [key, rated.has(key) ? { ...plan, policy: [step, ...plan.policy] } : plan],
      ...(copy === undefined ? [] : [[copy, plan] as [string, RatingPlan]]),
    ];
  });
  const [only = ''] = Object.keys(definition.ratingPlans);
  return {
    ...definition,
    ratingPlans: Object.fromEntries(plans),
    configurations: definition.configurations.map((configuration) => ({
      ...configuration,
      events: Object.fromEntries(
        Object.entries(configuration.events).map(([event, all]) => [
          event,
          (all ?? []).map((action): ConfiguredAction => {
            const onFailure = action.onFailure?.map((fallback) => packageWith(fallback, factor));
            return { ...packageWith(action, factor), ...(onFailure && { onFailure }) };
          }),
        ]),
      ),
    })),
    ...(definition.overlays && {
      overlays: definition.overlays.map((overlay) => ({
        ...overlay,
        changes: overlay.changes.flatMap((change) => changesWith(change, only, factor)),
      })),
    }),
  };
}

function packageWith<Action extends FallbackAction>(action: Action, { step, copies }: Factor): Action {
  if (action.type !== 'BUNDLE_RATING') return action;
  const { package: own, components } = action;
  return {
    ...action,
    components: components.map((one) => ({ ...one, plan: copies.get(one.plan) ?? one.plan })),
    package: { ...own, policy: [step, ...own.policy] },
  };
}

/** A change of a plan changes its copy, too; one of all steps of the policy keeps the factor. */
function changesWith(change: OverlayChange, only: string, { step, rated, copies }: Factor): OverlayChange[] {
  if ([change.table, change.question, change.form].some((name) => name !== undefined)) return [change];
  const { plan = only, coverage, tax, step: ofStep, rule, set } = change;
  const ofWholePlan = [coverage, tax, ofStep, rule].every((name) => name === undefined);
  const setsSteps = ofWholePlan && rated.has(plan) && isObject(set) && Array.isArray(set.policy);
  const copy = copies.get(plan);
  return [
    { ...change, plan, ...(setsSteps && { set: { ...set, policy: [step, ...(set.policy as unknown[])] } }) },
    ...(copy === undefined ? [] : [{ ...change, plan: copy }]),
  ];
}
