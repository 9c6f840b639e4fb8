import { z } from 'zod';
import type { CellMemory } from '../cells/cell-memory.js';
import { type Cells, keep } from '../cells/line-cells.js';
import type { LineBase, WorksheetLine } from '../run/worksheet-line.js';
import type { LintState } from './lint-state.js';

/** The field of a step that can store the running amount after it. */
export const keptField = {
  as: z
    .string()
    .min(1)
    .optional()
    .describe('Also stores the running amount after the step as a derived value of this name.'),
};

/** The line of such a step. */
export interface AmountLine<Op extends string> extends LineBase<Op> {
  /** The derived value's name, if the amount was stored. */
  as?: string;
}

/** The line in a few words, with the name of the value that it stores. */
export function keptText(text: string, as: string | undefined): string {
  return as === undefined ? text : `${text}, kept as ${as}`;
}

export function keptCells(line: WorksheetLine & { as?: string }, memory: CellMemory, cells: Cells): Cells {
  const kept = keep(line, memory, cells.after);
  return kept === cells.after ? cells : { ...cells, kept };
}

/** The knowledge after the step. */
export function withKept(as: string | undefined, { knowledge, amount }: LintState): LintState {
  return { amount, knowledge: as === undefined ? knowledge : knowledge.define(as, amount) };
}
