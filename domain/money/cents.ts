import { Decimal } from '../expression/index.js';
import { mostMinorDigits } from './currency.js';

/**
 * An exact amount of money in any currency, kept as a fraction of hundredths. Parts of a term can be summed without
 * rounding; only the amount that is charged is rounded, to the decimals of its currency (`minorDigits`).
 */
export class Cents {
  readonly #numerator: bigint;
  readonly #denominator: bigint;

  private constructor(numerator: bigint, denominator: bigint) {
    this.#numerator = numerator;
    this.#denominator = denominator;
  }

  // Not a static field: the build emits a static field that refers to its class by a wrong name.
  static get zero(): Cents {
    return new Cents(0n, 1n);
  }

  /** Reads decimal text with at most three places; throws a `RangeError` for more. */
  static of(amount: string): Cents {
    const cents = Decimal.of(amount).times(100);
    if (cents.isInteger()) return new Cents(BigInt(cents.toFixed(0)), 1n);
    const tenths = cents.times(10);
    if (!tenths.isInteger()) throw new RangeError(`${amount} is no amount of a currency`);
    return new Cents(BigInt(tenths.toFixed(0)), 10n);
  }

  /** So many of the smallest unit of a currency with so many decimals. */
  static ofUnits(units: bigint, digits: number): Cents {
    return digits <= 2
      ? new Cents(units * 10n ** BigInt(2 - digits), 1n)
      : new Cents(units, 10n ** BigInt(digits - 2)).#reduced();
  }

  plus(other: Cents): Cents {
    const { denominator, numerator } = other.#parts();
    if (denominator === this.#denominator) return new Cents(this.#numerator + numerator, denominator);
    return new Cents(
      this.#numerator * denominator + numerator * this.#denominator,
      this.#denominator * denominator,
    ).#reduced();
  }

  minus(other: Cents): Cents {
    return this.plus(other.negated());
  }

  negated(): Cents {
    return new Cents(-this.#numerator, this.#denominator);
  }

  /** `part / whole` of the amount; `whole` is a positive integer. */
  portion(part: number, whole: number): Cents {
    return new Cents(this.#numerator * BigInt(part), this.#denominator * BigInt(whole)).#reduced();
  }

  /** A share of the amount; `share` is decimal text such as `"0.125"`. */
  share(share: string): Cents {
    const [whole = '0', places = ''] = Decimal.of(share).toFixed().split('.');
    const numerator = this.#numerator * BigInt(`${whole}${places}`);
    return new Cents(numerator, this.#denominator * 10n ** BigInt(places.length)).#reduced();
  }

  /** `total / sum` of the amount: its share of a total, where `sum`, which is not zero, is that of all parts. */
  scaled(total: Cents, sum: Cents): Cents {
    const up = total.#parts();
    const down = sum.#parts();
    const numerator = this.#numerator * up.numerator * down.denominator;
    const denominator = this.#denominator * up.denominator * down.numerator;
    return (
      denominator < 0n ? new Cents(-numerator, -denominator) : new Cents(numerator, denominator)
    ).#reduced();
  }

  /** Rounded down to so many decimals. */
  floor(digits: number): Cents {
    const { numerator, denominator } = this.#unitsAt(digits);
    const quotient = numerator / denominator;
    const isAbove = numerator < 0n && quotient * denominator !== numerator;
    return Cents.ofUnits(isAbove ? quotient - 1n : quotient, digits);
  }

  isLessThan(other: Cents): boolean {
    return this.minus(other).#numerator < 0n;
  }

  isZero(): boolean {
    return this.#numerator === 0n;
  }

  /** Decimal text with so many places. Half a unit rounds away from zero, so that a return equals its charge. */
  toAmount(digits: number): string {
    const { numerator, denominator } = this.#unitsAt(digits);
    const negative = numerator < 0n;
    const size = negative ? -numerator : numerator;
    const units = (2n * size + denominator) / (2n * denominator);
    const text = units.toString().padStart(digits + 1, '0');
    const sign = negative && units !== 0n ? '-' : '';
    if (digits === 0) return `${sign}${text}`;
    return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
  }

  /** Decimal text of an exact amount: with two places, or three if it has them. Throws a `RangeError` for a fraction. */
  toText(): string {
    if (this.#denominator === 1n) return this.toAmount(2);
    const { numerator, denominator } = this.#unitsAt(mostMinorDigits);
    if (numerator % denominator !== 0n) throw new RangeError('a fraction of a currency has to be rounded');
    return this.toAmount(mostMinorDigits);
  }

  /** The amount as a fraction of the unit with so many decimals. */
  #unitsAt(digits: number) {
    const { numerator, denominator } = this.#parts();
    return digits <= 2
      ? { numerator, denominator: denominator * 10n ** BigInt(2 - digits) }
      : { numerator: numerator * 10n ** BigInt(digits - 2), denominator };
  }

  #parts() {
    return { numerator: this.#numerator, denominator: this.#denominator };
  }

  #reduced(): Cents {
    const divisor = greatestCommonDivisor(this.#numerator, this.#denominator);
    return divisor === 1n ? this : new Cents(this.#numerator / divisor, this.#denominator / divisor);
  }
}

/** The exact sum of decimal amounts, as decimal text with two places, or three if it has them. */
export function sumOfAmounts(amounts: readonly string[]): string {
  return sumOf(amounts.map((amount) => Cents.of(amount))).toText();
}

/** The exact sum. */
export function sumOf(amounts: readonly Cents[]): Cents {
  return amounts.reduce((sum, amount) => sum.plus(amount), Cents.zero);
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x === 0n ? 1n : x;
}
