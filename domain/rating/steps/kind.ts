import { z } from 'zod';
import type { Decimal } from '../../expression/index.js';
import { condition } from '../../expression/written.js';
import type { CellMemory } from '../cells/cell-memory.js';
import type { Cell } from '../cells/formula.js';
import type { Cells } from '../cells/line-cells.js';
import type { Findings } from '../lint/findings.js';
import type { Knowledge } from '../lint/knowledge.js';
import type { Possible } from '../lint/possible.js';
import type { TableUsage } from '../lint/table-usage.js';
import type { RatingScope } from '../run/rating-scope.js';
import type { Amount, RatingRun } from '../run/run.js';
import type { LineInputs, LineOf, LineOp, StepOp, StepTypes } from '../run/worksheet-line.js';
import type { Place, PlanContext } from './plan-context.js';
import type { Path, Standing } from './standing.js';

export type StepOf<Op extends StepOp> = StepTypes[Op]['step'];

/** A step as a plan writes it. */
export type Step = StepOf<StepOp>;

/** What every step has. */
export const stepFields = { name: z.string().min(1), when: condition.optional() };

/** A compiled step or list of steps: the running amount before to the one after. */
export type Runner = (run: RatingRun, scope: RatingScope, amount: Amount) => Amount;

export type CompileSteps = (steps: readonly Step[], place: Place, context: PlanContext) => Runner;

/** Lints lists of steps; given to those that have steps inside. */
export interface StepLinter {
  readonly findings: Findings;
  /** What lookups know of a table; undefined where it is not there, or not in order. */
  usageOf(table: string): TableUsage | undefined;
  list(steps: readonly Step[], path: Path, before: Standing): Standing;
  /** Steps run for each iteration of a loop: what one of them comes to. */
  iteration(loop: string, steps: readonly Step[], path: Path, outer: Knowledge): Possible;
}

/** What a line that a rating left says, and what follows from it. */
export interface LineKind<Op extends LineOp> {
  /** What the line did, in a few words: `× premises of states`. */
  describe(line: LineOf<Op>): string;
  /** What it read, beside what `describe` says. */
  reads(line: LineOf<Op>): LineInputs;
  /** Its words mean little without what it read, so that the short form shows both. */
  readsInShort?: true;
  /** Its cells. `iterations` has the totals of the iterations that a sum over a loop adds up. */
  cells(line: LineOf<Op>, memory: CellMemory, iterations: readonly Cell[]): Cells;
  /**
   * What it makes of another running amount; null where it leaves that alone.
   * @param sum what a sum over a loop came to, where it is not what the line says.
   */
  change(line: LineOf<Op>, sum?: Decimal): ((amount: Decimal) => Decimal) | null;
}

/** A list of steps inside a step. */
export interface InnerSteps {
  /** The step's field. */
  key: string;
  steps: readonly Step[];
  /** They run for each iteration of a loop. */
  inLoop: boolean;
}

/** Everything that there is to a kind of step. Its file in this folder declares it, and `kinds.ts` lists it. */
export interface StepKind<Op extends StepOp> extends LineKind<Op> {
  /** What it does, as `docs/authoring-a-product.md` says it. */
  description: string;
  /** What a plan writes; `step` is the schema of the steps inside. */
  schema(step: z.ZodType<Step>): z.ZodObject & z.ZodType<StepOf<Op>>;
  compile(step: StepOf<Op>, place: Place, context: PlanContext, compileSteps: CompileSteps): Runner;
  /** Reports what is wrong at `path`, and tells what is known after the step. */
  lint(step: StepOf<Op>, path: Path, before: Standing, linter: StepLinter): Standing;
  /** Whether it sets the running amount whatever that was, and whether it does nothing but change it. */
  effect(step: StepOf<Op>): { sets: boolean; only: boolean };
  inner?(step: StepOf<Op>): InnerSteps[];
}
