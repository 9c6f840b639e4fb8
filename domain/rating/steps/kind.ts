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
import type { Taking } from './taking.js';

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
  /** What is known inside a loop's iterations. */
  inside(loop: string, outer: Knowledge): Knowledge;
  /** Whether a list of steps changes the running amount in any case. */
  givesAmount(steps: readonly Step[]): boolean;
}

/** A kind of worksheet line: its words, its cells and its effect on a running amount. */
export interface LineKind<Op extends LineOp> {
  /** What the line did, in a few words: `× premises of states`. */
  describe(line: LineOf<Op>): string;
  /** The inputs that `describe` leaves out. */
  reads(line: LineOf<Op>): LineInputs;
  /** The short form of a worksheet shows these inputs, too. */
  readsInShort?: true;
  /** How it takes one amount from those of the iterations that ran before it. */
  taking?(line: LineOf<Op>): Taking;
  /** It concludes from the lines of the same step that the iterations before it have. */
  testsIterations?: true;
  /** @param iterations the amounts that it takes one from, or what its step found for each iteration. */
  cells(line: LineOf<Op>, memory: CellMemory, iterations: readonly Cell[]): Cells;
  /**
   * How it changes a running amount, which need not be its own; null if it changes none.
   * @param taken the amount taken from iterations, if it is not the line's.
   */
  change(line: LineOf<Op>, taken?: Decimal): ((amount: Decimal) => Decimal) | null;
}

/** What a step does to the running amount. */
export interface StepEffect {
  changes: boolean;
  /** It replaces the amount, whatever it was. */
  sets: boolean;
  /** It does nothing else. */
  only: boolean;
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
  effect(step: StepOf<Op>): StepEffect;
  inner?(step: StepOf<Op>): InnerSteps[];
}
