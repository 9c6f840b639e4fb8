import { type Decimal, RatingProblem, type Reading, type Value } from '../../expression/index.js';
import type { LinePlan, TestedCondition } from './every-step.js';
import type { LineForm } from './line-form.js';
import type { RatingScope } from './rating-scope.js';
import { type LinePlace, Sheet } from './sheet.js';
import type { StepBudget } from './step-budget.js';

/** The running amount of a list of steps; null until a step gives it a value. */
export type Amount = Decimal | null;

/**
 * The most iterations that a rating goes through inside others, together with the steps that it runs for them, so
 * that no intake can keep a process busy or fill a worksheet: two loops of 100 iterations have 10,000 pairs.
 */
export const mostInnerSteps = 100_000;

/**
 * The most steps of a rating, whatever its loops. A long expression counts as several (`stepsIn`), and so does a
 * condition over the iterations of a loop.
 */
export const mostSteps = 300_000;

/** The most characters of the texts that expressions make and keep in one rating. */
export const mostKeptLetters = 1_000_000;

/** The parts of expressions that count as a step. */
const partsOfStep = 10;

/** How many steps an expression counts as, besides the one that it belongs to. */
export const stepsIn = (parts: number): number => Math.floor(parts / partsOfStep);

const none: readonly string[] = [];

/** As of a `RatingRequest`. */
interface RunOptions {
  keepWorksheet?: boolean;
  everyStep?: boolean | undefined;
  budget?: StepBudget | undefined;
  loading?: string | undefined;
}

/** One rating in progress: its place, for messages, and its worksheet. */
export class RatingRun implements LinePlace {
  readonly policy: RatingScope;
  /** Null if no worksheet is kept. */
  readonly sheet: Sheet | null;
  section = '';
  step = '';
  iterationId: string | null = null;
  /** The iterations around it, from the outside in. */
  within: readonly string[] = none;
  /** Of the steps under way, on a worksheet of every step. */
  conditions: readonly TestedCondition[] = [];
  /** Steps are written that do not run. */
  skipping = false;
  /** The plan's coverages so far, on a worksheet of every step. */
  readonly coverages: { code: string; title: string; applies: boolean }[] = [];
  /** The underwriter's loading in percent, decimal text; undefined without one. */
  readonly loading: string | undefined;
  readonly #budget: StepBudget | undefined;
  #innerSteps = 0;
  #steps = 0;
  #keptLetters = 0;

  constructor(policy: RatingScope, { keepWorksheet = true, everyStep, budget, loading }: RunOptions) {
    this.policy = policy;
    this.sheet = keepWorksheet ? new Sheet({ everyStep }) : null;
    this.loading = loading;
    this.#budget = budget;
  }

  /** Enters a section of the plan, outside any loop. */
  enter(section: string): void {
    this.section = section;
    this.step = '';
    this.goTo(this.policy);
  }

  /** Goes on with an iteration, or with the policy. */
  goTo(scope: RatingScope): void {
    this.iterationId = scope.iterationId;
    this.within = this.sheet && scope.outer ? scope.within : none;
  }

  /** Counts iterations inside others, or steps for them. Throws a `RatingProblem` if there are too many. */
  countInner(steps: number): void {
    this.#innerSteps += steps;
    if (this.#innerSteps <= mostInnerSteps) return;
    const message = `the rating runs more than ${mostInnerSteps} steps in iterations inside others`;
    throw new RatingProblem('TOO_MANY_STEPS', message);
  }

  /** Counts steps. Throws a `RatingProblem` if there are too many, and `BeyondBudget`. */
  count(steps: number): void {
    this.#budget?.spend(steps);
    this.#steps += steps;
    if (this.#steps <= mostSteps) return;
    throw new RatingProblem('TOO_MANY_STEPS', `the rating runs more than ${mostSteps} steps`);
  }

  /** Counts a value that an expression made and that is kept. Throws a `RatingProblem` if texts become too long. */
  countKept(value: Value): void {
    if (typeof value !== 'string') return;
    this.#keptLetters += value.length;
    if (this.#keptLetters <= mostKeptLetters) return;
    const message = `the rating keeps texts of more than ${mostKeptLetters} characters together`;
    throw new RatingProblem('MISSING_VALUE', message);
  }

  /**
   * Writes a step at the current place to the worksheet. Call it only if there is a `sheet`, to save gathering its values.
   * @param inputs a value for each input of the form.
   * @param before the running amount before the step; null if there is none.
   * @param row the table row hit; -1 if there is none.
   */
  record(
    form: LineForm,
    inputs: readonly (Value | null)[],
    after: Value | null,
    before: Decimal | null = null,
    row = -1,
  ): void {
    this.sheet?.add(form, this, { inputs, after, before, row });
  }

  /** On a worksheet of every step: does what depends on a condition. If it does not hold, `skipping` is true meanwhile. */
  under<T>(condition: TestedCondition | null, go: () => T): T {
    if (condition === null) return go();
    const [conditions, skipping] = [this.conditions, this.skipping];
    this.conditions = [...conditions, condition];
    this.skipping = skipping || condition.holds === (condition.negated ?? false) || condition.holds === null;
    const result = go();
    this.conditions = conditions;
    this.skipping = skipping;
    return result;
  }

  /** On a worksheet of every step: does what does not take place in the rating. */
  skip(go: () => void): void {
    const { skipping } = this;
    this.skipping = true;
    go();
    this.skipping = skipping;
  }

  /** Adds to the last line of a worksheet of every step what it depends on. */
  explain(plan: () => LinePlan): void {
    if (this.sheet?.everyStep) this.sheet.explain(plan());
  }
}

/** What an expression read, in the order of its references. */
export function valuesRead(
  references: readonly Reading<RatingScope>[],
  scope: RatingScope,
): (Value | null)[] {
  const values: (Value | null)[] = [];
  for (const { read } of references) values.push(read(scope));
  return values;
}

/** The names of an expression's references. */
export function namesOf(references: readonly Reading<RatingScope>[]): string[] {
  return references.map(({ name }) => name);
}
