import type { Decimal } from '../expression/index.js';
import { zero } from '../money/total.js';
import { type ChainStep, changesAmount, runChain, runLine } from '../rating/comparison/chain.js';
import { partsOf, policyChain, type Sheet, sheetOf, sum } from '../rating/comparison/sheet.js';
import { aggregateOf, amountOf, combined, type Outcome, taken } from '../rating/comparison/walk-chain.js';
import type { WorksheetLine } from '../rating/run/worksheet-line.js';

/**
 * By how much each step of some kind raises a premium: what the premium is more than without the step alone, with all others
 * as recorded. What later coverages compute from the step's coverage is not followed.
 */
export function stepEffects(
  worksheet: readonly WorksheetLine[],
  isWeighed: (line: WorksheetLine) => boolean,
): Map<WorksheetLine, Decimal> {
  const found = new Map<WorksheetLine, Decimal>();

  const ofSheet = (sheet: Sheet, outcome: Outcome): void => {
    const policy = policyChain(sheet);
    const parts = partsOf(sheet);
    const total = sum(parts.map(({ amount }) => amount));
    for (const { amount, chain, sheet: inside } of parts) {
      const end: Outcome = (reached) => outcome(runChain(policy, total.minus(amount).plus(reached)));
      if (inside) ofSheet(inside, end);
      else ofChain(chain, zero, end);
    }
    ofChain(policy, total, outcome);
  };

  const ofChain = (steps: readonly ChainStep[], start: Decimal, outcome: Outcome): void => {
    let amount = start;
    for (const [place, step] of steps.entries()) {
      const end: Outcome = (reached) => outcome(runChain(steps, reached, place + 1));
      const after = runLine(step.line, amount);
      if (isWeighed(step.line)) found.set(step.line, end(after).minus(end(amount)));
      ofIterations(step, amount, end);
      amount = after;
    }
  };

  const ofIterations = (step: ChainStep, amount: Decimal, end: Outcome): void => {
    const aggregate = aggregateOf(step);
    if (aggregate === undefined || !changesAmount(step.line)) return;
    const amounts = step.iterations.map(amountOf);
    for (const [place, { steps }] of step.iterations.entries()) {
      const others = combined(aggregate, amounts.with(place, null));
      ofChain(steps, zero, (part) => end(runLine(step.line, amount, taken(aggregate, others, part) ?? zero)));
    }
  };

  ofSheet(sheetOf(worksheet), (amount) => amount);
  return found;
}
