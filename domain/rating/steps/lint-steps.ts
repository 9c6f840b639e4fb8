import { Dec } from '../../expression/index.js';
import type { LintIssue } from '../../ground/lint-issue.js';
import { computed } from '../lint/compute.js';
import type { Findings } from '../lint/findings.js';
import type { Knowledge } from '../lint/knowledge.js';
import { lintCondition, lintDivisor, lintExpression } from '../lint/lint-expression.js';
import { anyNumber, anything, constant, either, numbers, type Possible, rangeOf } from '../lint/possible.js';
import { hull, point, times } from '../lint/range.js';
import type { TableUsage } from '../lint/table-usage.js';
import { lintLookup } from './lint-lookup.js';
import type { Step } from './step.js';

type Path = LintIssue['path'];
type Application = NonNullable<Extract<Step, { op: 'lookup' }>['apply']> | 'min' | 'max';

/** What is known between two steps: about answers and values, and about the running amount. */
export interface Standing {
  knowledge: Knowledge;
  amount: Possible;
}

export const fromZero: Possible = constant(new Dec(0));

/** Lints lists of steps in the order in which they run, keeping what each leaves behind. */
export class StepLint {
  readonly #usages: ReadonlyMap<string, TableUsage>;
  readonly #findings: Findings;
  /** What the iterations of each loop know, kept from one sum over it to the next. */
  readonly #iterations = new Map<string, Knowledge>();

  constructor(usages: ReadonlyMap<string, TableUsage>, findings: Findings) {
    this.#usages = usages;
    this.#findings = findings;
  }

  list(steps: readonly Step[], path: Path, before: Standing): Standing {
    lintOverwritten(steps, path, this.#findings);
    return steps.reduce((standing, step, index) => this.#step(step, [...path, index], standing), before);
  }

  /** Steps run for each iteration of a loop: what one of them comes to. */
  iteration(loop: string, steps: readonly Step[], path: Path, outer: Knowledge): Possible {
    const known = this.#iterations.get(loop);
    const knowledge = known ? outer.valuesOf(known) : outer;
    const after = this.list(steps, path, { knowledge, amount: fromZero });
    this.#iterations.set(loop, after.knowledge);
    return after.amount;
  }

  #step(step: Step, path: Path, before: Standing): Standing {
    if (step.when === undefined) return this.#body(step, path, before);
    const { holding } = lintCondition(step.when, [...path, 'when'], before.knowledge, this.#findings);
    if (!holding) return before;
    const after = this.#body(step, path, { ...before, knowledge: holding });
    return merged(before, [before, after]);
  }

  #body(step: Step, path: Path, before: Standing): Standing {
    const { knowledge, amount } = before;
    switch (step.op) {
      case 'lookup': {
        const usage = this.#usages.get(step.table);
        const found = usage ? lintLookup(step, path, knowledge, usage, this.#findings) : anything;
        return this.#applied(step, found, path, before);
      }
      case 'sumOverLoop': {
        const each = this.iteration(step.loop, step.steps, [...path, 'steps'], knowledge);
        return this.#applied(step, summed(each, knowledge.iterations(step.loop)), path, before);
      }
      case 'round':
        return { knowledge, amount: computed('round', [amount, constant(new Dec(step.digits))]) };
      case 'derive': {
        const value = lintExpression(step.value, [...path, 'value'], knowledge, this.#findings);
        return { amount, knowledge: knowledge.define(step.as, { ...value, optional: false }) };
      }
      case 'if':
        return this.#branches(step, path, before);
      case 'set':
      case 'multiply':
      case 'add':
      case 'subtract':
      case 'divide':
      case 'min':
      case 'max': {
        const by = lintExpression(step.by, [...path, 'by'], knowledge, this.#findings);
        if (step.op === 'divide') {
          lintDivisor(divisorOf(step.by), by, [...path, 'by'], this.#findings);
        }
        return { knowledge, amount: applied(step.op, amount, by) };
      }
    }
  }

  #applied(
    step: Extract<Step, { op: 'lookup' | 'sumOverLoop' }>,
    found: Possible,
    path: Path,
    { knowledge, amount }: Standing,
  ): Standing {
    if (step.apply === 'divide') lintDivisor({ value: [step.name] }, found, path, this.#findings);
    return {
      amount: step.apply ? applied(step.apply, amount, found) : amount,
      knowledge: step.as === undefined ? knowledge : knowledge.define(step.as, found),
    };
  }

  #branches(step: Extract<Step, { op: 'if' }>, path: Path, before: Standing): Standing {
    const at = [...path, 'condition'];
    const { holding, failing } = lintCondition(step.condition, at, before.knowledge, this.#findings);
    const otherwise = step.else ?? [];
    if (!failing && otherwise.length > 0) {
      this.#findings.warning([...path, 'else'], 'these steps are never reached: the condition always holds');
    }
    const onTrue = holding && this.list(step.then, [...path, 'then'], { ...before, knowledge: holding });
    const onFalse = failing && this.list(otherwise, [...path, 'else'], { ...before, knowledge: failing });
    return merged(
      before,
      [onTrue, onFalse].filter((each) => each !== null),
    );
  }
}

/** Steps whose result a later one throws away, because it sets the amount whatever it was. */
function lintOverwritten(steps: readonly Step[], path: Path, findings: Findings): void {
  const last = steps.findLastIndex((step) => step.when === undefined && setsAmount(step));
  steps.slice(0, Math.max(last, 0)).forEach((step, index) => {
    if (!changesAmountOnly(step)) return;
    const by = steps[last]?.name ?? '';
    findings.warning([...path, index], `this step has no effect: the step "${by}" sets the amount anew`);
  });
}

function setsAmount(step: Step): boolean {
  return step.op === 'set' || ((step.op === 'lookup' || step.op === 'sumOverLoop') && step.apply === 'set');
}

function changesAmountOnly(step: Step): boolean {
  if (step.op === 'derive' || step.op === 'if') return false;
  return (step.op !== 'lookup' && step.op !== 'sumOverLoop') || step.as === undefined;
}

function applied(operation: Application, amount: Possible, operand: Possible): Possible {
  if (operation === 'set') return rangeOf(operand) ? operand : anyNumber;
  const operators = { multiply: '*', divide: '/', add: '+', subtract: '-', min: 'min', max: 'max' } as const;
  // `max` raises the amount to the operand at least, as the greater of the two is.
  return { ...computed(operators[operation], [amount, operand]), optional: false, direct: false };
}

function summed(each: Possible, iterations: Possible): Possible {
  const [range, count] = [rangeOf(each), rangeOf(iterations)];
  if (!range || !count) return anyNumber;
  const sum = times(range, count);
  // As many iterations as it takes, of as much as it takes.
  return numbers(count.from === 0 ? hull(point(0), sum) : sum, { direct: each.direct });
}

/** What is known after one of several ways through. */
function merged({ knowledge }: Standing, ways: readonly Standing[]): Standing {
  const [first = { knowledge, amount: anyNumber }, ...others] = ways;
  return {
    amount: others.map(({ amount }) => amount).reduce(either, first.amount),
    knowledge: ways.map((way) => way.knowledge).reduce((known, way) => known.valuesOf(way), knowledge),
  };
}

function divisorOf(expression: unknown): { [operator: string]: string[] } {
  const [operator, name] =
    typeof expression === 'object' && expression ? (Object.entries(expression)[0] ?? []) : [];
  return operator && typeof name === 'string' ? { [operator]: [name] } : {};
}
