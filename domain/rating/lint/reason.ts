import { Decimal, ExpressionError, RatingProblem } from '../../expression/index.js';
import { type Logic, normalize } from '../../expression/normalize.js';
import { computed } from './compute.js';
import { type Aim, among, byTruth, chosen, compared, Never, type Operand } from './facts.js';
import { Knowledge } from './knowledge.js';
import { type Comparison, isComparison, opposite } from './narrow.js';
import { anything, constant, either, eitherBoolean, type Possible, rangeOf } from './possible.js';
import { isTimeBetween, timeBetween } from './time-between.js';

/** Called for everything that is divided by, with what is known where it is. */
export type OnDivision = (divisor: Logic, possible: Possible) => void;

const ignore: OnDivision = () => {};

/** What an expression can come to. */
export function evaluate(logic: Logic, knowledge: Knowledge, onDivision: OnDivision = ignore): Possible {
  if (logic === null) return anything;
  if (typeof logic !== 'object') return constant(logic);
  if (Array.isArray(logic)) return anything;
  const [entry] = Object.entries(logic);
  if (!entry) return anything;
  const [operator, operands] = entry;
  const [name = ''] = operands;
  switch (operator) {
    case 'decimal':
      return constant(Decimal.of(String(name)));
    case 'answer':
      return answerTo(String(name), knowledge);
    case 'value':
      return derivedValue(String(name), knowledge);
    case 'iterations':
      return knowledge.iterations(String(name));
    case 'if':
      return choice(operands, knowledge, onDivision);
    case 'and':
    case 'or':
      for (const [operand, known] of inTurn(operator, operands, knowledge)) {
        evaluate(operand, known, onDivision);
      }
      return { ...eitherBoolean, optional: true };
    default: {
      const parts = operands.map((operand) => evaluate(operand, knowledge, onDivision));
      if (operator === '/' || operator === '%') {
        parts.forEach((part, index) => {
          const divisor = operands[index];
          if (divisor !== undefined && (index > 0 || parts.length === 1)) onDivision(divisor, part);
        });
      }
      if (operator === 'power') lintPower(operands, parts, onDivision);
      if (isTimeBetween(operator)) return timeBetween(operator, operands, parts, knowledge);
      return computed(operator, parts);
    }
  }
}

/** A negative power divides by its base. */
function lintPower(
  [base = null]: readonly Logic[],
  [possible, exponent]: readonly Possible[],
  onDivision: OnDivision,
): void {
  const from = exponent && (rangeOf(exponent)?.from ?? Number.NEGATIVE_INFINITY);
  if (!possible || !exponent || from === undefined || from >= 0) return;
  onDivision(base, { ...possible, direct: possible.direct && exponent.direct });
}

/** The operands of `and` or `or`, each with what is known where it decides. */
export function inTurn(
  operator: 'and' | 'or',
  operands: readonly Logic[],
  knowledge: Knowledge,
): [Logic, Knowledge][] {
  let known = knowledge;
  return operands.map((operand) => {
    const before = known;
    known = after(operand, known, operator === 'and');
    return [operand, before];
  });
}

/** What an answer can be here. One that is required or has a default is there wherever its question is shown. */
function answerTo(qid: string, knowledge: Knowledge): Possible {
  const possible = knowledge.read('answer', qid);
  const { condition, required, defaultAnswer } = knowledge.types.get(qid)?.definition ?? {};
  if (!possible.optional || !condition || !(required || defaultAnswer !== undefined)) return possible;
  const shown = readLogic(condition, knowledge);
  const given = { ...possible, optional: false };
  // Within its own condition the answer counts as given, so that a circle of conditions comes to an end.
  const never = shown !== undefined && refine(shown, knowledge.narrow('answer', qid, given), false);
  return never instanceof Never ? given : possible;
}

/** What a derived value can be here. It is known wherever its step ran. */
function derivedValue(name: string, knowledge: Knowledge): Possible {
  const { onlyWhere, ...possible } = knowledge.read('value', name);
  if (!possible.optional || !onlyWhere) return possible;
  const given = { ...possible, optional: false };
  // As above, so that a circle of conditions comes to an end.
  const within = knowledge.narrow('value', name, given);
  return isGivenHere({ ...possible, onlyWhere }, within) ? given : possible;
}

/** Whether something optional is known where this holds. */
export function isGivenHere({ optional, onlyWhere }: Possible, knowledge: Knowledge): boolean {
  if (!optional) return true;
  return onlyWhere?.every((each) => refine(each, knowledge, false) instanceof Never) ?? false;
}

/** The expression in its normal shape; undefined where the compiler refuses it. */
export function readLogic(expression: unknown, { types }: Knowledge): Logic | undefined {
  try {
    return normalize(expression, types);
  } catch (error) {
    if (error instanceof ExpressionError || error instanceof RatingProblem) return undefined;
    throw error;
  }
}

/**
 * What is known where a condition holds; or, with `holds` false, where it does not, be it false or unknown. Or
 * that this is never so.
 */
export function refine(logic: Logic, knowledge: Knowledge, holds: boolean): Knowledge | Never {
  return aimed(logic, knowledge, { holds, known: holds });
}

function aimed(logic: Logic, knowledge: Knowledge, aim: Aim): Knowledge | Never {
  if (!aim.holds)
    return knowledge.isHeld(logic) ? new Never('it holds here', false) : refined(logic, knowledge, aim);
  const known = refined(logic, knowledge, aim);
  return known instanceof Never ? known : known.hold(logic);
}

function refined(logic: Logic, knowledge: Knowledge, aim: Aim): Knowledge | Never {
  const { holds, known } = aim;
  const operand = (part: Logic): Operand => ({ logic: part, possible: evaluate(part, knowledge) });
  const [operator, operands] = operationOf(logic) ?? ['', []];
  const [first = null, second = null] = operands;
  switch (operator) {
    case '!':
      return aimed(first, knowledge, { holds: !holds, known });
    case '!!':
      // Of something unknown it is false.
      return aimed(first, knowledge, { holds, known: holds });
    case 'and':
    case 'or':
      return (operator === 'and') === holds ? all(operands, knowledge, aim) : some(operands, knowledge, aim);
    case 'in':
      return Array.isArray(second)
        ? among(operand(first), second, knowledge, aim)
        : chosen(first, operand(second), knowledge, aim);
    case 'answered':
    case 'known':
    case 'unknown': {
      const tested = operator === 'answered' ? { answer: [first] } : first;
      return holds === (operator !== 'unknown') ? presence(tested, knowledge) : knowledge;
    }
    default:
      if (!isComparison(operator)) return byTruth(operand(logic), knowledge, aim);
      if (operands.length > 2) return holds ? chain(operator, operands, knowledge, aim) : knowledge;
      return compared(operand(first), holds ? operator : opposite(operator), operand(second), knowledge, aim);
  }
}

/** What is known where an operand is. */
function presence(logic: Logic, knowledge: Knowledge): Knowledge {
  const [operator, [name]] = operationOf(logic) ?? ['', []];
  if (operator !== 'answer' && operator !== 'value') return knowledge;
  return knowledge.narrow(operator, String(name), { ...evaluate(logic, knowledge), optional: false });
}

function operationOf(logic: Logic): [string, Logic[]] | undefined {
  return logic === null || typeof logic !== 'object' || Array.isArray(logic)
    ? undefined
    : Object.entries(logic)[0];
}

/** What is known after a condition held, or did not; unchanged where that is never so. */
export function after(logic: Logic, knowledge: Knowledge, holds: boolean): Knowledge {
  const known = refine(logic, knowledge, holds);
  return known instanceof Never ? knowledge : known;
}

function choice(operands: readonly Logic[], knowledge: Knowledge, onDivision: OnDivision): Possible {
  const results: Possible[] = [];
  let known = knowledge;
  for (let index = 0; index + 1 < operands.length; index += 2) {
    const [condition = null, result = null] = [operands[index], operands[index + 1]];
    evaluate(condition, known, onDivision);
    const holding = refine(condition, known, true);
    if (!(holding instanceof Never)) results.push(evaluate(result, holding, onDivision));
    const failing = refine(condition, known, false);
    if (failing instanceof Never && results.length > 0) return joined(results);
    if (failing instanceof Knowledge) known = failing;
  }
  results.push(evaluate(operands.at(-1) ?? null, known, onDivision));
  return joined(results);
}

function joined(results: readonly Possible[]): Possible {
  const [first = anything, ...others] = results;
  return { ...others.reduce(either, first), direct: results.length === 1 && first.direct };
}

function all(operands: readonly Logic[], knowledge: Knowledge, aim: Aim): Knowledge | Never {
  let known = knowledge;
  for (const operand of operands) {
    const refined = aimed(operand, known, aim);
    if (refined instanceof Never) return refined;
    known = refined;
  }
  return known;
}

function some(operands: readonly Logic[], knowledge: Knowledge, aim: Aim): Knowledge | Never {
  const refined = operands.map((operand) => aimed(operand, knowledge, aim));
  const alive = refined.filter((each) => each instanceof Knowledge);
  if (alive.length > 0) return Knowledge.anyOf(knowledge, alive);
  const never = refined.filter((each) => each instanceof Never);
  return new Never(
    never.map(({ why }) => why).join('; '),
    never.every(({ direct }) => direct),
  );
}

function chain(
  comparison: Comparison,
  operands: readonly Logic[],
  knowledge: Knowledge,
  aim: Aim,
): Knowledge | Never {
  let known: Knowledge | Never = knowledge;
  for (let index = 1; index < operands.length && !(known instanceof Never); index++) {
    const [left = null, right = null] = [operands[index - 1], operands[index]];
    const operand = (logic: Logic): Operand => ({ logic, possible: evaluate(logic, known as Knowledge) });
    known = compared(operand(left), comparison, operand(right), known, aim);
  }
  return known;
}
