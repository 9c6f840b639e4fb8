import { Decimal } from './decimal.js';
import { isWrittenRatio } from './written-number.js';

/** The value of an answer, a derived value or an expression. A list is the answer of a `MULTI_SELECT`. */
export type Value = Decimal | string | boolean | readonly string[];

/** These limits keep every answer exact in 34 digits. */
const decimalText = /^[+-]?\d{1,18}(\.\d{1,16})?$/;

/** `text` as a decimal, or null: no thousands separators, currency signs or exponents. */
export function parseDecimal(text: string): Decimal | null {
  const short = shortDecimal(text);
  if (short !== null) return short;
  const trimmed = text.trim();
  return decimalText.test(trimmed) ? Decimal.of(trimmed) : null;
}

const [zeroDigit, point] = [48, 46];

/** A text of a few digits, with a point between them or none; null for any other text. */
function shortDecimal(text: string): Decimal | null {
  const { length } = text;
  if (length === 0 || length > 16) return null;
  let whole = 0;
  let before = -1;
  for (let place = 0; place < length; place++) {
    const code = text.charCodeAt(place);
    if (code === point && before === -1 && place > 0) before = place;
    else {
      const digit = code - zeroDigit;
      if (digit < 0 || digit > 9) return null;
      whole = whole * 10 + digit;
    }
  }
  if (before === length - 1 || !Number.isSafeInteger(whole)) return null;
  return Decimal.ofUnits(whole, before === -1 ? 0 : length - 1 - before);
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
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as a decimal, or null if it is not a number. */
export function toDecimal(value: Value): Decimal | null {
  if (isDecimal(value)) return value;
  return typeof value === 'string' ? parseDecimal(value) : null;
}

/** The number that the operand of a step is as the product file writes it; null for any other expression. */
export function constantAmount(by: unknown): Decimal | null {
  if (typeof by === 'number' || isWrittenRatio(by)) return Decimal.of(by);
  return typeof by === 'string' ? parseDecimal(by) : null;
}

/** The value as readable text: plain decimal notation, lists joined by commas. */
export function toText(value: Value): string {
  if (typeof value === 'string') return value;
  if (isDecimal(value)) return value.toFixed();
  return typeof value === 'boolean' ? String(value) : value.join(', ');
}
