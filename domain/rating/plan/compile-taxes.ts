import type { Decimal, RoundingMode } from '../../expression/index.js';
import type { OnCancellation } from '../../money/on-cancellation.js';
import type { RatingRun } from '../run/run.js';
import { compileSteps } from '../steps/compile-steps.js';
import type { PlanContext } from '../steps/plan-context.js';
import { keptText } from './compile-details.js';
import { checkAmount, roundForm } from './compile-premium.js';
import type { RatingPlan } from './plan.js';

export interface TaxOrFee {
  type: string;
  amount: Decimal;
  authority?: string | undefined;
  onCancellation?: OnCancellation | undefined;
}

/**
 * Compiles the taxes and fees. Each one that applies is an amount of money, rounded to the decimals of its currency with
 * the plan's mode. One whose steps give no amount is left out.
 */
export function compileTaxes(
  plan: Pick<RatingPlan, 'taxesAndFees' | 'rounding'>,
  path: string,
  context: PlanContext,
): (run: RatingRun) => TaxOrFee[] {
  const { mode } = plan.rounding;
  const compiled = plan.taxesAndFees.map(({ type, authority, when, steps, onCancellation }, index) => {
    const place = { path: `${path}[${index}]`, loop: null, ofTerm: true };
    return {
      tax: { type, ...(onCancellation && { onCancellation }) },
      authority:
        authority === undefined
          ? null
          : context.expression(authority, { ...place, path: `${place.path}.authority` }),
      section: `taxes:${type}`,
      when: context.optionalCondition(when, place),
      steps: compileSteps(steps, { ...place, path: `${place.path}.steps` }, context),
    };
  });
  return (run) => {
    const result: TaxOrFee[] = [];
    for (const { tax, section, authority, when, steps } of compiled) {
      run.enter(section);
      if (when && !when.holds(run.policy)) continue;
      const exact = steps(run, run.policy, null);
      if (exact === null) continue;
      const amount = asMoney(run, exact, { digits: context.minorDigits, mode });
      checkAmount(amount, 'the amount');
      const leviedBy = authority === null ? '' : keptText(run, authority.evaluate(run.policy));
      result.push({ ...tax, ...(leviedBy !== '' && { authority: leviedBy }), amount });
    }
    return result;
  };
}

function asMoney(
  run: RatingRun,
  exact: Decimal,
  { digits, mode }: { digits: number; mode: RoundingMode },
): Decimal {
  if (exact.decimalPlaces() <= digits) return exact;
  const amount = exact.round(digits, mode);
  run.step = digits === 2 ? 'Rounding to cents' : 'Rounding to the currency';
  if (run.sheet) run.record(roundForm, [String(digits), mode], amount, exact);
  return amount;
}
