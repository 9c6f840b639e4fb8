import { RatingProblem } from './problem.js';
import { isDecimal, parseBoolean, parseDecimal, toDecimal, toText, type Value } from './value.js';

export type ComparisonResult = -1 | 0 | 1;

/**
 * Equality across types. Two texts are compared letter by letter (`"01"` is not `"1"`: zip and class
 * codes). A number equals a text that writes it, and a boolean a text that means it (`"yes"`).
 * Everything else differs.
 */
export function equalValues(a: Value | undefined, b: Value | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  if (typeof a !== 'object' && typeof a === typeof b) return a === b;
  if (isDecimal(a)) return decimalEquals(a, b);
  if (isDecimal(b)) return decimalEquals(b, a);
  if (typeof a === 'boolean') return a === asBoolean(b);
  if (typeof b === 'boolean') return b === asBoolean(a);
  return listEquals(a, b);
}

/**
 * Order of two values: numbers, including numeric texts, by size; other texts, including dates, letter by
 * letter. Anything else has no order and is a type mismatch.
 */
export function compareValues(a: Value, b: Value): ComparisonResult {
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  const left = toDecimal(a);
  const right = toDecimal(b);
  if (left && right) return left.comparedTo(right);
  const notNumeric = left ? b : a;
  throw new RatingProblem('TYPE_MISMATCH', `"${toText(notNumeric)}" cannot be compared with a number`);
}

function compareTexts(a: string, b: string): ComparisonResult {
  const left = parseDecimal(a);
  const right = left && parseDecimal(b);
  if (left && right) return left.comparedTo(right);
  return a < b ? -1 : a > b ? 1 : 0;
}

function decimalEquals(a: Exclude<Value, string | boolean | readonly string[]>, b: Value): boolean {
  const other = toDecimal(b);
  return other?.equals(a) ?? false;
}

function asBoolean(value: Value): boolean | null {
  if (typeof value === 'boolean') return value;
  return typeof value === 'string' ? parseBoolean(value) : null;
}

function listEquals(a: string | readonly string[], b: string | readonly string[]): boolean {
  if (typeof a === 'string' || typeof b === 'string') {
    const [text, list] = typeof a === 'string' ? [a, b] : [b, a];
    return list.length === 1 && list[0] === text;
  }
  return a.length === b.length && a.every((item) => b.includes(item));
}
