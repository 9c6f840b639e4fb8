import { z } from 'zod';
import type { Decimal } from '../../expression/index.js';
import { condition } from '../../expression/written.js';
import type { CellMemory } from '../cells/cell-memory.js';
import type { Cell } from '../cells/formula.js';
import type { Cells } from '../cells/line-cells.js';
import type { Findings } from '../lint/findings.js';
import type { Knowledge } from '../lint/knowledge.js';
import type { TableUsage } from '../lint/table-usage.js';
import type { RatingScope } from '../run/rating-scope.js';
import type { Amount, RatingRun } from '../run/run.js';
import type { LineInputs, LineOf, LineOp, StepOp, StepTypes } from '../run/worksheet-line.js';
import type { PlanWords } from '../words/plan-words.js';
import type { Selected } from './lint-selection.js';
import type { LintState, Path } from './lint-state.js';
import type { Aggregate } from './loop-aggregate.js';
import type { Place, PlanContext } from './plan-context.js';
import type { StepRounding } from './step-rounding.js';

export type StepOf<Op extends StepOp> = StepTypes[Op]['step'];

/** A step as a plan writes it. */
export type Step = StepOf<StepOp>;

/** The fields of every step. */
export const stepFields = {
  name: z.string().min(1).describe('What the step is called on worksheets and in the rate manual.'),
  when: condition.optional().describe('The step runs only if this holds.'),
};

/** A compiled step or list of steps: maps the running amount before to the one after. */
export interface Runner {
  (run: RatingRun, scope: RatingScope, amount: Amount): Amount;
  /** On a worksheet of every step: writes the line of the step where it does not run. */
  skip?: (run: RatingRun, scope: RatingScope, amount: Amount) => void;
}

export type CompileSteps = (steps: readonly Step[], place: Place, context: PlanContext) => Runner;

/** The services that a kind needs to lint a step and its inner steps. */
export interface StepLinter {
  readonly findings: Findings;
  /** Undefined for a table that does not exist or does not compile. */
  usageOf(table: string): TableUsage | undefined;
  list(steps: readonly Step[], path: Path, before: LintState): LintState;
  /** Lints steps that run for each selected iteration: their amount, and the knowledge after all of them. */
  iteration(selected: Selected, steps: readonly Step[], path: Path, outer: Knowledge): LintState;
  /** The loop for whose iterations steps are being linted; null for the policy. */
  readonly loop: string | null;
  /** How the amount is rounded after each step that changes it. */
  rounding: StepRounding | undefined;
}

/** A kind of worksheet line: its words, its cells and its effect on a running amount. */
export interface LineKind<Op extends LineOp> {
  /** The operation of the line, in a few words: `× premises of states`. */
  describe(line: LineOf<Op>): string;
  /** The inputs that `describe` leaves out. */
  reads(line: LineOf<Op>): LineInputs;
  /** The short form of a worksheet shows these inputs, too. */
  readsInShort?: true;
  /** How it takes one amount from the iterations before it. */
  aggregate?(line: LineOf<Op>): Aggregate;
  /** Its result is taken from the lines of the same step in the iterations before it. */
  testsIterations?: true;
  /** Makes cells of a step's lines for all iterations before those of the first one. */
  prepare?(lines: readonly LineOf<Op>[], memory: CellMemory): void;
  /** @param iterations the amounts of the iterations, or the results of its step for each. */
  cells(line: LineOf<Op>, memory: CellMemory, iterations: readonly Cell[]): Cells;
  /**
   * Its change of any running amount; null if it changes none.
   * @param taken replaces the amount taken from iterations.
   */
  change(line: LineOf<Op>, taken?: Decimal): ((amount: Decimal) => Decimal) | null;
}

/** The effect of a step on the running amount. */
export interface StepEffect {
  /** It replaces the amount. */
  sets: boolean;
  /** It has no other effect. */
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

/** A rule of the rate manual: sentences, and between them the steps to which a sentence leads. */
export type RuleText = readonly (string | readonly Step[])[];

/** A kind of step, declared in a file of this folder and listed in `step-kinds.ts`. */
export interface StepKind<Op extends StepOp> extends LineKind<Op> {
  /** The description for `docs/guides/authoring-a-product.md`. */
  description: string;
  /** The fields in a plan; `step` is the schema of inner steps. */
  schema(step: z.ZodType<Step>): z.ZodObject & z.ZodType<StepOf<Op>>;
  compile(step: StepOf<Op>, place: Place, context: PlanContext, compileSteps: CompileSteps): Runner;
  /** Reports problems below `path`. Returns the knowledge after the step. */
  lint(step: StepOf<Op>, path: Path, before: LintState, linter: StepLinter): LintState;
  effect(step: StepOf<Op>): StepEffect;
  /** Its rule in the rate manual, which adds `name`, `when` and `as`. Reads all other fields. */
  rule(step: StepOf<Op>, words: PlanWords): RuleText;
  inner?(step: StepOf<Op>): InnerSteps[];
}
