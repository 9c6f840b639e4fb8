import type { Decimal } from '../../expression/index.js';
import type { WorksheetLine } from '../run/worksheet-line.js';
import { lineKindOf } from '../steps/kinds.js';

/** A step of a list of steps as it ran; one that takes an amount from iterations has what each of them did. */
export interface ChainStep {
  line: WorksheetLine;
  iterations: ChainIteration[];
}

export interface ChainIteration {
  iterationId: string;
  steps: ChainStep[];
}

/** The lines of one section as the chain of steps that made its amount. */
export function chainOf(lines: readonly WorksheetLine[]): ChainStep[] {
  const chain: ChainStep[] = [];
  let iterations = new Map<string, ChainStep[]>();
  for (const line of lines) {
    if (line.iterationId === undefined) {
      const own = [...iterations].map(([iterationId, steps]) => ({ iterationId, steps }));
      chain.push({ line, iterations: lineKindOf(line).taking ? own : [] });
      iterations = new Map();
    } else {
      const steps = iterations.get(line.iterationId) ?? [];
      steps.push({ line, iterations: [] });
      iterations.set(line.iterationId, steps);
    }
  }
  return chain;
}

/** Whether a step changes the running amount itself, rather than a value that later steps use. */
export function changesAmount(line: WorksheetLine): boolean {
  return lineKindOf(line).change(line) !== null;
}

/** Runs a chain, from one of its steps on, on an amount. */
export function runChain(steps: readonly ChainStep[], amount: Decimal, from = 0): Decimal {
  let current = amount;
  for (let place = from; place < steps.length; place++) {
    const step = steps[place];
    if (step) current = runLine(step.line, current);
  }
  return current;
}

/**
 * What a step makes of an amount, by what its line says.
 * @param taken what was taken from the iterations of a loop, where it is not what the line says.
 */
export function runLine(line: WorksheetLine, amount: Decimal, taken?: Decimal): Decimal {
  return lineKindOf(line).change(line, taken)?.(amount) ?? amount;
}
