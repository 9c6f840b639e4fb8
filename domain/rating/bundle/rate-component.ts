import { Decimal } from '../../expression/index.js';
import { zero } from '../../money/total.js';
import type { BuiltPlan, RatingRequest } from '../plan/compiled-plan.js';
import { expiringOfComponent } from '../run/expiring.js';
import type { LineForm } from '../run/line-form.js';
import type { RatingRun } from '../run/run.js';
import { given, isOfExpiring } from '../run/value-slots.js';
import type { PlanTest } from '../steps/plan-context.js';
import { concernedByBoth } from './concerned-by-both.js';
import type { ComponentRating } from './result.js';
import type { BundleSettings } from './settings.js';

export interface CompiledComponent {
  key: string;
  lineId: string;
  title: string;
  plan: BuiltPlan;
  applies: PlanTest | null;
  required: boolean;
  concerns: (qid: string) => boolean;
  slots: ComponentSlots;
}

/** The package's slots for the values of a component. */
export interface ComponentSlots {
  included: number;
  premium: number;
  /** The derived values of the component's plan, from slot to slot. */
  values: readonly { from: number; to: number }[];
}

/**
 * The components whose condition holds. This is decided before any is rated, so that a component's inclusion
 * cannot depend on another one's premium. The values of all are initialized to those of a component outside
 * the package.
 */
export function applyingComponents(
  components: readonly CompiledComponent[],
  run: RatingRun,
): CompiledComponent[] {
  run.enter('components');
  const { values } = run.policy;
  for (const { slots } of components) {
    values[slots.included] = false;
    values[slots.premium] = zero;
  }
  return components.filter(({ title, applies }) => {
    run.step = title;
    return applies?.holds(run.policy) ?? true;
  });
}

const componentForm: LineForm<'component'> = {
  op: 'component',
  inputs: ['component', 'outcome', 'included'],
};

/** Rates a component by its own plan, and copies its values to the package if it is included. */
export function rateComponent(
  { key, lineId, title, plan, required, concerns, slots }: CompiledComponent,
  request: RatingRequest,
  run: RatingRun,
  onDeclined: BundleSettings['onComponentDeclined'],
): ComponentRating {
  const { result: rating, values } = plan.rateWithValues({
    ...request,
    concerns: concernedByBoth(concerns, request.concerns),
    expiring: expiringOfComponent(request.expiring, key),
    // It is on the premium of the package.
    loading: undefined,
  });
  const included = rating.outcome === 'QUOTED';
  if (included) {
    run.policy.values[slots.included] = true;
    for (const { from, to } of slots.values) run.policy.values[to] = values[from] ?? null;
  }
  if (run.sheet) {
    run.sheet.include(key, rating.worksheet);
    run.step = title;
    run.record(componentForm, [key, rating.outcome, included], included ? Decimal.of(rating.premium) : null);
  }
  const withoutIt = required || onDeclined === 'DECLINE' ? 'DECLINED' : 'EXCLUDED';
  return { key, lineId, title, state: included ? 'INCLUDED' : withoutIt, rating, packagePremium: null };
}

/** Values that a component gets from the package are not its own. */
export function isShared(name: string): boolean {
  return Object.hasOwn(given, name) || isOfExpiring(name);
}
