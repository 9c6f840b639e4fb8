import {
  type Decimal,
  isDecimal,
  plainText,
  RatingProblem,
  type Reading,
  toText,
  type Value,
} from '../../expression/index.js';
import type { RatingScope } from './rating-scope.js';
import type { LineBase, LineInputs, LineOf, LineOp, WorksheetLine } from './worksheet-line.js';

/** The running amount of a list of steps; null until a step gives it a value. */
export type Amount = Decimal | null;

type Recorded<Op extends LineOp> = LineOf<Op> & LineBase<Op> & { as?: string };

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

/** Longer texts are cut on a worksheet that has many of them. */
const longText = 200;
const mostLongLetters = 1_000_000;

const none: readonly string[] = [];

/** One rating in progress: its place, for messages, and its worksheet. */
export class RatingRun {
  readonly policy: RatingScope;
  /** Null if no worksheet is kept. */
  readonly sheet: WorksheetLine[] | null;
  section = '';
  step = '';
  iterationId: string | null = null;
  /** The iterations around it, from the outside in. */
  #within: readonly string[] = none;
  #innerSteps = 0;
  #steps = 0;
  #keptLetters = 0;
  #longLetters = 0;

  constructor(policy: RatingScope, keepWorksheet: boolean) {
    this.policy = policy;
    this.sheet = keepWorksheet ? [] : null;
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
    this.#within = this.sheet && scope.outer ? scope.within : none;
  }

  /** Counts iterations inside others, or steps for them. Throws a `RatingProblem` if there are too many. */
  countInner(steps: number): void {
    this.#innerSteps += steps;
    if (this.#innerSteps <= mostInnerSteps) return;
    const message = `the rating runs more than ${mostInnerSteps} steps in iterations inside others`;
    throw new RatingProblem('TOO_MANY_STEPS', message);
  }

  /** Counts steps. Throws a `RatingProblem` if there are too many. */
  count(steps: number): void {
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

  /** A decimal in the worksheet's notation. */
  text(decimal: Decimal): string {
    return plainText(decimal);
  }

  /** A value for the worksheet: booleans unchanged, others as text. */
  onSheet(value: Value | null): string | boolean | null {
    if (typeof value === 'boolean' || value === null) return value;
    if (isDecimal(value)) return this.text(value);
    const text = toText(value);
    return text.length > longText ? this.#longText(text) : text;
  }

  /** The text as long as the worksheet has room for such texts, then its beginning. */
  #longText(text: string): string {
    this.#longLetters += text.length;
    return this.#longLetters > mostLongLetters ? `${text.slice(0, longText)}…` : text;
  }

  /** The inputs of an expression, by name. */
  inputsOf(references: readonly Reading<RatingScope>[], scope: RatingScope): LineInputs {
    const inputs: LineInputs = {};
    for (const { name, read } of references) inputs[name] = this.onSheet(read(scope));
    return inputs;
  }

  /**
   * Adds a line at the current place. Call it only if `sheet` is kept, to save making its texts. The caller
   * adds the fields of its kind.
   * @param before the running amount before the step; absent if there is none.
   */
  record<Op extends LineOp>(
    op: Op,
    inputs: LineInputs,
    after: LineBase['after'],
    before?: string,
    as?: string,
  ): LineOf<Op> {
    const line = { section: this.section, step: this.step, op, inputs, after } as Recorded<Op>;
    if (this.iterationId !== null) line.iterationId = this.iterationId;
    if (this.#within.length > 0) line.within = this.#within;
    if (before !== undefined) line.before = before;
    if (as !== undefined) line.as = as;
    this.sheet?.push(line);
    return line;
  }
}
