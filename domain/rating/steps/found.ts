import type { CellMemory } from '../cells/cell-memory.js';
import type { Cell } from '../cells/formula.js';
import { type Cells, keep, valueCells } from '../cells/line-cells.js';
import type { Findings } from '../lint/findings.js';
import { lintDivisor } from '../lint/lint-expression.js';
import type { Possible } from '../lint/possible.js';
import type { LineBase } from '../run/worksheet-line.js';
import type { StepEffect } from './kind.js';
import { type Application, appliedCells, operations, possibleAfter } from './operation.js';
import { lintUnset, type Path, type Standing } from './standing.js';

/** A step that finds a value: it may apply it to the running amount, and may store it. */
interface FindingStep {
  name: string;
  apply?: Application | undefined;
  as?: string | undefined;
}

/** The line of a step that finds a value. */
export interface FoundLine<Op extends string> extends LineBase<Op> {
  /** How it changed the running amount, if it did. */
  apply?: Application;
  /** The derived value's name, if it was stored. */
  as?: string;
}

export function foundEffect({ apply, as }: FindingStep): StepEffect {
  return { sets: apply === 'set', only: as === undefined };
}

/** The knowledge after the step. */
export function withFound(
  step: FindingStep,
  found: Possible,
  path: Path,
  { knowledge, amount }: Standing,
  findings: Findings,
): Standing {
  if (step.apply === 'divide') lintDivisor({ value: [step.name] }, found, path, findings);
  if (step.apply) lintUnset(step.apply, amount, path, findings);
  return {
    amount: step.apply ? possibleAfter(step.apply, amount, { ...found, optional: false }) : amount,
    knowledge: step.as === undefined ? knowledge : knowledge.define(step.as, found),
  };
}

/** The line in a few words, with the found value. */
export function foundText({ apply, as }: FoundLine<string>, what: string): string {
  const sign = apply === undefined ? '' : operations[apply].sign;
  return `${sign}${what}${as === undefined ? '' : `, kept as ${as}`}`;
}

export function foundCells(line: FoundLine<string>, memory: CellMemory, found: Cell): Cells {
  keep(line, memory, found);
  return line.apply === undefined ? valueCells(found) : appliedCells(line, memory, line.apply, found);
}
