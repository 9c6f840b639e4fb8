import type { Decimal } from '../../expression/index.js';
import { zero } from '../../money/total.js';
import type { WorksheetLine } from '../run/worksheet-line.js';
import type { Aggregate } from '../steps/loop-aggregate.js';
import { lineKindOf } from '../steps/step-kinds.js';
import { align, type Pair } from './align.js';
import { type ChainIteration, type ChainStep, changesAmount, runChain, runLine } from './chain.js';
import { type FieldDifference, ownDifferences } from './line-difference.js';

/** A step in which two ratings differ, with its share of the difference of their amounts. */
export interface WaterfallStep {
  kind: 'CHANGED' | 'ONLY_A' | 'ONLY_B';
  /** For a package. */
  component?: string;
  section: string;
  /** Null if a whole section, or a whole iteration of a loop, exists on one side only. */
  step: string | null;
  op: string;
  iterationId?: string;
  /** The iterations around it, from the outside in. */
  within?: readonly string[];
  differences: FieldDifference[];
  /** Null if the step takes effect through later steps that use its value. */
  explains: Decimal | null;
  /** The step on both sides, if both have it. */
  lines?: readonly [a: WorksheetLine, b: WorksheetLine];
  /** Of a value that is taken from iterations: the steps of B that changed it, and by how much. */
  from?: readonly { line: WorksheetLine; amount: Decimal }[];
}

/** Maps an amount of a chain to the final amount: the premium, or a tax. */
export type Outcome = (amount: Decimal) => Decimal;

/**
 * Turns chain `a` into chain `b` step by step from the start, and records the effect of each replaced step on
 * the outcome. The effects add up to the whole difference exactly; as in every waterfall, the combined effect
 * of two changes counts with the later one.
 */
export function walkChain(
  a: readonly ChainStep[],
  b: readonly ChainStep[],
  start: Decimal,
  outcome: Outcome,
): WaterfallStep[] {
  const found: WaterfallStep[] = [];
  let amount = start;
  let next = 0;
  for (const pair of align(a, b, ({ line }) => line.step)) {
    if (pair.a) next++;
    const from = next;
    const end: Outcome = (reached) => outcome(runChain(a, reached, from));
    found.push(...walkStep(pair, amount, end));
    if (pair.b) amount = runLine(pair.b.line, amount);
  }
  return found;
}

function walkStep(pair: Pair<ChainStep>, amount: Decimal, end: Outcome): WaterfallStep[] {
  const { a, b } = pair;
  const after = (step: ChainStep | null) => end(step ? runLine(step.line, amount) : amount);
  if (a === null) return [alone('ONLY_B', b.line, () => after(b).minus(after(null)))];
  if (b === null) return [alone('ONLY_A', a.line, () => after(null).minus(after(a)))];
  const aggregate = aggregateOf(a);
  if (aggregate && aggregateOf(b) === aggregate) return walkIterations(a, b, aggregate, amount, end);
  const differences = ownDifferences(a.line, b.line);
  if (differences.length === 0) return [];
  const effective = changesAmount(a.line) || changesAmount(b.line);
  const explains = effective ? after(b).minus(after(a)) : null;
  return [{ kind: 'CHANGED', ...placeOf(a.line), differences, explains, lines: [a.line, b.line] }];
}

/** How a step takes an amount from iterations; undefined for other steps. */
export function aggregateOf({ line }: Pick<ChainStep, 'line'>): Aggregate | undefined {
  return lineKindOf(line).aggregate?.(line);
}

/** Replaces the result of a loop iteration by iteration, and an iteration that both have step by step. */
function walkIterations(
  a: ChainStep,
  b: ChainStep,
  aggregate: Aggregate,
  amount: Decimal,
  end: Outcome,
): WaterfallStep[] {
  const applied = changesAmount(a.line) || changesAmount(b.line);
  const withTaken: Taken = (taken) => end(runLine(a.line, amount, taken ?? zero));
  const found = iterationSteps(a, b, aggregate, withTaken);
  const differences = ownDifferences(a.line, b.line).filter(({ field }) => field === 'apply');
  const all = taken(aggregate, combined(aggregate, b.iterations.map(amountOf)), null);
  const rest = end(runLine(b.line, amount)).minus(withTaken(all));
  if (differences.length > 0 || !rest.isZero()) {
    found.push({ kind: 'CHANGED', ...placeOf(a.line), differences, explains: rest });
  }
  return applied ? found : found.map((step) => ({ ...step, explains: null }));
}

/** Maps the result of a loop to the final amount. */
type Taken = (taken: Decimal | null) => Decimal;

/** The steps of two loops' iterations, with their effect on the final amount. */
function iterationSteps(a: ChainStep, b: ChainStep, aggregate: Aggregate, withTaken: Taken): WaterfallStep[] {
  const pairs = align(a.iterations, b.iterations, ({ iterationId }) => iterationId);
  const amounts = pairs.map((pair) => amountOf(pair.a));
  return pairs.flatMap((pair, index): WaterfallStep[] => {
    const others = combined(aggregate, amounts.with(index, null));
    const withPart = (part: Decimal | null) => withTaken(taken(aggregate, others, part));
    const [before, after] = [amountOf(pair.a), amountOf(pair.b)];
    amounts[index] = after;
    const bothHave = (before === null) === (after === null) || aggregate.word === 'sum';
    if (pair.a && pair.b && bothHave) return walkChain(pair.a.steps, pair.b.steps, zero, withPart);
    const kind = pair.a && (!pair.b || after === null) ? 'ONLY_A' : 'ONLY_B';
    const { iterationId } = pair.a ?? pair.b;
    const around = a.line.iterationId === undefined ? [] : [...(a.line.within ?? []), a.line.iterationId];
    const place = placeOf({ ...a.line, iterationId, ...(around.length > 0 && { within: around }) });
    const whole = { ...place, step: null, differences: [] };
    return [{ kind, ...whole, explains: withPart(after).minus(withPart(before)) }];
  });
}

/** The steps that changed the result of a loop, with their effect on it. Empty unless both take it from iterations. */
export function changesOfTaken(a: ChainStep | undefined, b: ChainStep | undefined): WaterfallStep['from'] {
  const aggregate = a && aggregateOf(a);
  if (!a || !b || !aggregate || aggregateOf(b) !== aggregate) return [];
  return iterationSteps(a, b, aggregate, (taken) => taken ?? zero).flatMap(({ lines, explains }) =>
    lines && explains && !explains.isZero() ? [{ line: lines[1], amount: explains }] : [],
  );
}

interface Combined {
  amount: Decimal | null;
  count: number;
}

/** The combined amounts of iterations; null stands for one without an amount. */
export function combined({ combine }: Aggregate, amounts: readonly (Decimal | null)[]): Combined {
  const known = amounts.filter((each) => each !== null);
  const [first = null, ...others] = known;
  return { amount: first && others.reduce(combine, first), count: known.length };
}

/** The result for some iterations and one more. */
export function taken(
  { combine, finish }: Aggregate,
  { amount, count }: Combined,
  part: Decimal | null,
): Decimal | null {
  if (part === null) return finish(amount, count);
  return finish(amount === null ? part : combine(amount, part), count + 1);
}

/** The amount of an iteration's steps; null if none of them gives it an amount. */
export function amountOf(iteration: ChainIteration | null): Decimal | null {
  const gives = iteration?.steps.some(({ line }) => changesAmount(line));
  return iteration && gives ? runChain(iteration.steps, zero) : null;
}

function alone(kind: 'ONLY_A' | 'ONLY_B', line: WorksheetLine, explains: () => Decimal): WaterfallStep {
  return {
    kind,
    ...placeOf(line),
    differences: [],
    explains: changesAmount(line) ? explains() : null,
  };
}

export function placeOf({ component, section, step, op, iterationId, within }: WorksheetLine) {
  return {
    ...(component !== undefined && { component }),
    section,
    step,
    op,
    ...(iterationId !== undefined && { iterationId }),
    ...(within !== undefined && { within }),
  };
}
