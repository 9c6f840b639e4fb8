import type { Findings } from '../lint/findings.js';
import type { Knowledge } from '../lint/knowledge.js';
import { lintCondition } from '../lint/lint-expression.js';
import type { Possible } from '../lint/possible.js';
import type { TableUsage } from '../lint/table-usage.js';
import { fromZero, type LintState, merged, type Path } from './lint-state.js';
import type { Step, StepLinter } from './step-kind.js';
import { kindOf } from './step-kinds.js';

/** Lints lists of steps in the order in which they run, with the knowledge after each. */
export class StepLint implements StepLinter {
  readonly findings: Findings;
  loop: string | null = null;
  readonly #usages: ReadonlyMap<string, TableUsage>;
  /** The knowledge inside each loop's iterations, kept from one sum over it to the next. */
  readonly #iterations = new Map<string, Knowledge>();

  constructor(usages: ReadonlyMap<string, TableUsage>, findings: Findings) {
    this.#usages = usages;
    this.findings = findings;
  }

  usageOf(table: string): TableUsage | undefined {
    return this.#usages.get(table);
  }

  list(steps: readonly Step[], path: Path, before: LintState): LintState {
    this.#lintOverwritten(steps, path);
    return steps.reduce((standing, step, index) => this.#step(step, [...path, index], standing), before);
  }

  iteration(loop: string, steps: readonly Step[], path: Path, outer: Knowledge): Possible {
    this.loop = loop;
    const after = this.list(steps, path, { knowledge: this.inside(loop, outer), amount: fromZero });
    this.loop = null;
    this.#iterations.set(loop, after.knowledge);
    return after.amount;
  }

  inside(loop: string, outer: Knowledge): Knowledge {
    const known = this.#iterations.get(loop);
    return known ? outer.valuesOf(known) : outer;
  }

  #step(step: Step, path: Path, before: LintState): LintState {
    const kind = kindOf(step);
    if (step.when === undefined) return kind.lint(step, path, before, this);
    const { holding } = lintCondition(step.when, [...path, 'when'], before.knowledge, this.findings);
    if (!holding) return before;
    const after = kind.lint(step, path, { ...before, knowledge: holding }, this);
    return merged(before, [before, after]);
  }

  /** Steps whose result a later step overwrites. */
  #lintOverwritten(steps: readonly Step[], path: Path): void {
    const last = steps.findLastIndex((step) => step.when === undefined && kindOf(step).effect(step).sets);
    steps.slice(0, Math.max(last, 0)).forEach((step, index) => {
      if (!kindOf(step).effect(step).only) return;
      const by = steps[last]?.name ?? '';
      this.findings.warning(
        [...path, index],
        `this step has no effect: the step "${by}" sets the amount anew`,
      );
    });
  }
}
