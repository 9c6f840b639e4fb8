import { Decimal, RatingProblem } from '../../expression/index.js';
import { allocate } from '../../money/allocate.js';
import { totalOf, zero } from '../../money/total.js';
import type { LineForm } from '../run/line-form.js';
import { type RatedLoading, ratedLoading, withLoading } from '../run/loading.js';
import type { RatedCoverage } from '../run/result.js';
import type { RatingRun } from '../run/run.js';
import { given } from '../run/value-slots.js';
import { compileSteps } from '../steps/compile-steps.js';
import { isOfTerm } from '../steps/minimum.js';
import type { PlanContext } from '../steps/plan-context.js';
import type { Step } from '../steps/step-kind.js';
import type { CoverageAmount } from './compile-coverage.js';
import { type RatedDetails, withShares } from './compile-details.js';
import type { Coverage, RatingPlan } from './plan.js';

/** The lines of what every plan does. */
const termForm: LineForm<'multiply'> = { op: 'multiply', inputs: ['term', 'by'] };
const allocateForm: LineForm<'allocate'> = { op: 'allocate', inputs: ['coverage', 'premium'] };
export const roundForm: LineForm<'round'> = { op: 'round', inputs: ['digits', 'mode'] };
export const sumForm = (inputs: readonly string[]): LineForm<'sum'> => ({ op: 'sum', inputs });

/** The premium of the whole term before taxes and fees, and each coverage's part of it. */
export interface RatedPremium {
  /** Annual, after the policy-level steps, not rounded. */
  annual: Decimal;
  premium: Decimal;
  coverages: RatedCoverage[];
  loading?: RatedLoading | undefined;
}

/**
 * Compiles the calculation from coverages to the premium: their sum, the policy-level steps, the term factor,
 * the plan's rounding. The result is allocated to the coverages in proportion (`allocate`), so that the
 * coverage premiums of a quote always add up to its premium; the worksheet shows both the rated premium of a
 * coverage and its part. A negative premium, or one of zero, is refused unless the plan allows it.
 */
export function compilePremium(
  plan: RatingPlan,
  path: string,
  context: PlanContext,
): (run: RatingRun, rated: readonly CoverageAmount[], termFactor: Decimal) => RatedPremium {
  const place = { path, loop: null, rounding: plan.roundEachStep };
  const { yearly, ofTerm } = stepsOfPolicy(plan);
  const steps = compileSteps(yearly, place, context);
  const numbers = ofTerm.map((_, index) => yearly.length + index);
  const minimums = compileSteps(ofTerm, { ...place, ofTerm: true }, context, numbers);
  ofTerm.forEach((step, index) => {
    if (isOfTerm(step)) return;
    const message =
      'only minimums with `scaledByTerm: false` may stand after one: the term factor was applied before it';
    context.report(`${path}[${numbers[index]}]`, message);
  });
  const slot = context.define('premium', { loop: null });
  return (run, rated, termFactor) => {
    run.enter('policy');
    const sum = addUp(run, rated);
    const unloaded = steps(run, run.policy, sum) ?? zero;
    const annual = withLoading(run, unloaded);
    const forTerm = annual.times(termFactor);
    if (run.sheet) {
      run.step = 'Term factor';
      run.record(termForm, [run.policy.values[given.term] ?? null, termFactor], forTerm, annual);
      run.explain(() => ({
        terms: Object.fromEntries(plan.terms.map(({ term, factor }) => [term, Decimal.of(factor).toFixed()])),
      }));
    }
    const raised = minimums(run, run.policy, forTerm) ?? zero;
    const premium = finishPremium(run, raised, slot, plan);
    const places = { digits: plan.rounding.digits, written: context.minorDigits };
    // A minimum of every term is one of the year, too.
    const yearly = raised.greaterThan(forTerm) ? Decimal.max(annual, raised) : annual;
    const loading = ratedLoading(run, {
      before: unloaded.times(termFactor),
      after: forTerm,
      ...plan.rounding,
    });
    return { annual: yearly, premium, coverages: spread(run, rated, premium, places), loading };
  };
}

/** The steps of `policy` on the yearly amount, and those after the term factor: from the first minimum of the term on. */
export function stepsOfPolicy({ policy }: Pick<RatingPlan, 'policy'>): { yearly: Step[]; ofTerm: Step[] } {
  const first = policy.findIndex(isOfTerm);
  const end = first === -1 ? policy.length : first;
  return { yearly: policy.slice(0, end), ofTerm: policy.slice(end) };
}

/** How a plan rounds its premium, and what it allows it to be. */
export type AllowedPremium = Pick<RatingPlan, 'rounding' | 'allowZeroPremium' | 'allowNegativePremium'>;

/**
 * Rounds the result of the steps and stores it as the value `premium`, whose slot is given. Refuses a
 * negative premium, or one of zero, unless the plan allows it.
 */
export function finishPremium(
  run: RatingRun,
  exact: Decimal,
  slot: number,
  { rounding: { digits, mode }, allowZeroPremium, allowNegativePremium }: AllowedPremium,
): Decimal {
  const premium = exact.round(digits, mode);
  run.step = 'Rounding';
  if (run.sheet) run.record(roundForm, [String(digits), mode], premium, exact);
  run.explain(() => ({
    premium: allowNegativePremium ? 'ANY' : allowZeroPremium ? 'NOT_NEGATIVE' : 'POSITIVE',
  }));
  run.step = 'Premium';
  if (premium.isNegative() && !allowNegativePremium) {
    throw new RatingProblem('NEGATIVE_PREMIUM', `the premium would be ${premium.toFixed()}`);
  }
  if (premium.isZero() && !allowZeroPremium && !allowNegativePremium) {
    throw new RatingProblem('ZERO_PREMIUM', 'the premium would be zero, which this plan does not allow');
  }
  checkAmount(premium, 'the premium');
  run.policy.values[slot] = premium;
  return premium;
}

/** Larger amounts are mistakes, and have no place in the book. */
const mostDigits = 13;
const tooLarge = Decimal.of(10 ** mostDigits);
const tooLow = Decimal.of(-(10 ** mostDigits));

/** Throws a `RatingProblem` if an amount of money is too large to be charged. */
export function checkAmount(amount: Decimal, what: string): void {
  if (amount.lessThan(tooLarge) && amount.greaterThan(tooLow)) return;
  throw new RatingProblem('AMOUNT_TOO_LARGE', `${what} would have more than ${mostDigits} digits`);
}

/** The rated premium of a coverage, with its data for display. */
export interface SpreadCoverage extends RatedDetails {
  coverage: Pick<Coverage, 'code' | 'title' | 'type'>;
  amount: Decimal;
}

function addUp(run: RatingRun, rated: readonly CoverageAmount[]): Decimal {
  run.step = 'Sum of the coverages';
  if (rated.length === 0) throw new RatingProblem('NO_COVERAGE', 'no coverage of the plan applies');
  const sum = totalOf(rated.map(({ amount }) => amount));
  if (run.sheet) {
    const form = sumForm(rated.map(({ coverage }) => coverage.code));
    run.record(
      form,
      rated.map(({ amount }) => amount),
      sum,
    );
  }
  return sum;
}

/** The decimals that parts of a premium are rounded to, and those that they are written with. */
export interface Places {
  digits: number;
  written: number;
}

/** On a worksheet of every step: the lines of coverages that do not apply, up to the next one that does. */
function leftOut(run: RatingRun, premium: Decimal, after: string | null): void {
  const first = after === null ? 0 : run.coverages.findIndex(({ code }) => code === after) + 1;
  if (after !== null && first === 0) return;
  const rest = run.coverages.slice(first);
  const end = rest.findIndex(({ applies }) => applies);
  for (const { code, title } of rest.slice(0, end === -1 ? undefined : end)) {
    run.step = title;
    run.skip(() => run.record(allocateForm, [code, premium], zero, zero));
  }
}

/**
 * Each coverage's part of the premium, in proportion to its rated premium. The part is divided among the
 * details that have a share of it.
 */
export function spread(
  run: RatingRun,
  rated: readonly SpreadCoverage[],
  premium: Decimal,
  places: Places,
): RatedCoverage[] {
  const parts = allocate(
    premium,
    rated.map(({ amount }) => amount),
    places.digits,
  );
  run.enter('allocation');
  if (run.sheet?.everyStep) leftOut(run, premium, null);
  const allocated = rated.map(({ coverage, amount, details }, index): RatedCoverage => {
    const part = parts[index] ?? zero;
    const { code, title, type } = coverage;
    if (run.sheet) {
      run.step = title;
      run.record(allocateForm, [code, premium], part, amount);
      if (run.sheet.everyStep) leftOut(run, premium, code);
    }
    return { code, title, type, premium: part.toFixed(places.written), details };
  });
  return allocated.map((coverage, index) => {
    const { shares } = rated[index] ?? {};
    return shares ? { ...coverage, ...withShares(run, coverage, shares, places) } : coverage;
  });
}
