import type { Decimal } from '../../expression/index.js';
import { RatingProblem } from '../../expression/index.js';
import type { Amount, RatingRun } from '../run/run.js';
import { compileSteps } from '../steps/compile-steps.js';
import { testedBy } from '../steps/every-step.js';
import type { PlanContext } from '../steps/plan-context.js';
import type { StepRounding } from '../steps/step-rounding.js';
import { compileDetails, type RatedDetails } from './compile-details.js';
import type { Coverage } from './plan.js';

/** The annual amount of a coverage's steps, before the policy-level steps. */
export interface CoverageAmount extends RatedDetails {
  coverage: Coverage;
  amount: Decimal;
}

/** Compiles a coverage. The result is null if the coverage does not apply. */
export function compileCoverage(
  coverage: Coverage,
  path: string,
  context: PlanContext,
  roundEachStep?: StepRounding,
): (run: RatingRun) => CoverageAmount | null {
  const { code, roundEachStep: rounding = roundEachStep } = coverage;
  const when = context.optionalCondition(coverage.when, { path, loop: null });
  const steps = compileSteps(coverage.steps, { path: `${path}.steps`, loop: null, rounding }, context);
  const slot = context.define(code, { loop: null });
  const section = `coverage:${code}`;
  const details = compileDetails(coverage, path, context);
  const priced = (run: RatingRun, amount: Amount): CoverageAmount => {
    if (amount === null) {
      throw new RatingProblem('NO_PREMIUM', `no step gave coverage "${code}" a premium`);
    }
    run.policy.values[slot] = amount;
    run.step = 'Coverage details';
    const rated = details(run);
    // Without spreads, which cost as much as some of the steps.
    if (rated.shares === undefined) return { coverage, amount, details: rated.details };
    return { coverage, amount, details: rated.details, shares: rated.shares };
  };
  const everyStep = (run: RatingRun): CoverageAmount | null => {
    const tested = when && testedBy(run, when, coverage.when, run.policy);
    const applies = tested?.holds !== false;
    run.coverages.push({ code, title: coverage.title, applies });
    const amount = run.under(tested, () => steps(run, run.policy, null));
    return applies ? priced(run, amount) : null;
  };
  return (run) => {
    run.enter(section);
    if (run.sheet?.everyStep) return everyStep(run);
    if (when && !when.holds(run.policy)) return null;
    return priced(run, steps(run, run.policy, null));
  };
}
