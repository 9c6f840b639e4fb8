import { computedCell, derivedCell } from '../rating/cells/evaluate.js';
import { type Cell, constant, type Formula, operation, reference } from '../rating/cells/formula.js';
import type { Allocated, Allocation, SheetLine } from '../rating/cells/sheet-line.js';

/**
 * The digits to which the allocation's steps are compared, so that a spreadsheet's binary numbers give the
 * same result.
 */
const comparedDigits = 9;

interface Allocating {
  premium: Cell;
  /** The sum of what the parts are in proportion to. */
  rated: Cell;
  digits: number;
  nameOf(line: SheetLine): string;
}

/**
 * The premium's parts as formulas, as `domain/money/allocate.ts` computes them: in proportion, rounded down,
 * and a unit more for the parts that lost most until they add up.
 */
export function allocationOf(
  lines: readonly SheetLine[],
  { premium, rated, digits, nameOf }: Allocating,
): Allocation | null {
  const [first] = lines;
  if (!first) return null;
  const exact = lines.map(({ before }) => exactPart(before, premium, rated));
  const down = exact.map((part) =>
    derivedCell({ kind: 'round', of: reference(part), digits, mode: 'FLOOR' }),
  );
  const lost = exact.map((part, index) => {
    const loss = operation('-', reference(part), refer(down[index]));
    return derivedCell({ kind: 'round', of: loss, digits: comparedDigits, mode: 'HALF_UP' });
  });
  const unit = digits === 0 ? '1' : `0.${'1'.padStart(digits, '0')}`;
  const missing = operation('-', reference(premium), { kind: 'sum', cells: down });
  const units = operation('/', missing, constant(unit));
  const left = derivedCell({ kind: 'round', of: units, digits: 0, mode: 'HALF_UP' });
  const rows = lines.map((line, index): Allocated => {
    const rank = derivedCell({ kind: 'rank', of: lost[index] ?? left, among: lost });
    const more = operation(
      'if',
      operation('<=', reference(rank), reference(left)),
      constant(unit),
      constant('0'),
    );
    const { coverage } = line.source.inputs;
    return {
      line,
      code: String(coverage),
      title: nameOf(line),
      rated: line.before ?? line.after,
      exact: exact[index] ?? line.after,
      down: down[index] ?? line.after,
      lost: lost[index] ?? line.after,
      rank,
      part: computedCell(line.after.value, operation('+', refer(down[index]), more)),
    };
  });
  const among = first.source.op === 'share' ? 'Iteration' : 'Coverage';
  return { among, rows, premium, rated, left };
}

/** In proportion to the rated premium of the coverage; nothing if there is none. */
function exactPart(amount: Cell | null, premium: Cell, rated: Cell): Cell {
  const share = operation('/', operation('*', reference(premium), refer(amount)), reference(rated));
  const isNothing = operation('==', reference(rated), constant('0'));
  return derivedCell(operation('if', isNothing, constant('0'), share));
}

function refer(cell: Cell | null | undefined): Formula {
  return cell ? reference(cell) : constant('0');
}
