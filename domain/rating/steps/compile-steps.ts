import { Dec, type Decimal, roundTo } from '../../expression/index.js';
import { zero } from '../../money/total.js';
import { RatingScope } from '../run/rating-scope.js';
import type { Amount, RatingRun } from '../run/run.js';
import { operationOf } from './amounts.js';
import { compileLookup } from './compile-lookup.js';
import { inputsRead } from './inputs.js';
import type { Place, PlanContext } from './plan-context.js';
import type { IfStep, Step, SumOverLoopStep } from './step.js';

/** A compiled step or list of steps: the running amount before to the one after. */
export type Runner = (run: RatingRun, scope: RatingScope, amount: Amount) => Amount;

type OfKind<Op extends Step['op']> = Extract<Step, { op: Op }>;

/** Compiles a list of steps to one function. Problems in it are reported under `place.path`. */
export function compileSteps(steps: readonly Step[], place: Place, context: PlanContext): Runner {
  const runners = steps.map((step, index) =>
    compileStep(step, { ...place, path: `${place.path}[${index}]` }, context),
  );
  return (run, scope, amount) => {
    let current = amount;
    for (const runner of runners) current = runner(run, scope, current);
    return current;
  };
}

function compileStep(step: Step, place: Place, context: PlanContext): Runner {
  const when = context.optionalCondition(step.when, place);
  const body = compileBody(step, place, context);
  const { name } = step;
  if (!when) {
    return (run, scope, amount) => {
      run.step = name;
      return body(run, scope, amount);
    };
  }
  return (run, scope, amount) => {
    run.step = name;
    return when.holds(scope) ? body(run, scope, amount) : amount;
  };
}

function compileBody(step: Step, place: Place, context: PlanContext): Runner {
  switch (step.op) {
    case 'lookup':
      return compileLookup(step, place, context);
    case 'set':
    case 'multiply':
    case 'add':
    case 'subtract':
    case 'divide':
    case 'min':
    case 'max':
      return compileArithmetic(step, place, context);
    case 'round':
      return compileRound(step);
    case 'derive':
      return compileDerive(step, place, context);
    case 'sumOverLoop':
      return compileSum(step, place, context);
    case 'if':
      return compileIf(step, place, context);
  }
}

function compileArithmetic(
  step: OfKind<'set' | 'multiply' | 'add' | 'subtract' | 'divide' | 'min' | 'max'>,
  place: Place,
  context: PlanContext,
): Runner {
  const by = context.expression(step.by, { ...place, path: `${place.path}.by` });
  if (by.constant !== null && typeof by.constant !== 'object') {
    try {
      by.evaluateNumber(new RatingScope(0));
    } catch {
      context.report(`${place.path}.by`, `"${by.constant}" is not a number`);
    }
  }
  const { op } = step;
  const expression = by.constant === null ? step.by : undefined;
  const operate = operationOf(op);
  if (op === 'divide' && by.constant instanceof Dec && by.constant.isZero()) {
    context.report(`${place.path}.by`, 'divides by zero');
  }
  return (run, scope, amount) => {
    const operand = by.evaluateNumber(scope);
    const result = operate(amount, operand);
    if (run.sheet) {
      const inputs = inputsRead(run, by.references, scope);
      inputs.by = run.text(operand);
      const line = run.record(op, inputs, run.text(result), run.text(amount ?? zero));
      if (expression !== undefined) line.expression = expression;
    }
    return result;
  };
}

function compileRound({ digits, mode }: OfKind<'round'>): Runner {
  return (run, _scope, amount) => {
    const before = amount ?? zero;
    const result = roundTo(before, digits, mode);
    if (run.sheet) {
      const inputs = { digits: String(digits), mode };
      run.record('round', inputs, run.text(result), run.text(before));
    }
    return result;
  };
}

function compileDerive(step: OfKind<'derive'>, place: Place, context: PlanContext): Runner {
  const expression = context.expression(step.value, { ...place, path: `${place.path}.value` });
  const slot = context.define(step.as, place.loop);
  return (run, scope, amount) => {
    const value = expression.evaluate(scope);
    scope.values[slot] = value;
    if (run.sheet) {
      const inputs = inputsRead(run, expression.references, scope);
      const line = run.record('derive', inputs, run.onSheet(value), undefined, step.as);
      if (expression.constant === null) line.expression = step.value;
    }
    return amount;
  };
}

function compileSum(step: SumOverLoopStep, place: Place, context: PlanContext): Runner {
  const { name, loop, apply, as } = step;
  const iterationsOf = context.iterationsOf(loop, `${place.path}.loop`);
  if (place.loop !== null) context.report(place.path, 'a loop cannot be summed inside a loop');
  if (!apply && !as) context.report(place.path, 'needs "apply", "as" or both, else the sum has no effect');
  const steps = compileSteps(step.steps, { path: `${place.path}.steps`, loop }, context);
  const slot = as ? context.define(as, place.loop) : null;
  const operate = apply ? operationOf(apply) : null;
  return (run, scope, amount) => {
    const iterations = iterationsOf(scope);
    const sum = addIterations(run, iterations, steps);
    run.step = name;
    if (slot !== null) scope.values[slot] = sum;
    const result = operate ? operate(amount, sum) : amount;
    if (run.sheet) {
      const inputs = { iterations: String(iterations.length), sum: run.text(sum) };
      const before = operate ? run.text(amount ?? zero) : undefined;
      const after = operate ? run.text(result ?? zero) : inputs.sum;
      const line = run.record('sumOverLoop', inputs, after, before, as);
      line.loop = loop;
      if (apply) line.apply = apply;
    }
    return result;
  };
}

/** Runs the steps for each iteration, each from nothing, and adds the results up. */
function addIterations(run: RatingRun, iterations: readonly RatingScope[], steps: Runner): Decimal {
  const outer = run.iterationId;
  let sum: Amount = null;
  for (const iteration of iterations) {
    run.iterationId = iteration.iterationId;
    const amount = steps(run, iteration, null);
    if (amount !== null) sum = sum === null ? amount : sum.plus(amount);
  }
  run.iterationId = outer;
  return sum ?? zero;
}

function compileIf(step: IfStep, place: Place, context: PlanContext): Runner {
  const condition = context.condition(step.condition, { ...place, path: `${place.path}.condition` });
  const onTrue = compileSteps(step.then, { ...place, path: `${place.path}.then` }, context);
  const onFalse = compileSteps(step.else ?? [], { ...place, path: `${place.path}.else` }, context);
  return (run, scope, amount) => {
    const holds = condition.holds(scope);
    if (run.sheet) {
      const line = run.record('if', inputsRead(run, condition.references, scope), holds);
      line.expression = step.condition;
    }
    return holds ? onTrue(run, scope, amount) : onFalse(run, scope, amount);
  };
}
