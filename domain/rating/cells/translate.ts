import { Decimal, isRoundingMode, parseDecimal } from '../../expression/index.js';
import { constant, type Formula, type Operation, operation } from './formula.js';
import { known, unknownIn } from './unknown.js';

/** A reading of an expression. */
export interface Reading {
  operator: 'answer' | 'answered' | 'value' | 'iterations';
  name: string;
}

/** The formula of a reading; null if it refers to no cell. */
export type Resolve = (reading: Reading) => Formula | null;

const arithmetic: ReadonlySet<string> = new Set(['+', '-', '*', '/', 'min', 'max', 'abs', 'power']);
const comparing: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', '==', '!=']);
const others: ReadonlySet<string> = new Set([
  ...['%', 'cat', 'substr', 'year', 'month', 'day', 'yearsBetween', 'monthsBetween', 'daysBetween'],
]);
const synonyms: ReadonlyMap<string, string> = new Map([
  ['===', '=='],
  ['!==', '!='],
  ['not', '!'],
  ['?:', 'if'],
]);

/** An expression of the plan as a formula; null if it exceeds a spreadsheet's simple arithmetic. */
export function formulaOf(expression: unknown, resolve: Resolve): Formula | null {
  if (typeof expression === 'number') return constant(Decimal.of(expression).toFixed());
  if (typeof expression === 'string' || typeof expression === 'boolean') return constant(expression);
  const part = operatorOf(expression);
  return part && formulaOfOperator(part.operator, part.operands, resolve);
}

/** The operator of an authored expression and its operands, always as a list. */
export function operatorOf(expression: unknown): { operator: string; operands: unknown[] } | null {
  if (expression === null || typeof expression !== 'object' || Array.isArray(expression)) return null;
  const [entry] = Object.entries(expression);
  if (!entry) return null;
  const [written, given] = entry;
  const operands: unknown[] = Array.isArray(given) ? given : [given];
  return { operator: synonyms.get(written) ?? written, operands };
}

function formulaOfOperator(operator: string, operands: unknown[], resolve: Resolve): Formula | null {
  if (isReading(operator)) return reading(operator, operands, resolve);
  if (operator === '??') return fallback(operands, resolve);
  if (operator === 'round') return rounding(operands, resolve);
  if (operator === 'if') return branches(operands, resolve);
  if (operator === 'in') return membership(operands, resolve);
  if (operator === 'and' || operator === 'or') return every(operator, operands, resolve);
  if (operator === '!') return ifKnown(every(operator, operands, resolve));
  if (others.has(operator)) return ofTextsAndDates(operator as Operation, operands, resolve);
  // A division with one operand is a reciprocal, too rare to be worth a formula.
  if (operator === '/' && operands.length < 2) return null;
  if (arithmetic.has(operator)) {
    return every(operator as Operation, operands.map(asNumber), resolve);
  }
  return comparing.has(operator) && operands.length === 2 && !operands.includes(null)
    ? ifKnown(every(operator as Operation, operands, resolve))
    : nullTest(operator, operands, resolve);
}

function isReading(operator: string): operator is Reading['operator'] {
  return ['answer', 'answered', 'value', 'iterations'].includes(operator);
}

function reading(operator: Reading['operator'], [name]: unknown[], resolve: Resolve): Formula | null {
  const read = typeof name === 'string' ? resolve({ operator, name }) : null;
  return read && operator === 'answered' ? known(read) : read;
}

function ofTextsAndDates(name: Operation, operands: unknown[], resolve: Resolve): Formula | null {
  return name === 'substr' && !operands.slice(1).every(isPlace) ? null : every(name, operands, resolve);
}

/** From the beginning of a text. */
function isPlace(operand: unknown): boolean {
  return Number.isInteger(operand) && Number(operand) >= 0;
}

/** What is unknown does not hold, whichever way it is written. */
function ifKnown(formula: Formula | null): Formula | null {
  if (!formula) return null;
  const unknown = unknownIn(formula);
  return unknown.length === 0 ? formula : operation('and', ...unknown.map(known), formula);
}

/** `{"==": [x, null]}` tests whether there is no value. */
function nullTest(operator: string, operands: unknown[], resolve: Resolve): Formula | null {
  if ((operator !== '==' && operator !== '!=') || operands.length !== 2) return null;
  const tested = formulaOf(
    operands.find((operand) => operand !== null),
    resolve,
  );
  if (!tested) return null;
  return operator === '!=' ? known(tested) : operation('!', known(tested));
}

/** The first operand that has a value. */
function fallback(operands: unknown[], resolve: Resolve): Formula | null {
  const [first, ...rest] = operands;
  const own = formulaOf(first, resolve);
  if (rest.length === 0 || !own) return own;
  const otherwise = fallback(rest, resolve);
  return otherwise && operation('if', known(own), own, otherwise);
}

function every(name: Operation, operands: unknown[], resolve: Resolve): Formula | null {
  const formulas = operands.map((operand) => formulaOf(operand, resolve));
  return formulas.every((formula) => formula !== null) ? operation(name, ...formulas) : null;
}

/** A constant text with a number, in the normal notation of numbers. */
function asNumber(operand: unknown): unknown {
  return typeof operand === 'string' ? (parseDecimal(operand)?.toFixed() ?? operand) : operand;
}

function rounding([of, digits = 0, mode]: unknown[], resolve: Resolve): Formula | null {
  const amount = formulaOf(of, resolve);
  if (!amount || !Number.isInteger(digits)) return null;
  return {
    kind: 'round',
    of: amount,
    digits: Number(digits),
    mode: typeof mode === 'string' && isRoundingMode(mode) ? mode : 'HALF_UP',
  };
}

function branches([condition, then, ...rest]: unknown[], resolve: Resolve): Formula | null {
  if (rest.length === 0) return null;
  const otherwise = rest.length === 1 ? formulaOf(rest[0], resolve) : branches(rest, resolve);
  const [test, value] = [formulaOf(condition, resolve), formulaOf(then, resolve)];
  return test && value && otherwise && operation('if', test, value, otherwise);
}

/** `in` with a list of constants is equality with one of them; with an answer, membership in its list. */
function membership([item, list]: unknown[], resolve: Resolve): Formula | null {
  const needle = formulaOf(item, resolve);
  if (!needle) return null;
  if (!Array.isArray(list)) {
    const haystack = formulaOf(list, resolve);
    return haystack && ifKnown(operation('in', needle, haystack));
  }
  const members = list.map((member) => formulaOf(member, resolve));
  if (!members.every((member) => member?.kind === 'constant')) return null;
  return ifKnown(operation('or', ...members.map((member) => operation('==', needle, member))));
}
