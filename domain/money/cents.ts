import { Decimal } from '../expression/index.js';

/**
 * An exact amount of money, as a fraction of cents. Parts of a term can be summed without rounding; only the
 * amount that is charged is rounded.
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

  /** Reads decimal text with at most two places; throws a `RangeError` for more. */
  static of(amount: string): Cents {
    const cents = Decimal.of(amount).times(100);
    if (!cents.isInteger()) throw new RangeError(`${amount} is not an amount in cents`);
    return new Cents(BigInt(cents.toFixed(0)), 1n);
  }

  /** A whole number of cents. */
  static whole(cents: bigint): Cents {
    return new Cents(cents, 1n);
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

  /** Rounded down to whole cents. */
  floor(): Cents {
    const quotient = this.#numerator / this.#denominator;
    const isAbove = this.#numerator < 0n && quotient * this.#denominator !== this.#numerator;
    return new Cents(isAbove ? quotient - 1n : quotient, 1n);
  }

  isLessThan(other: Cents): boolean {
    return this.minus(other).#numerator < 0n;
  }

  isZero(): boolean {
    return this.#numerator === 0n;
  }

  /** Decimal text with two places. Half a cent rounds away from zero, so that a return equals its charge. */
  toAmount(): string {
    const negative = this.#numerator < 0n;
    const size = negative ? -this.#numerator : this.#numerator;
    const cents = (2n * size + this.#denominator) / (2n * this.#denominator);
    const digits = cents.toString().padStart(3, '0');
    const sign = negative && cents !== 0n ? '-' : '';
    return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  }

  #parts() {
    return { numerator: this.#numerator, denominator: this.#denominator };
  }

  #reduced(): Cents {
    const divisor = greatestCommonDivisor(this.#numerator, this.#denominator);
    return divisor === 1n ? this : new Cents(this.#numerator / divisor, this.#denominator / divisor);
  }
}

/** The sum of decimal amounts, as decimal text with two places. */
export function sumOfAmounts(amounts: readonly string[]): string {
  return sumOf(amounts.map((amount) => Cents.of(amount))).toAmount();
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
