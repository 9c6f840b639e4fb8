import type { Findings } from '../lint/findings.js';
import type { Knowledge } from '../lint/knowledge.js';
import { lintCondition } from '../lint/lint-expression.js';
import { readLogic } from '../lint/reason.js';
import type { TableUsage } from '../lint/table-usage.js';
import { lintAlways } from '../lint/unvarying.js';
import { lintRoundedRate, scales } from './lint-rates.js';
import type { Selected } from './lint-selection.js';
import { fromZero, type LintState, merged, type Path } from './lint-state.js';
import type { Step, StepLinter } from './step-kind.js';
import { kindOf } from './step-kinds.js';
import type { StepRounding } from './step-rounding.js';

/** Lints lists of steps in the order in which they run, with the knowledge after each. */
export class StepLint implements StepLinter {
  readonly findings: Findings;
  loop: string | null = null;
  rounding: StepRounding | undefined;
  readonly #usages: ReadonlyMap<string, TableUsage>;
  /** A later step multiplies or divides the amount. */
  #isScaled = false;

  constructor(usages: ReadonlyMap<string, TableUsage>, findings: Findings) {
    this.#usages = usages;
    this.findings = findings;
  }

  readonly usageOf = (table: string): TableUsage | undefined => this.#usages.get(table);

  list(steps: readonly Step[], path: Path, before: LintState, numbers?: readonly number[]): LintState {
    const places = steps.map((_, index) => [...path, numbers?.[index] ?? index]);
    this.#lintOverwritten(steps, places);
    const isScaled = this.#isScaled;
    const after = steps.reduce((standing, step, index) => {
      this.#isScaled = isScaled || steps.slice(index + 1).some(scales);
      return this.#step(step, places[index] ?? path, standing);
    }, before);
    this.#isScaled = isScaled;
    return after;
  }

  iteration(
    selected: Selected,
    steps: readonly Step[],
    path: Path,
    outer: Knowledge,
    numbers?: readonly number[],
  ): LintState {
    const around = this.loop;
    this.loop = selected.loop;
    const { knowledge, amount } = this.list(
      steps,
      path,
      { knowledge: selected.inside, amount: fromZero },
      numbers,
    );
    this.loop = around;
    const after = outer.afterLoop(knowledge);
    if (selected.all) return { knowledge: after, amount };
    return {
      knowledge: outer.afterOneOf([{ knowledge: outer }, { knowledge: after, where: selected.where }]),
      amount,
    };
  }

  #step(step: Step, path: Path, before: LintState): LintState {
    const kind = kindOf(step);
    const lint = (standing: LintState): LintState => {
      if (this.#isScaled) lintRoundedRate(step, path, standing.knowledge, this);
      return kind.lint(step, path, standing, this);
    };
    if (step.when === undefined) return lint(before);
    const { holding } = lintCondition(step.when, [...path, 'when'], before.knowledge, this.findings);
    if (!holding) return before;
    lintAlways(step.when, [...path, 'when'], before.knowledge, this.findings);
    const after = lint({ ...before, knowledge: holding });
    const where = readLogic(step.when, before.knowledge);
    return merged(before, [before, { ...after, where }]);
  }

  /** Steps whose result a later step overwrites. */
  #lintOverwritten(steps: readonly Step[], places: readonly Path[]): void {
    const last = steps.findLastIndex((step) => step.when === undefined && kindOf(step).effect(step).sets);
    steps.slice(0, Math.max(last, 0)).forEach((step, index) => {
      if (!kindOf(step).effect(step).only) return;
      const by = steps[last]?.name ?? '';
      this.findings.warning(
        places[index] ?? [],
        `this step has no effect: the step "${by}" sets the amount anew`,
      );
    });
  }
}
