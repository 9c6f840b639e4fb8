import { Decimal } from 'decimal.js';

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

export interface Scaled extends Decimal {}

/**
 * A finite decimal of decimal.js whose digits are a whole number. Such numbers are multiplied, added, compared,
 * rounded and written (`exact.ts`) without the lists of digits and the copies that decimal.js makes. Everything else
 * works as on any decimal, only slower.
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: its prototype inherits from that of decimal.js, see below
export class Scaled {
  // Declared, so that the constructor alone creates them: fields that start undefined are slower.

  /** The digits, with the sign; `NaN` if they are in `big`. */
  declare readonly whole: number;
  /** The digits after the point; not below 0. There may be zeros at their end. */
  declare readonly scale: number;
  /** The digits, with the sign, if a number cannot hold them exactly; else null. */
  declare readonly big: bigint | null;
  /** The number in plain notation, once it was needed. */
  declare text: string | null;

  constructor(whole: number, scale: number, big: bigint | null = null) {
    this.whole = whole;
    this.scale = scale;
    this.big = big;
    this.text = null;
  }

  // The fields of decimal.js, for its methods.
  get s(): number {
    return this.big === null
      ? this.whole < 0 || Object.is(this.whole, -0)
        ? -1
        : 1
      : this.big < 0n
        ? -1
        : 1;
  }

  get e(): number {
    if (this.whole === 0) return 0;
    const digits = String(this.big ?? this.whole);
    return digits.length - (this.s < 0 ? 2 : 1) - this.scale;
  }

  get d(): number[] {
    return new Dec(textOf(this)).d;
  }

  toNumber(): number {
    const unit = tens[this.scale];
    // A quotient of two exact numbers is the number nearest to it.
    return this.big === null && unit !== undefined ? this.whole / unit : Number(textOf(this));
  }
}

Object.setPrototypeOf(Scaled.prototype, Dec.prototype);
Object.defineProperty(Scaled.prototype, 'constructor', { value: Dec });

export const isExact = (whole: number): boolean =>
  whole <= Number.MAX_SAFE_INTEGER && whole >= -Number.MAX_SAFE_INTEGER;

/** A whole number, such as a count. */
export function wholeNumber(count: number): Scaled {
  return isExact(count) ? new Scaled(count, 0) : new Scaled(Number.NaN, 0, BigInt(count));
}

/** Digits as a number if that is exact. */
export function ofDigits(digits: bigint, scale: number): Scaled {
  const whole = Number(digits);
  return isExact(whole) ? new Scaled(whole, scale) : new Scaled(Number.NaN, scale, digits);
}

export function digitsOf({ whole, big }: Scaled): bigint {
  return big ?? BigInt(whole);
}

/** Powers of ten as numbers. All are exact. */
export const tens: readonly number[] = Array.from({ length: 16 }, (_, power) => 10 ** power);

const bigTens = Array.from({ length: 100 }, (_, power) => 10n ** BigInt(power));

/** Ten to a power that is not below 0. */
export function tenTo(power: number): bigint {
  return bigTens[power] ?? 10n ** BigInt(power);
}

/** The number, or the same one in this representation. It is finite. */
export function scaled(decimal: Decimal): Scaled {
  return isScaled(decimal) ? decimal : ofDecimal(decimal);
}

function isScaled(decimal: Decimal): decimal is Scaled {
  // Faster than `instanceof`, which has to search a chain of prototypes.
  return (decimal as Partial<Scaled>).scale !== undefined;
}

function ofDecimal(decimal: Decimal): Scaled {
  if (decimal.isZero()) return new Scaled(decimal.s < 0 ? -0 : 0, 0);
  const text = decimal.toFixed();
  const point = text.indexOf('.');
  if (point === -1) return ofDigits(BigInt(text), 0);
  return ofDigits(BigInt(text.slice(0, point) + text.slice(point + 1)), text.length - point - 1);
}

/** The decimal that a text or a number of a product file writes. */
export function decimalOf(written: string | number): Scaled {
  return ofDecimal(new Dec(written));
}

/** The number in plain notation, as by `toFixed()`. It is kept: most numbers are on several lines of a worksheet. */
export function textOf(value: Scaled): string {
  value.text ??= written(value);
  return value.text;
}

function written({ whole, scale, big }: Scaled): string {
  const isNegative = big === null ? whole < 0 : big < 0n;
  const digits = String(big === null ? Math.abs(whole) : isNegative ? -big : big);
  const sign = isNegative ? '-' : '';
  if (scale === 0) return sign + digits;
  const padded = digits.length > scale ? digits : digits.padStart(scale + 1, '0');
  const point = padded.length - scale;
  let end = padded.length;
  while (end > point && padded.charCodeAt(end - 1) === zeroDigit) end--;
  const before = sign + padded.slice(0, point);
  return end === point ? before : `${before}.${padded.slice(point, end)}`;
}

const zeroDigit = 48;
