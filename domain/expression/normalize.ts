import { suggestion } from '../ground/nearest.js';
import { Decimal } from './decimal.js';
import { ExpressionError } from './problem.js';
import type { AskedTypes } from './scope.js';
import { isWrittenRatio } from './written-number.js';

/** A literal, a list, or one operator with its operands in an array. */
export type Logic = string | boolean | null | Logic[] | { [operator: string]: Logic[] };

/** The number of operands of every operator, `[least, most]`. */
const operandCounts = {
  answer: [1, 1],
  answered: [1, 1],
  iterations: [1, 1],
  value: [1, 1],
  '+': [1, 99],
  '-': [1, 99],
  '*': [1, 99],
  '/': [1, 99],
  '%': [2, 2],
  min: [1, 99],
  max: [1, 99],
  abs: [1, 1],
  round: [1, 3],
  '<': [2, 3],
  '<=': [2, 3],
  '>': [2, 3],
  '>=': [2, 3],
  '==': [2, 2],
  '!=': [2, 2],
  in: [2, 2],
  and: [1, 99],
  or: [1, 99],
  '!': [1, 1],
  '!!': [1, 1],
  if: [2, 99],
  '??': [2, 99],
  cat: [1, 99],
  substr: [2, 3],
  length: [1, 1],
  yearsBetween: [2, 2],
  monthsBetween: [2, 2],
  daysBetween: [2, 2],
  proRata: [4, 4],
  year: [1, 1],
  month: [1, 1],
  day: [1, 1],
  power: [2, 2],
} as const satisfies Record<string, readonly [number, number]>;

/** An operator that a product file can write. */
export type Operator = keyof typeof operandCounts;

const arity: ReadonlyMap<string, readonly [number, number]> = new Map(Object.entries(operandCounts));

/** Alternative spellings in JSON Logic. */
const synonyms: ReadonlyMap<string, string> = new Map([
  ['===', '=='],
  ['!==', '!='],
  ['not', '!'],
  ['?:', 'if'],
]);

/** Among their operands a fraction in quotes, `'1/3'`, is a number. */
const ofNumbers: ReadonlySet<string> = new Set([
  ...['+', '-', '*', '/', '%', 'min', 'max', 'abs', 'round', 'power'],
  ...['<', '<=', '>', '>='],
]);

/** Whether a part of a product file is written as an operator with its operands. */
export function isOperation(written: object): boolean {
  const [operator = '', ...others] = Object.keys(written);
  return others.length === 0 && arity.has(synonyms.get(operator) ?? operator);
}

/** The operators whose only operand is a name, not an expression. */
export type ReferenceOperator = 'answer' | 'answered' | 'iterations' | 'value';

export interface Reference {
  operator: ReferenceOperator;
  name: string;
  /** The expression works without it: it is tested with `answered` or has a fallback with `??`. */
  optional: boolean;
}

/**
 * Checks an authored expression and normalizes it: operands in an array, exact numbers, canonical operator
 * names. Throws an `ExpressionError` that names the fault.
 */
export function normalize(expression: unknown, types: AskedTypes): Logic {
  if (typeof expression === 'string' || typeof expression === 'boolean' || expression === null) {
    return expression;
  }
  if (typeof expression === 'number') return { decimal: [decimalLiteral(expression)] };
  if (Array.isArray(expression)) return expression.map((item) => normalize(item, types));
  if (typeof expression !== 'object') throw new ExpressionError(`cannot compute ${String(expression)}`);
  const entries = Object.entries(expression);
  const [entry] = entries;
  if (!entry || entries.length > 1) {
    throw new ExpressionError(`an expression has exactly one operator, not ${entries.length}`);
  }
  return operation(synonyms.get(entry[0]) ?? entry[0], entry[1], types);
}

function operation(operator: string, given: unknown, types: AskedTypes): Logic {
  const bounds = arity.get(operator);
  if (!bounds) throw new ExpressionError(`unknown operator "${operator}"${advice(operator)}`);
  const list: unknown[] = Array.isArray(given) ? given : [given];
  const [least, most] = bounds;
  if (list.length < least || list.length > most) {
    const wanted = least === most ? String(least) : `${least} to ${most}`;
    throw new ExpressionError(`"${operator}" takes ${wanted} operands, not ${list.length}`);
  }
  if (isReferenceOperator(operator)) return { [operator]: [referenceName(operator, list[0], types)] };
  const operands = list.map((item) =>
    ofNumbers.has(operator) && isWrittenRatio(item) ? { decimal: [item.trim()] } : normalize(item, types),
  );
  if (operator === 'if' && operands.length % 2 === 0) operands.push(null);
  if ((operator === '==' || operator === '!=') && operands.includes(null))
    return nullTest(operator, operands);
  return { [operator]: operands };
}

/** `{"==": [x, null]}` tests whether x is missing, so it must hold if x is unknown. */
function nullTest(operator: '==' | '!=', operands: Logic[]): Logic {
  const tested = operands.find((operand) => operand !== null) ?? null;
  return { [operator === '==' ? 'unknown' : 'known']: [tested] };
}

function referenceName(operator: ReferenceOperator, name: unknown, types: AskedTypes): string {
  if (typeof name !== 'string' || name === '') {
    throw new ExpressionError(`"${operator}" takes a name in quotes`);
  }
  if (operator === 'value') return name;
  const type = types.get(name);
  if (!type) {
    throw new ExpressionError(`no line asks the question "${name}"${suggestion(name, types.keys())}`);
  }
  if (type.isLoop && operator === 'answer') {
    throw new ExpressionError(`"${name}" is a loop: it has iterations instead of an answer`);
  }
  if (!type.isLoop && operator === 'iterations') throw new ExpressionError(`"${name}" is not a loop`);
  return name;
}

export function isReferenceOperator(operator: string): operator is ReferenceOperator {
  return (
    operator === 'answer' || operator === 'answered' || operator === 'iterations' || operator === 'value'
  );
}

function decimalLiteral(value: number): string {
  if (!Number.isFinite(value)) throw new ExpressionError(`${value} is not a number`);
  return Decimal.of(value).toFixed();
}

function advice(operator: string): string {
  if (operator === '=') return '; did you mean "=="?';
  return operator === 'var' || operator === 'val'
    ? ': read answers with "answer", derived values with "value"'
    : suggestion(operator, [...arity.keys(), ...synonyms.keys()]);
}

/** The operators, names and constants of a normalized expression; by default each operator is one. */
export function partsOf(
  logic: Logic,
  weigh: (operator: string, operands: readonly Logic[]) => number = () => 1,
): number {
  if (logic === null || typeof logic !== 'object') return 1;
  const sum = (operands: readonly Logic[], own: number) =>
    operands.reduce<number>((parts, operand) => parts + partsOf(operand, weigh), own);
  if (Array.isArray(logic)) return sum(logic, 1);
  const [[operator = '', operands = []] = []] = Object.entries(logic);
  return sum(operands, weigh(operator, operands));
}

/** All references of a normalized expression, in order. */
export function referencesIn(logic: Logic, optional = false): Reference[] {
  if (logic === null || typeof logic !== 'object') return [];
  if (Array.isArray(logic)) return logic.flatMap((item) => referencesIn(item, optional));
  return Object.entries(logic).flatMap(([operator, operands]) => {
    if (isReferenceOperator(operator)) {
      const [name] = operands;
      return typeof name === 'string'
        ? [{ operator, name, optional: optional || operator === 'answered' || operator === 'iterations' }]
        : [];
    }
    return operands.flatMap((operand, index) => {
      const replaceable = operator === '??' && index < operands.length - 1;
      const tested = operator === 'known' || operator === 'unknown' || operator === '!!';
      return referencesIn(operand, optional || replaceable || tested);
    });
  });
}
