import type { Decimal, RoundingMode } from '../../expression/index.js';
import type { OnCancellation } from '../../money/on-cancellation.js';
import type { RatingRun } from '../run/run.js';
import { compileSteps } from '../steps/compile-steps.js';
import type { PlanContext } from '../steps/plan-context.js';
import { checkAmount, roundForm } from './compile-premium.js';
import type { RatingPlan } from './plan.js';

export interface TaxOrFee {
  type: string;
  amount: Decimal;
  authority?: string | undefined;
  onCancellation?: OnCancellation | undefined;
}

/**
 * Compiles the taxes and fees. Each one that applies is an amount of money, rounded to cents with the plan's
 * mode. One whose steps give no amount is left out.
 */
export function compileTaxes(
  plan: Pick<RatingPlan, 'taxesAndFees' | 'rounding'>,
  path: string,
  context: PlanContext,
): (run: RatingRun) => TaxOrFee[] {
  const { mode } = plan.rounding;
  const compiled = plan.taxesAndFees.map(({ type, authority, when, steps, onCancellation }, index) => {
    const place = { path: `${path}[${index}]`, loop: null };
    return {
      tax: { type, ...(authority && { authority }), ...(onCancellation && { onCancellation }) },
      section: `taxes:${type}`,
      when: context.optionalCondition(when, place),
      steps: compileSteps(steps, { ...place, path: `${place.path}.steps` }, context),
    };
  });
  return (run) => {
    const result: TaxOrFee[] = [];
    for (const { tax, section, when, steps } of compiled) {
      run.enter(section);
      if (when && !when.holds(run.policy)) continue;
      const exact = steps(run, run.policy, null);
      if (exact === null) continue;
      const amount = inCents(run, exact, mode);
      checkAmount(amount, 'the amount');
      result.push({ ...tax, amount });
    }
    return result;
  };
}

function inCents(run: RatingRun, exact: Decimal, mode: RoundingMode): Decimal {
  if (exact.decimalPlaces() <= 2) return exact;
  const amount = exact.round(2, mode);
  run.step = 'Rounding to cents';
  if (run.sheet) run.record(roundForm, ['2', mode], amount, exact);
  return amount;
}
