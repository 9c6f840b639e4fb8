import { iterationKey, type LineBase, type WorksheetLine } from '../run/worksheet-line.js';
import type { CellMemory } from './cell-memory.js';
import { computedCell } from './evaluate.js';
import { expressionText } from './expression-text.js';
import {
  type Cell,
  type CellValue,
  constant,
  type Formula,
  foundCell,
  operation,
  reference,
} from './formula.js';
import type { SheetLine } from './sheet-line.js';
import { formulaOf } from './translate.js';

/** The cells of a line. */
export type Cells = Pick<SheetLine, 'before' | 'operand' | 'after'> &
  Partial<Pick<SheetLine, 'row' | 'tableRow' | 'upper' | 'kept'>>;

/** For a line that leaves the running amount unchanged. */
export function valueCells(after: Cell): Cells {
  return { before: null, operand: null, after };
}

/** For a line that changes the running amount: `change` is the new amount as a formula. */
export function runningCells(
  line: WorksheetLine,
  memory: CellMemory,
  operand: Cell | null,
  change: (before: Formula) => Formula,
): Cells {
  const before = beforeOf(line, memory);
  const after = computedCell(line.after, guarded(line, memory, change(reference(before)), reference(before)));
  if (after.formula === null) memory.live?.freeze(line, 'its amount stays');
  memory.setRunning(line, after);
  return { before, operand, after };
}

/** The result of the line's expression; a constant is an input. */
export function computedInput(
  line: WorksheetLine & { expression?: unknown },
  memory: CellMemory,
  value: CellValue = null,
): Cell {
  const { expression, plan } = line;
  const formula = formulaOf(expression, (reading) => memory.read(line, reading));
  if (!memory.live || !formula) {
    if (expression !== undefined) memory.live?.freeze(line, `${expressionText(expression)} stays`);
    return computedCell(value, formula);
  }
  if (plan?.skipped) return { value: null, formula: guarded(line, memory, formula) };
  const cell = computedCell(value, formula.kind === 'constant' ? formula : guarded(line, memory, formula));
  if (cell.formula === null && formula.kind !== 'constant')
    memory.live.freeze(line, `${expressionText(expression)} stays`);
  return cell;
}

/** The result of a line that a formula computes from iterations. */
export function resultCell(
  line: WorksheetLine,
  memory: CellMemory,
  value: CellValue,
  formula: Formula | null,
): Cell {
  if (line.plan?.skipped && formula) return { value: null, formula: guarded(line, memory, formula) };
  const cell = computedCell(value, formula);
  if (cell.formula === null && formula?.kind !== 'constant') memory.live?.freeze(line, 'its result stays');
  return cell;
}

/** What a step comes to if it runs, where that depends on conditions. */
export function guarded(
  line: WorksheetLine,
  memory: CellMemory,
  formula: Formula,
  otherwise: Formula = constant(''),
): Formula {
  const applies = memory.live && memory.applies(line);
  return applies ? operation('if', reference(applies), formula, otherwise) : formula;
}

/** Remembers the cell of a derived value, if the line has one. */
export function keep(line: WorksheetLine & { as?: string }, memory: CellMemory, cell: Cell): Cell {
  if (line.as === undefined) return cell;
  const kept = keptCell(line, line.as, memory, cell);
  memory.setValue(line.as, iterationKey(line), kept);
  return kept;
}

/** The value after the line: the earlier one, or none, where the step does not run. */
function keptCell(line: WorksheetLine, name: string, memory: CellMemory, cell: Cell): Cell {
  const applies = memory.live && memory.applies(line);
  if (!applies) return cell;
  const earlier = memory.value(name, line);
  const formula = operation(
    'if',
    reference(applies),
    cell.formula === null ? constant(cell.value ?? '') : reference(cell),
    earlier ? reference(earlier) : constant(''),
  );
  return { value: line.plan?.skipped ? (earlier?.value ?? null) : cell.value, formula };
}

/** The amount before the line; a list of steps starts from zero. */
function beforeOf(line: LineBase, memory: CellMemory): Cell {
  const running = memory.running(line);
  const before = line.before ?? null;
  return running ? computedCell(before, reference(running)) : foundCell(before);
}
