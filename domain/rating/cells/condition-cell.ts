import type { TestedCondition } from '../run/every-step.js';
import type { WorksheetLine } from '../run/worksheet-line.js';
import { computedCell, evaluate } from './evaluate.js';
import { expressionText } from './expression-text.js';
import { type Cell, constant, type Formula, operation, reference } from './formula.js';
import type { LiveParts } from './live.js';
import { formulaOf, type Reading } from './translate.js';

/** What a condition reads, for its formula. */
interface ConditionReader {
  live: LiveParts | null;
  read(line: WorksheetLine, reading: Reading): Formula | null;
}

/** Whether a condition and those around it hold, for what depends on it. Stays as it was rated if a spreadsheet cannot tell. */
export function conditionCell(
  { expression, inputs, negated, holds }: TestedCondition,
  around: Cell | null,
  line: WorksheetLine,
  memory: ConditionReader,
): Cell {
  const applies = around?.value !== false && holds !== null && holds !== (negated ?? false);
  const translated = formulaOf(expression, (reading) => memory.read({ ...line, inputs }, reading));
  const own = translated && (negated ? not(translated) : translated);
  const isSame = own && (holds === null || evaluate(own) === applies);
  if (!isSame) {
    memory.live?.freeze(line, `whether ${expressionText(expression)} stays`);
    return computedCell(applies, around && reference(around));
  }
  const formula = around ? operation('if', reference(around), own, constant(false)) : own;
  return { value: applies, formula };
}

/** What is unknown does not hold, so that the other steps run. */
function not(formula: Formula): Formula {
  return operation('if', formula, constant(false), constant(true));
}
