import { Decimal } from 'decimal.js';
import { plainText } from './exact.js';

/**
 * Decimals for rating: 34 significant digits, intermediate results rounded half to even (IEEE 754 decimal128,
 * which spreadsheets and decimal libraries of other languages can reproduce). Money is rounded only at the
 * rounding steps of a plan.
 */
export const Dec: typeof Decimal = Decimal.clone({
  precision: 34,
  rounding: Decimal.ROUND_HALF_EVEN,
  toExpNeg: -60,
  toExpPos: 60,
});

export type { Decimal };

/** The value of an answer, a derived value or an expression. A list is the answer of a `MULTI_SELECT`. */
export type Value = Decimal | string | boolean | readonly string[];

/** These limits keep every answer exact in 34 digits. */
const smallInteger = /^\d{1,7}$/;
const decimalText = /^[+-]?\d{1,18}(\.\d{1,16})?$/;

/** `text` as a decimal, or null: no thousands separators, currency signs or exponents. */
export function parseDecimal(text: string): Decimal | null {
  // Most answers are small whole numbers, and decimal.js converts a number much faster than a text.
  if (smallInteger.test(text)) return wholeNumber(Number(text));
  const trimmed = text.trim();
  return decimalText.test(trimmed) ? new Dec(trimmed) : null;
}

const counts: Decimal[] = [];
const mostCounts = 1000;

/** A whole number, zero or more. Small ones, such as counts, are cached. */
function wholeNumber(value: number): Decimal {
  if (value >= mostCounts) return new Dec(value);
  const known = counts[value] ?? new Dec(value);
  counts[value] = known;
  return known;
}

/** A boolean in its usual spellings; null for anything else. */
export function parseBoolean(text: string): boolean | null {
  if (text === 'true') return true;
  if (text === 'false') return false;
  switch (text.trim().toLowerCase()) {
    case 'true':
    case 'yes':
    case 'y':
      return true;
    case 'false':
    case 'no':
    case 'n':
      return false;
    default:
      return null;
  }
}

export function isDecimal(value: Value | null): value is Decimal {
  return value instanceof Decimal;
}

/** The value as a decimal, or null if it is not a number. */
export function toDecimal(value: Value): Decimal | null {
  if (value instanceof Decimal) return value;
  return typeof value === 'string' ? parseDecimal(value) : null;
}

/** The value as readable text: plain decimal notation, lists joined by commas. */
export function toText(value: Value): string {
  if (typeof value === 'string') return value;
  if (value instanceof Decimal) return plainText(value);
  return typeof value === 'boolean' ? String(value) : value.join(', ');
}
