import { compareValues, equalValues } from './comparison.js';
import { daysBetween, monthsBetween, parseDate, sharedDays, yearsBetween } from './dates.js';
import { Decimal } from './decimal.js';
import { isRoundingMode } from './digits.js';
import { ExpressionError, RatingProblem } from './problem.js';
import { hasText } from './text-search.js';
import { toDecimal, toText, type Value } from './value.js';

/** An intermediate value; null means unknown, as for an unanswered question. */
export type Operand = Value | null;
type Operator = (operands: readonly Operand[]) => Operand;

/** Longer texts are mistakes, and would fill a worksheet. */
const mostLetters = 10_000;

/** True, false or null for unknown. Zero, an empty text and an empty list are false. */
export function truth(value: Operand | undefined): boolean | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string' || Array.isArray(value)) return value.length > 0;
  return !(value as Decimal).isZero();
}

/** An operator over numbers: of two numbers, applied from left to right to more, or of a single one. */
export interface Arithmetic {
  combine(a: Decimal, b: Decimal): Decimal;
  single(a: Decimal): Decimal;
}

export const arithmetic = {
  '+': { combine: (a, b) => a.plus(b), single: (a) => a },
  '-': { combine: (a, b) => a.minus(b), single: (a) => a.negated() },
  '*': { combine: (a, b) => a.times(b), single: (a) => a },
  '/': { combine: (a, b) => a.dividedBy(b), single: (a) => Decimal.of(1).dividedBy(a) },
  '%': { combine: (a, b) => a.modulo(b), single: (a) => a },
  min: { combine: (a, b) => (b.lessThan(a) ? b : a), single: (a) => a },
  max: { combine: (a, b) => (b.greaterThan(a) ? b : a), single: (a) => a },
} as const satisfies Record<string, Arithmetic>;

/** Comparisons of two known values. */
export const comparisons = {
  '<': (a, b) => compareValues(a, b) < 0,
  '<=': (a, b) => compareValues(a, b) <= 0,
  '>': (a, b) => compareValues(a, b) > 0,
  '>=': (a, b) => compareValues(a, b) >= 0,
  '==': (a, b) => equalValues(a, b),
  '!=': (a, b) => !equalValues(a, b),
} as const satisfies Record<string, (a: Value, b: Value) => boolean>;

/**
 * The operators that take evaluated operands. The result for an unknown operand is unknown, so that a
 * condition over an unanswered question does not hold, whichever way it is written.
 */
export const operators: Readonly<Record<string, Operator>> = {
  '+': folded(arithmetic['+']),
  '-': folded(arithmetic['-']),
  '*': folded(arithmetic['*']),
  '/': folded(arithmetic['/']),
  '%': folded(arithmetic['%']),
  min: folded(arithmetic.min),
  max: folded(arithmetic.max),
  abs: folded({ combine: (a) => a, single: (a) => a.abs() }),
  round: (operands) => {
    const [amount, digits, mode] = operands;
    if (amount === null || amount === undefined) return null;
    const places = digits === null || digits === undefined ? 0 : number(digits).toNumber();
    return rounded(number(amount), places, typeof mode === 'string' ? mode : 'HALF_UP');
  },
  '<': ordered(comparisons['<']),
  '<=': ordered(comparisons['<=']),
  '>': ordered(comparisons['>']),
  '>=': ordered(comparisons['>=']),
  '==': known(comparisons['==']),
  '!=': known(comparisons['!=']),
  in: known((item, list) => {
    // An unknown member equals nothing.
    if (Array.isArray(list))
      return list.some((member: Value | null) => member !== null && equalValues(member, item));
    return typeof list === 'string' && typeof item === 'string' && hasText(list, item);
  }),
  /** Of a test for null. */
  known: ([a]) => a !== null,
  unknown: ([a]) => a === null,
  '!': ([a]) => negation(truth(a)),
  '!!': ([a]) => truth(a) ?? false,
  cat: (operands) => (operands.includes(null) ? null : joined(operands as readonly Value[])),
  substr: known((text, from, length) => {
    const start = number(from).toNumber();
    const whole = toText(text);
    const begin = start < 0 ? Math.max(0, whole.length + start) : start;
    if (length === undefined) return whole.slice(begin);
    const count = number(length).toNumber();
    return count < 0 ? whole.slice(begin, count) : whole.slice(begin, begin + count);
  }),
  length: known((a) => Decimal.of(typeof a === 'string' || Array.isArray(a) ? a.length : toText(a).length)),
  /** Whole years from the first date to the second: an age, the years in business. */
  yearsBetween: known((from, to) => Decimal.of(yearsBetween(date(from), date(to)))),
  monthsBetween: known((from, to) => Decimal.of(monthsBetween(date(from), date(to)))),
  daysBetween: known((from, to) => Decimal.of(daysBetween(date(from), date(to)))),
  proRata: (operands) => (operands.includes(null) ? null : shareOfDays(operands as readonly Value[])),
  year: known((of) => Decimal.of(date(of).year)),
  month: known((of) => Decimal.of(date(of).month)),
  day: known((of) => Decimal.of(date(of).day)),
  power: known((base, exponent) => number(base).toPower(number(exponent))),
};

/** `and` and `or` compute only the operands they need; unknown unless the known operands decide. */
export function allOf<S>(operands: readonly ((scope: S) => Operand)[], scope: S): boolean | null {
  let result: boolean | null = true;
  for (const operand of operands) {
    const value = truth(operand(scope));
    if (value === false) return false;
    if (value === null) result = null;
  }
  return result;
}

export function anyOf<S>(operands: readonly ((scope: S) => Operand)[], scope: S): boolean | null {
  let result: boolean | null = false;
  for (const operand of operands) {
    const value = truth(operand(scope));
    if (value === true) return true;
    if (value === null) result = null;
  }
  return result;
}

/** The value as a decimal; throws a type mismatch if it is not a number. */
export function number(value: Value): Decimal {
  const decimal = toDecimal(value);
  if (decimal) return decimal;
  throw new RatingProblem('TYPE_MISMATCH', `"${toText(value)}" is not a number`);
}

function joined(operands: readonly Value[]): string {
  const text = operands.map(toText).join('');
  if (text.length <= mostLetters) return text;
  throw new RatingProblem('MISSING_VALUE', `"cat" makes a text of more than ${mostLetters} characters`);
}

function rounded(amount: Decimal, digits: number, mode: string): Decimal {
  if (!isRoundingMode(mode)) throw new ExpressionError(`unknown rounding mode "${mode}"`);
  if (Number.isInteger(digits)) return amount.round(digits, mode);
  if (amount.decimalPlaces() <= digits) return amount;
  throw new RatingProblem('TYPE_MISMATCH', `"round" takes a whole number of digits, not ${digits}`);
}

function date(value: Value) {
  const parsed = typeof value === 'string' ? parseDate(value) : null;
  if (parsed) return parsed;
  throw new RatingProblem('TYPE_MISMATCH', `"${toText(value)}" is not a date (YYYY-MM-DD)`);
}

function shareOfDays([from = '', to = '', start = '', end = '']: readonly Value[]): Decimal {
  const shared = sharedDays([date(from), date(to)], [date(start), date(end)]);
  if (shared) return Decimal.of(shared.days).dividedBy(shared.total);
  throw new RatingProblem('OUT_OF_BOUNDS', `there are no days from ${toText(start)} to ${toText(end)}`);
}

function negation(value: boolean | null): boolean | null {
  return value === null ? null : !value;
}

function folded({ combine, single }: Arithmetic): Operator {
  return (operands) => {
    const [first] = operands;
    if (first === null || first === undefined) return null;
    let result = number(first);
    if (operands.length === 1) return single(result);
    for (let i = 1; i < operands.length; i++) {
      const operand = operands[i];
      if (operand === null || operand === undefined) return null;
      result = combine(result, number(operand));
    }
    return result;
  };
}

function ordered(holds: (a: Value, b: Value) => boolean): Operator {
  return (operands) => {
    let result: boolean | null = true;
    for (let i = 1; i < operands.length; i++) {
      const a = operands[i - 1] ?? null;
      const b = operands[i] ?? null;
      if (a === null || b === null) result = null;
      else if (!holds(a, b)) return false;
    }
    return result;
  };
}

/** An operator that is unknown if any operand is. The number of operands is checked at compile time. */
function known(operate: (a: Value, b: Value, c: Value | undefined) => Operand): Operator {
  return ([a, b, c]) => {
    if (a === null || b === null || c === null) return null;
    return operate(a as Value, b as Value, c);
  };
}
