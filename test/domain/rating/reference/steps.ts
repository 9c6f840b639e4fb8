import type { AggregateOp } from '../../../../domain/rating/steps/loop-aggregate.js';
import type { Step } from '../../../../domain/rating/steps/step-kind.js';
import type { StepRounding } from '../../../../domain/rating/steps/step-rounding.js';
import type { RatingTable } from '../../../../domain/rating/tables/table.js';
import { Exact } from './exact.js';
import type { Intake } from './intake.js';
import { evaluate, holds, type Surroundings } from './logic.js';
import { lookUp } from './look-up.js';
import { exact, type Known, type Maybe, Refusal } from './value.js';

export type Tables = Record<string, RatingTable>;
export type Values = Map<string, Known>;

/** Derived values of the policy, and of each iteration of each loop. */
export class Desk {
  readonly policy: Values = new Map();
  readonly ofLoops = new Map<string, Values[]>();
  /** How often a step has changed an amount. */
  changes = 0;
  /** How amounts are rounded after each step. */
  rounding: StepRounding | undefined;

  constructor(
    readonly intake: Intake,
    readonly tables: Tables,
  ) {}

  /** What an expression of the policy reads. */
  get view(): Surroundings {
    return { ...this.intake.policy, value: (name) => this.policy.get(name) ?? null };
  }

  /** What an expression inside one iteration reads, and where its derived values are kept. */
  iterations(loop: string): { view: Surroundings; own: Values }[] {
    return this.intake.iterationsOf(loop).map((inside, index) => {
      const all = this.ofLoops.get(loop) ?? [];
      this.ofLoops.set(loop, all);
      const own = all[index] ?? new Map<string, Known>();
      all[index] = own;
      const value = (name: string): Maybe => own.get(name) ?? this.policy.get(name) ?? null;
      return { own, view: { ...inside, value, stops: [{ loop, index }] } };
    });
  }

  /** The iterations that a step goes through for a policy or an iteration. */
  selected(
    { loop, of, where }: { loop: string; of?: string | undefined; where?: unknown },
    around: Surroundings,
  ): { view: Surroundings; own: Values }[] {
    const chosen = around.answer(loop);
    const all = Array.isArray(chosen)
      ? [...new Set<string>(chosen)].map((choice) => inside(around, choiceOf(loop, choice)))
      : this.iterations(loop).map((each) => (around.stops ? inside(around, each.view, each.own) : each));
    const referred = of === undefined ? undefined : this.intake.refersTo(of);
    const named = of !== undefined && referred === loop ? needed(around.answer(of)) : null;
    const numberIn = (view: Surroundings, of: string | undefined) =>
      String((view.stops?.findLast((stop) => stop.loop === of)?.index ?? -1) + 1);
    return all
      .filter(({ view }) => {
        if (of === undefined) return true;
        if (referred === loop) return named === numberIn(view, loop);
        return view.answer(of) === numberIn(around, referred);
      })
      .filter(({ view }) => holds(where, view));
  }
}

/** An iteration as steps inside another one see it; what they derive ends with them. */
function inside(
  around: Surroundings,
  each: Surroundings,
  own: Values = new Map(),
): { view: Surroundings; own: Values } {
  const pair: Values = new Map();
  const view: Surroundings = {
    ...around,
    asks: (qid) => each.asks?.(qid) ?? false,
    answer: (qid) => (each.asks?.(qid) ? each : around).answer(qid),
    value: (name) => pair.get(name) ?? own.get(name) ?? around.value(name),
    stops: [...(around.stops ?? []), ...(each.stops ?? [])],
  };
  return { view, own: pair };
}

function choiceOf(question: string, choice: string): Surroundings {
  return {
    answer: (qid) => (qid === question ? choice : null),
    value: () => null,
    iterations: () => null,
    asks: (qid) => qid === question,
  };
}

/** Where a step runs: what it reads, and where it keeps derived values. */
interface Place {
  desk: Desk;
  view: Surroundings;
  kept: Values;
}

/** Runs steps one after the other on an amount, and answers what it came to. */
export function runSteps(
  steps: readonly Step[],
  start: Exact,
  desk: Desk,
  view: Surroundings,
  kept: Values,
): Exact {
  return steps.reduce(
    (amount, step) => (holds(step.when, view) ? runStep(step, amount, { desk, view, kept }) : amount),
    start,
  );
}

function runStep(step: Step, amount: Exact, place: Place): Exact {
  const { desk, view, kept } = place;
  const keep = (result: Exact, as: string | undefined): Exact => {
    desk.changes += 1;
    if (as !== undefined) kept.set(as, result);
    return result;
  };
  switch (step.op) {
    case 'round':
      return keep(amount.rounded(step.digits, step.mode), step.as);
    case 'name':
      kept.set(step.as, amount);
      return amount;
    case 'rank':
      throw new Error('a rank is of all iterations');
    case 'countOverLoop':
    case 'anyOverLoop':
    case 'allOverLoop': {
      const all = desk.selected(step, view);
      const holding = all.filter((iteration) => holds(step.condition, iteration.view)).length;
      const answers = {
        countOverLoop: Exact.of(holding),
        anyOverLoop: holding > 0,
        allOverLoop: holding === all.length,
      };
      kept.set(step.as, answers[step.op]);
      return amount;
    }
    case 'derive':
      kept.set(step.as, needed(evaluate(step.value, view)));
      return amount;
    case 'if': {
      const branch = holds(step.condition, view) ? step.then : (step.else ?? []);
      return runSteps(branch, amount, desk, view, kept);
    }
    case 'lookup':
    case 'sumOverLoop':
    case 'maxOverLoop':
    case 'minOverLoop':
    case 'averageOverLoop': {
      const isRead = step.as !== undefined || step.apply !== undefined;
      const found = step.op !== 'lookup' ? overLoop(step, place) : isRead ? lookedUp(step, place) : null;
      if (step.as !== undefined) {
        if (found === null) kept.delete(step.as);
        else kept.set(step.as, found);
      }
      if (step.op === 'lookup') keepColumns(step, place);
      if (step.apply === undefined) return amount;
      desk.changes += 1;
      return afterStep(applied(step.apply, amount, exact(needed(found))), desk);
    }
    case 'minimum':
    case 'set':
    case 'add':
    case 'subtract':
    case 'multiply':
    case 'divide':
    case 'min':
    case 'max':
      return keep(afterStep(applied(step.op, amount, exact(needed(evaluate(step.by, view)))), desk), step.as);
  }
}

/** Derives the values of a loop's iterations step by step, so that a rank finds those before it for all. */
export function deriveInLoop(loop: string, steps: readonly Step[], desk: Desk): void {
  for (const step of steps) {
    const all = desk.iterations(loop);
    if (step.op !== 'rank') {
      for (const { view, own } of all) runSteps([step], Exact.of(0), desk, view, own);
      continue;
    }
    const numbers = all.map(({ view }) => exact(needed(evaluate(step.by, view))));
    all.forEach(({ view, own }, index) => {
      const ahead = numbers.filter((number, other) => {
        const order = number.order(numbers[index] ?? number) * (step.first === 'highest' ? 1 : -1);
        return order > 0 || (order === 0 && other < index);
      });
      if (holds(step.when, view)) own.set(step.as, Exact.of(ahead.length + 1));
    });
  }
}

function lookedUp(step: Extract<Step, { op: 'lookup' }>, { desk, view }: Place): Known {
  const chosen =
    typeof step.table === 'string'
      ? step.table
      : step.table.of[String(needed(evaluate(step.table.by, view)))];
  if (chosen === undefined) throw new Refusal('NO_TABLE_ROW');
  const table = desk.tables[chosen];
  if (!table) throw new Error(`there is no table ${chosen}`);
  const keys = Object.entries(step.keys).map(([key, by]) => [key, needed(evaluate(by, view))] as const);
  return lookUp(table, Object.fromEntries(keys), step.column);
}

function keepColumns(step: Extract<Step, { op: 'lookup' }>, place: Place): void {
  for (const [name, column] of Object.entries(step.values ?? {})) {
    place.kept.set(name, lookedUp({ ...step, column }, place));
  }
}

function overLoop(step: Extract<Step, { op: AggregateOp }>, { desk, view: around }: Place): Exact | null {
  const { rounding } = desk;
  // Factors are multiplied, and are no amounts.
  if (step.apply === undefined || step.apply === 'multiply' || step.apply === 'divide')
    desk.rounding = undefined;
  const parts = desk.selected(step, around).flatMap(({ view, own }) => {
    const before = desk.changes;
    const part = runSteps(step.steps, Exact.of(0), desk, view, own);
    return desk.changes > before ? [part] : [];
  });
  desk.rounding = rounding;
  const sum = parts.reduce((total, part) => total.plus(part), Exact.of(0));
  const sorted = [...parts].sort((a, b) => a.order(b));
  switch (step.op) {
    case 'sumOverLoop':
      return sum;
    case 'minOverLoop':
      return sorted[0] ?? null;
    case 'maxOverLoop':
      return sorted.at(-1) ?? null;
    case 'averageOverLoop':
      return parts.length === 0 ? null : sum.dividedBy(Exact.of(parts.length));
  }
}

function afterStep(amount: Exact, { rounding }: Desk): Exact {
  return rounding ? amount.rounded(rounding.digits, rounding.mode) : amount;
}

function needed(value: Maybe): Known {
  if (value === null) throw new Refusal('MISSING_ANSWER');
  return value;
}

function applied(op: string, amount: Exact, by: Exact): Exact {
  switch (op) {
    case 'set':
      return by;
    case 'add':
      return amount.plus(by);
    case 'subtract':
      return amount.minus(by);
    case 'multiply':
      return amount.times(by);
    case 'divide':
      if (by.isZero()) throw new Refusal('DIVISION_BY_ZERO');
      return amount.dividedBy(by);
    case 'min':
      return amount.order(by) > 0 ? by : amount;
    case 'minimum':
    case 'max':
      return amount.order(by) < 0 ? by : amount;
    default:
      throw new Error(`there is no step ${op}`);
  }
}
