import type { Decimal } from '../../expression/index.js';
import { RatingProblem, toText } from '../../expression/index.js';
import type { RatedCoverage } from '../run/result.js';
import type { RatingRun } from '../run/run.js';
import { compileSteps } from '../steps/compile-steps.js';
import type { PlanContext } from '../steps/plan-context.js';
import type { Coverage } from './plan.js';

type Details = RatedCoverage['details'];

/** The annual amount of a coverage's steps, before the policy-level steps. */
export interface CoverageAmount {
  coverage: Coverage;
  amount: Decimal;
  details: Details;
}

/** Compiles a coverage. The result is null if the coverage does not apply. */
export function compileCoverage(
  coverage: Coverage,
  path: string,
  context: PlanContext,
): (run: RatingRun) => CoverageAmount | null {
  const { code } = coverage;
  const when = context.optionalCondition(coverage.when, { path, loop: null });
  const steps = compileSteps(coverage.steps, { path: `${path}.steps`, loop: null }, context);
  const slot = context.define(code, null);
  const section = `coverage:${code}`;
  const details = compileDetails(coverage, path, context);
  return (run) => {
    run.enter(section);
    if (when && !when.holds(run.policy)) return null;
    const amount = steps(run, run.policy, null);
    if (amount === null) {
      throw new RatingProblem('NO_PREMIUM', `no step gave coverage "${code}" a premium`);
    }
    run.policy.values[slot] = amount;
    run.step = 'Coverage details';
    return { coverage, amount, details: details(run) };
  };
}

function compileDetails(coverage: Coverage, path: string, context: PlanContext): (run: RatingRun) => Details {
  const compiled = coverage.details.map(({ key, when, amount, ...described }, index) => {
    const place = { path: `${path}.details[${index}]`, loop: null };
    const test = context.optionalCondition(when, place);
    const expression = context.expression(amount, { ...place, path: `${place.path}.amount` });
    // With its amount in the final place, so that a detail is a copy with the amount filled in.
    return { key, test, expression, described: { amount: '', ...described } };
  });
  return ({ policy }) => {
    const details: Details = {};
    for (const { key, test, expression, described } of compiled) {
      if (test && !test.holds(policy)) continue;
      const detail = { ...described };
      detail.amount = toText(expression.evaluate(policy));
      const sharing = Object.hasOwn(details, key) ? details[key] : undefined;
      if (sharing) sharing.push(detail);
      else details[key] = [detail];
    }
    return details;
  };
}
