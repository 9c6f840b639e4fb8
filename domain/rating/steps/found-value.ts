import type { CellMemory } from '../cells/cell-memory.js';
import type { Cell } from '../cells/formula.js';
import { type Cells, keep, valueCells } from '../cells/line-cells.js';
import { lintDivisor } from '../lint/lint-expression.js';
import type { Possible } from '../lint/possible.js';
import type { LineBase, WorksheetLine } from '../run/worksheet-line.js';
import { capital } from '../words/value-words.js';
import { keptText } from './kept-amount.js';
import { lintNegative } from './lint-amount.js';
import { type LintState, lintUnset, type Path } from './lint-state.js';
import { type Application, appliedCells, operations, possibleAfter } from './operation.js';
import type { StepEffect, StepLinter } from './step-kind.js';
import { possibleRounded, type RoundedLine, roundedText } from './step-rounding.js';

/** A step that finds a value: it may apply it to the running amount, and may store it. */
interface FindingStep {
  name: string;
  apply?: Application | undefined;
  as?: string | undefined;
}

/** The line of a step that finds a value. */
export interface FoundLine<Op extends string> extends LineBase<Op>, RoundedLine {
  /** How it changed the running amount, if it did. */
  apply?: Application;
  /** The derived value's name, if it was stored. */
  as?: string;
}

/** What the step does to the running amount. */
export function foundEffect({ apply, as }: FindingStep): StepEffect {
  return { sets: apply === 'set', only: as === undefined };
}

/** Lints the step, and returns the knowledge after it. */
export function withFound(
  step: FindingStep,
  found: Possible,
  path: Path,
  { knowledge, amount }: LintState,
  { findings, rounding }: Pick<StepLinter, 'findings' | 'rounding'>,
): LintState {
  if (step.apply === 'divide') lintDivisor({ value: [step.name] }, found, path, findings);
  lintNegative(step.apply, found, path, { findings, isComputed: true });
  if (step.apply) lintUnset(step.apply, { amount, knowledge }, path, findings);
  return {
    amount: step.apply
      ? possibleRounded(possibleAfter(step.apply, amount, { ...found, optional: false }), rounding)
      : amount,
    knowledge: step.as === undefined ? knowledge : knowledge.define(step.as, found),
  };
}

/** The line in a few words, with the found value. */
export function foundText({ apply, as, rounding }: FoundLine<string>, what: string): string {
  const sign = apply === undefined ? '' : operations[apply].sign;
  return keptText(roundedText(`${sign}${what}`, rounding), as);
}

/** The rule of a step that finds a value: how it is applied, or what it is. */
export function foundRule({ apply }: FindingStep, what: string): string {
  return apply === undefined ? `${capital(what)}.` : operations[apply].rule(what);
}

/** The line's cells: of the running amount, if the value was applied, else of the value. */
export function foundCells(line: WorksheetLine & FoundLine<string>, memory: CellMemory, found: Cell): Cells {
  const kept = keep(line, memory, found);
  if (line.apply === undefined) return valueCells(kept);
  const cells = appliedCells(line, memory, line.apply, found);
  return kept === found ? cells : { ...cells, kept };
}
