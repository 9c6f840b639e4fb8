import type { Decimal } from '../../expression/index.js';
import type { WorksheetLine } from '../run/worksheet-line.js';
import { lineKindOf } from '../steps/step-kinds.js';

/** An executed step; one that takes an amount from iterations has their steps. */
export interface ChainStep {
  line: WorksheetLine;
  iterations: ChainIteration[];
}

export interface ChainIteration {
  iterationId: string;
  steps: ChainStep[];
}

/**
 * The lines of one section, or of one of its iterations, as the chain of steps that leads to its amount.
 * @param depth the number of iterations around the chain's own steps.
 */
export function chainOf(lines: readonly WorksheetLine[], depth = 0): ChainStep[] {
  const chain: ChainStep[] = [];
  let inside = new Map<string, WorksheetLine[]>();
  for (const line of lines) {
    const { iterationId, within = [] } = line;
    const iterationHere = within[depth] ?? (within.length === depth ? iterationId : undefined);
    if (iterationHere === undefined) {
      const iterations = lineKindOf(line).aggregate
        ? [...inside].map(([id, own]) => ({ iterationId: id, steps: chainOf(own, depth + 1) }))
        : [];
      chain.push({ line, iterations });
      inside = new Map();
    } else {
      const own = inside.get(iterationHere);
      if (own) own.push(line);
      else inside.set(iterationHere, [line]);
    }
  }
  return chain;
}

/** Whether a step changes the running amount, rather than a value that later steps use. */
export function changesAmount(line: WorksheetLine): boolean {
  return lineKindOf(line).change(line) !== null;
}

/** Runs a chain on an amount, from one of its steps on. */
export function runChain(steps: readonly ChainStep[], amount: Decimal, from = 0): Decimal {
  let current = amount;
  for (let place = from; place < steps.length; place++) {
    const step = steps[place];
    if (step) current = runLine(step.line, current);
  }
  return current;
}

/**
 * Applies a step, as recorded on its line, to an amount.
 * @param taken replaces the amount that the line took from the iterations of a loop.
 */
export function runLine(line: WorksheetLine, amount: Decimal, taken?: Decimal): Decimal {
  return lineKindOf(line).change(line, taken)?.(amount) ?? amount;
}
