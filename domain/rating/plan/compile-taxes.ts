import type { Decimal, RoundingMode } from '../../expression/index.js';
import type { OnCancellation } from '../../money/on-cancellation.js';
import { zero } from '../../money/total.js';
import type { RatingRun } from '../run/run.js';
import { compileSteps } from '../steps/compile-steps.js';
import { testedBy } from '../steps/every-step.js';
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
  const places = { digits: context.minorDigits, mode: plan.rounding.mode };
  const compiled = plan.taxesAndFees.map(({ type, authority, when, steps, onCancellation }, index) => {
    const place = { path: `${path}[${index}]`, loop: null, ofTerm: true };
    return {
      tax: { type, ...(onCancellation && { onCancellation }) },
      authority:
        authority === undefined
          ? null
          : context.expression(authority, { ...place, path: `${place.path}.authority` }),
      section: `taxes:${type}`,
      condition: when,
      when: context.optionalCondition(when, place),
      steps: compileSteps(steps, { ...place, path: `${place.path}.steps` }, context),
    };
  });
  return (run) => {
    const result: TaxOrFee[] = [];
    for (const { tax, section, authority, condition, when, steps } of compiled) {
      run.enter(section);
      if (when && !run.sheet?.everyStep && !when.holds(run.policy)) continue;
      const tested = when && run.sheet?.everyStep ? testedBy(run, when, condition, run.policy) : null;
      const exact = run.under(tested, () => steps(run, run.policy, null));
      const amount = asMoney(run, tested?.holds === false ? null : exact, places);
      if (amount === null) continue;
      checkAmount(amount, 'the amount');
      const leviedBy = authority === null ? '' : keptText(run, authority.evaluate(run.policy));
      result.push({ ...tax, ...(leviedBy !== '' && { authority: leviedBy }), amount });
    }
    return result;
  };
}

/** Rounded to the currency; null for no amount. */
function asMoney(
  run: RatingRun,
  exact: Decimal | null,
  places: { digits: number; mode: RoundingMode },
): Decimal | null {
  if (exact === null || exact.decimalPlaces() <= places.digits) {
    // Other answers may need it.
    if (run.sheet?.everyStep) run.skip(() => roundedLine(run, exact ?? zero, exact ?? zero, places));
    return exact;
  }
  const amount = exact.round(places.digits, places.mode);
  if (run.sheet) roundedLine(run, exact, amount, places);
  return amount;
}

function roundedLine(
  run: RatingRun,
  exact: Decimal,
  amount: Decimal,
  { digits, mode }: { digits: number; mode: RoundingMode },
): void {
  run.step = digits === 2 ? 'Rounding to cents' : 'Rounding to the currency';
  run.record(roundForm, [String(digits), mode], amount, exact);
}
