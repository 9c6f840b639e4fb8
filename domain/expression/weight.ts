import { type Logic, partsOf } from './normalize.js';
import type { AskedTypes } from './scope.js';

/** A root or another broken power takes as long as two hundred sums. */
const weightOfPower = 200;

/** A text is searched letter by letter, and an answer has up to 65,536. */
const weightOfSearch = 800;

/** The parts of a normalized expression, where an operator that takes long counts as many. */
export function weightOf(logic: Logic, types: AskedTypes): number {
  return partsOf(logic, (operator, operands) => {
    if (operator === 'power') return isWholeNumber(operands[1]) ? 1 : weightOfPower;
    if (operator === 'in') return isShort(operands[1], types) ? 1 : weightOfSearch;
    return 1;
  });
}

function isWholeNumber(operand: Logic | undefined): boolean {
  if (typeof operand !== 'object' || operand === null || Array.isArray(operand)) return false;
  const [text] = operand.decimal ?? [];
  return typeof text === 'string' && /^-?\d+$/.test(text);
}

/** A list, or the answer of a question with choices. */
function isShort(operand: Logic | undefined, types: AskedTypes): boolean {
  if (Array.isArray(operand)) return true;
  if (typeof operand !== 'object' || operand === null) return false;
  const [qid] = operand.answer ?? [];
  const type = typeof qid === 'string' ? types.get(qid)?.answerType : undefined;
  return type !== undefined && type !== 'TEXT';
}
