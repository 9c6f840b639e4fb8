import type { Decimal } from '../../expression/index.js';
import { zero } from '../../money/total.js';
import type { WorksheetLine } from '../run/worksheet-line.js';
import { lineKindOf } from '../steps/kinds.js';
import { align, type Pair } from './align.js';
import { type ChainIteration, type ChainStep, changesAmount, runChain, runLine } from './chain.js';
import { type FieldDifference, ownDifferences } from './line-difference.js';

/** A step in which two ratings differ, with how much of the difference of their amounts it explains. */
export interface WaterfallStep {
  kind: 'CHANGED' | 'ONLY_A' | 'ONLY_B';
  /** Of a package. */
  component?: string;
  section: string;
  /** Null where a whole section, or a whole iteration of a sum, is there on one side only. */
  step: string | null;
  op: string;
  iterationId?: string;
  differences: FieldDifference[];
  /** Null where the step works through the later steps that use its value. */
  explains: Decimal | null;
}

/** What an amount of a chain comes to in the end: the premium, or a tax. */
export type Outcome = (amount: Decimal) => Decimal;

/**
 * Turns chain `a` into chain `b` step by step from the start, and notes what each replaced step does to the
 * outcome. The parts add up to the whole difference exactly; as in every waterfall, what two changes do
 * together counts with the later one.
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
  if (sumsIterations(a) && sumsIterations(b)) return walkSum(a, b, amount, end);
  const differences = ownDifferences(a.line, b.line);
  if (differences.length === 0) return [];
  const effective = changesAmount(a.line) || changesAmount(b.line);
  const explains = effective ? after(b).minus(after(a)) : null;
  return [{ kind: 'CHANGED', ...placeOf(a.line), differences, explains }];
}

function sumsIterations({ line }: ChainStep): boolean {
  return lineKindOf(line).sumsIterations ?? false;
}

/** Replaces a sum iteration by iteration, and the steps of an iteration that both have step by step. */
function walkSum(a: ChainStep, b: ChainStep, amount: Decimal, end: Outcome): WaterfallStep[] {
  const applied = changesAmount(a.line) || changesAmount(b.line);
  const withSum: Outcome = (sum) => end(runLine(a.line, amount, sum));
  const found: WaterfallStep[] = [];
  let sum = a.iterations.reduce((total, iteration) => total.plus(amountOf(iteration)), zero);
  for (const pair of align(a.iterations, b.iterations, ({ iterationId }) => iterationId)) {
    const others = sum.minus(amountOf(pair.a));
    const becomes = others.plus(amountOf(pair.b));
    if (pair.a && pair.b) {
      found.push(...walkChain(pair.a.steps, pair.b.steps, zero, (part) => withSum(others.plus(part))));
    } else {
      const kind = pair.a ? 'ONLY_A' : 'ONLY_B';
      const { iterationId } = pair.a ?? pair.b;
      const whole = { ...placeOf(a.line), step: null, iterationId, differences: [] };
      found.push({ kind, ...whole, explains: withSum(becomes).minus(withSum(sum)) });
    }
    sum = becomes;
  }
  const differences = ownDifferences(a.line, b.line).filter(({ field }) => field === 'apply');
  const rest = end(runLine(b.line, amount)).minus(withSum(sum));
  if (differences.length > 0 || !rest.isZero()) {
    found.push({ kind: 'CHANGED', ...placeOf(a.line), differences, explains: rest });
  }
  return applied ? found : found.map((step) => ({ ...step, explains: null }));
}

function amountOf(iteration: ChainIteration | null): Decimal {
  return iteration ? runChain(iteration.steps, zero) : zero;
}

function alone(kind: 'ONLY_A' | 'ONLY_B', line: WorksheetLine, explains: () => Decimal): WaterfallStep {
  return {
    kind,
    ...placeOf(line),
    differences: [],
    explains: changesAmount(line) ? explains() : null,
  };
}

export function placeOf({ component, section, step, op, iterationId }: WorksheetLine) {
  return {
    ...(component !== undefined && { component }),
    section,
    step,
    op,
    ...(iterationId !== undefined && { iterationId }),
  };
}
