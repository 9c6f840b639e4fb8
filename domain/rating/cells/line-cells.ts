import { iterationKey, type LineBase } from '../run/worksheet-line.js';
import type { CellMemory } from './cell-memory.js';
import { computedCell } from './evaluate.js';
import { type Cell, type CellValue, type Formula, foundCell, reference } from './formula.js';
import type { SheetLine } from './sheet-line.js';
import { formulaOf } from './translate.js';

/** The cells of a line. */
export type Cells = Pick<SheetLine, 'before' | 'operand' | 'after'>;

/** For a line that leaves the running amount unchanged. */
export function valueCells(after: Cell): Cells {
  return { before: null, operand: null, after };
}

/** For a line that changes the running amount: `change` is the new amount as a formula. */
export function runningCells(
  line: LineBase,
  memory: CellMemory,
  operand: Cell | null,
  change: (before: Formula) => Formula,
): Cells {
  const before = beforeOf(line, memory);
  const after = computedCell(line.after, change(reference(before)));
  memory.setRunning(line, after);
  return { before, operand, after };
}

/** The result of the line's expression; a constant is an input. */
export function computedInput(
  line: LineBase & { expression?: unknown },
  memory: CellMemory,
  value: CellValue = null,
): Cell {
  return computedCell(
    value,
    formulaOf(line.expression, (reading) => memory.read(line, reading)),
  );
}

/** Remembers the cell of a derived value, if the line has one. */
export function keep(line: LineBase & { as?: string }, memory: CellMemory, cell: Cell): Cell {
  if (line.as !== undefined) memory.setValue(line.as, iterationKey(line), cell);
  return cell;
}

/** The amount before the line; a list of steps starts from zero. */
function beforeOf(line: LineBase, memory: CellMemory): Cell {
  const running = memory.running(line);
  const before = line.before ?? null;
  return running ? computedCell(before, reference(running)) : foundCell(before);
}
