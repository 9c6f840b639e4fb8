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

/** What a kind needs to lint a step and the steps inside it. */
export interface StepLinter {
  readonly findings: Findings;
  /** Undefined for a table that does not exist or does not compile. */
  usageOf(table: string): TableUsage | undefined;
  list(steps: readonly Step[], path: Path, before: Standing): Standing;
  /** Steps run for each iteration of a loop: what one of them comes to. */
  iteration(loop: string, steps: readonly Step[], path: Path, outer: Knowledge): Possible;
}

/** A kind of worksheet line: its words, its cells and its effect on a running amount. */
export interface LineKind<Op extends LineOp> {
  /** What the line did, in a few words: `× premises of states`. */
  describe(line: LineOf<Op>): string;
  /** The inputs that `describe` leaves out. */
  reads(line: LineOf<Op>): LineInputs;
  /** The short form of a worksheet shows these inputs, too. */
  readsInShort?: true;
  /** It adds up the iterations that ran before it. */
  sumsIterations?: true;
  /** @param iterations the totals of the iterations that it adds up. */
  cells(line: LineOf<Op>, memory: CellMemory, iterations: readonly Cell[]): Cells;
  /**
   * How it changes a running amount, which need not be its own; null if it changes none.
   * @param sum the sum of the iterations, if it is not the line's.
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

/** A kind of step, declared in a file of this folder and listed in `kinds.ts`. */
export interface StepKind<Op extends StepOp> extends LineKind<Op> {
  /** What it does, as `docs/authoring-a-product.md` says it. */
  description: string;
  /** What a plan writes; `step` is the schema of the steps inside. */
  schema(step: z.ZodType<Step>): z.ZodObject & z.ZodType<StepOf<Op>>;
  compile(step: StepOf<Op>, place: Place, context: PlanContext, compileSteps: CompileSteps): Runner;
  /** Reports problems below `path`. Returns what is known after the step. */
  lint(step: StepOf<Op>, path: Path, before: Standing, linter: StepLinter): Standing;
  /** `sets`: it replaces the running amount. `only`: it does nothing but change the running amount. */
  effect(step: StepOf<Op>): { sets: boolean; only: boolean };
  inner?(step: StepOf<Op>): InnerSteps[];
}
