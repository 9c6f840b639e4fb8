import type { CellMemory } from '../rating/cells/cell-memory.js';
import { computedCell } from '../rating/cells/evaluate.js';
import {
  type Cell,
  constant,
  type Formula,
  foundCell,
  operation,
  reference,
} from '../rating/cells/formula.js';
import type { SheetLine } from '../rating/cells/sheet-line.js';
import { formulaOf } from '../rating/cells/translate.js';
import type { WorksheetLine } from '../rating/run/result.js';

type Cells = Pick<SheetLine, 'before' | 'operand' | 'after'>;

/** The cells of a line; `iterations` has the totals of the iterations that a sum over a loop adds up. */
export function cellsOf(line: WorksheetLine, memory: CellMemory, iterations: readonly Cell[]): Cells {
  switch (line.op) {
    case 'set':
    case 'multiply':
    case 'add':
    case 'subtract':
    case 'divide':
    case 'min':
    case 'max':
      return applied(line, memory, line.op, operandOf(line, memory));
    case 'lookup':
      return lookedUp(line, memory);
    case 'sumOverLoop':
      return summed(line, memory, iterations);
    case 'round':
      return rounded(line, memory);
    case 'derive': {
      const after = computedCell(line.after, expressionOf(line, memory));
      keep(line, memory, after);
      return { before: null, operand: null, after };
    }
    case 'component': {
      const { component } = line.inputs;
      const premium = memory.value(`${String(component)}.premium`);
      const after = computedCell(line.after, premium ? reference(premium) : null);
      memory.setValue(String(component), undefined, after);
      return { before: null, operand: null, after };
    }
    case 'sum': {
      const parts = Object.keys(line.inputs).map((name) => partOfSum(line, name, memory));
      const formula = parts.every((part) => part !== null) ? operation('+', ...parts) : null;
      const after = computedCell(line.after, formula);
      memory.setRunning(line, after);
      return { before: null, operand: null, after };
    }
    case 'allocate': {
      const before = ratedAmount(line, memory);
      return { before, operand: null, after: foundCell(line.after) };
    }
    default:
      return { before: null, operand: null, after: foundCell(line.after) };
  }
}

function operandOf(line: WorksheetLine, memory: CellMemory): Cell {
  const by = line.inputs.by ?? null;
  return line.expression === undefined ? foundCell(by) : computedCell(by, expressionOf(line, memory));
}

function expressionOf(line: WorksheetLine, memory: CellMemory): Formula | null {
  return formulaOf(line.expression, (reading) => memory.read(line, reading));
}

function lookedUp(line: WorksheetLine, memory: CellMemory): Cells {
  const found = foundCell((line.column === undefined ? undefined : line.inputs[line.column]) ?? null);
  if (line.apply === undefined) {
    const after = foundCell(line.after);
    keep(line, memory, after);
    return { before: null, operand: null, after };
  }
  keep(line, memory, found);
  return applied(line, memory, line.apply, found);
}

function summed(line: WorksheetLine, memory: CellMemory, iterations: readonly Cell[]): Cells {
  const formula: Formula = iterations.length > 0 ? { kind: 'sum', cells: iterations } : constant('0');
  const sum = computedCell(line.inputs.sum ?? null, formula);
  keep(line, memory, sum);
  if (line.apply !== undefined) return applied(line, memory, line.apply, sum);
  return { before: null, operand: null, after: sum };
}

function rounded(line: WorksheetLine, memory: CellMemory): Cells {
  const before = beforeOf(line, memory);
  const { digits, mode } = line.inputs;
  const formula: Formula = {
    kind: 'round',
    of: reference(before),
    digits: Number(digits),
    mode: String(mode),
  };
  const after = computedCell(line.after, formula);
  memory.setRunning(line, after);
  return { before, operand: null, after };
}

function applied(line: WorksheetLine, memory: CellMemory, op: string, operand: Cell): Cells {
  const before = beforeOf(line, memory);
  const after = computedCell(line.after, application(op, reference(before), reference(operand)));
  memory.setRunning(line, after);
  return { before, operand, after };
}

function application(op: string, before: Formula, operand: Formula): Formula | null {
  switch (op) {
    case 'set':
      return operand;
    case 'multiply':
      return operation('*', before, operand);
    case 'add':
      return operation('+', before, operand);
    case 'subtract':
      return operation('-', before, operand);
    case 'divide':
      return operation('/', before, operand);
    case 'min':
    case 'max':
      return operation(op, before, operand);
    default:
      return null;
  }
}

/** What the steps before came to; a list of steps starts from zero. */
function beforeOf(line: WorksheetLine, memory: CellMemory): Cell {
  const running = memory.running(line);
  const before = line.before ?? null;
  return running ? computedCell(before, reference(running)) : foundCell(before);
}

/** A coverage's or a component's amount; of a tax, what the component or the package itself charges of it. */
function partOfSum(line: WorksheetLine, name: string, memory: CellMemory): Formula | null {
  if (!line.section.startsWith('taxes:')) return memory.read(line, { operator: 'value', name });
  const charged = name === 'package' ? memory : memory.components.get(name);
  const amount = charged?.running({ section: line.section });
  return amount ? reference(amount) : null;
}

/** What a coverage was rated at: by its steps, or in a package its part of its component's premium. */
function ratedAmount(line: WorksheetLine, memory: CellMemory): Cell {
  const code = String(line.inputs.coverage);
  const before = line.before ?? null;
  const ofComponents = [...memory.components.values()].flatMap(({ allocation }) => allocation?.rows ?? []);
  const part = ofComponents.find((row) => row.code === code && row.part.value === before)?.part;
  const rated = part ?? memory.value(code);
  return computedCell(before, rated ? reference(rated) : null);
}

function keep({ as, iterationId }: WorksheetLine, memory: CellMemory, cell: Cell): void {
  if (as !== undefined) memory.setValue(as, iterationId, cell);
}
