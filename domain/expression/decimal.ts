import { Decimal as Powers } from 'decimal.js';
import {
  divided,
  goesUp,
  greatestCommonDivisor,
  isExact,
  isShort,
  mostScale,
  plain,
  precision,
  type RoundingMode,
  tens,
  tenTo,
} from './digits.js';
import { RatingProblem } from './problem.js';
import { type Ratio, ratioOf } from './written-number.js';

/** What a decimal can be made of: a text may have a sign, a point and an exponent, or be a fraction as in `1/3`. */
export type Numeric = Decimal | string | number | bigint;

/** Larger and smaller numbers are mistakes, and their digits would fill a worksheet. */
const mostDigits = 60;

/** Larger exponents are mistakes. */
const mostExponent = 1000;

/**
 * An exact decimal number: whole digits, and how many of them are after the point. It never changes. Nothing is rounded but
 * results of more than 34 digits, and where `round` or `toFixed` ask for it.
 */
export class Decimal {
  /** With the sign. A `bigint` if no number holds them exactly. */
  private readonly digits: number | bigint;
  /** How many digits are after the point, zeros at their end included. */
  private readonly scale: number;
  /** Once it was needed: a table's cells and constants are on every worksheet. */
  private text: string | null = null;

  protected constructor(digits: number | bigint, scale: number) {
    this.digits = digits;
    this.scale = scale;
  }

  /** Throws a `RangeError` for what is no finite number. */
  static of(value: Numeric): Decimal {
    if (typeof value === 'object') return value;
    if (typeof value === 'number' && Number.isSafeInteger(value)) return new Decimal(value + 0, 0);
    return typeof value === 'bigint' ? Decimal.ofUnits(value, 0) : parsed(String(value));
  }

  /** `ofUnits(1250, 2)` is 12.50. A number has to be exact. */
  static ofUnits(units: number | bigint, places: number): Decimal {
    if (typeof units === 'number') return new Decimal(units, places);
    const digits = Number(units);
    return new Decimal(isExact(digits) ? digits : units, places);
  }

  static max(first: Numeric, ...others: Numeric[]): Decimal {
    return others.reduce<Decimal>(
      (most, other) => (most.lessThan(other) ? Decimal.of(other) : most),
      Decimal.of(first),
    );
  }

  static min(first: Numeric, ...others: Numeric[]): Decimal {
    return others.reduce<Decimal>(
      (least, other) => (least.greaterThan(other) ? Decimal.of(other) : least),
      Decimal.of(first),
    );
  }

  plus(other: Numeric): Decimal {
    const that = Decimal.of(other);
    const scale = Math.max(this.scale, that.scale);
    const sum = this.unitsAt(scale) + that.unitsAt(scale);
    if (isExact(sum)) return new Decimal(sum, scale);
    return that instanceof Fraction
      ? that.plus(this)
      : settled(this.bigUnitsAt(scale) + that.bigUnitsAt(scale), scale);
  }

  minus(other: Numeric): Decimal {
    const that = Decimal.of(other);
    const scale = Math.max(this.scale, that.scale);
    const rest = this.unitsAt(scale) - that.unitsAt(scale);
    if (isExact(rest)) return new Decimal(rest, scale);
    return that instanceof Fraction
      ? that.negated().plus(this)
      : settled(this.bigUnitsAt(scale) - that.bigUnitsAt(scale), scale);
  }

  /** Throws a `RatingProblem` for a result of more than 60 digits before the point or zeros after it. */
  times(other: Numeric): Decimal {
    const that = Decimal.of(other);
    const scale = this.scale + that.scale;
    if (typeof this.digits === 'number' && typeof that.digits === 'number' && scale <= mostScale) {
      const product = this.digits * that.digits;
      // There is one zero: that with a sign becomes the other one.
      if (isExact(product)) return new Decimal(product + 0, scale);
    }
    if (that instanceof Fraction) return that.times(this);
    const digits = BigInt(this.digits) * BigInt(that.digits);
    return isShort(digits, scale) ? Decimal.ofUnits(digits, scale) : settled(digits, scale).bounded();
  }

  /** Throws a `RatingProblem` for a divisor of zero, and for a result as `times` does. */
  dividedBy(other: Numeric): Decimal {
    const that = Decimal.of(other);
    if (that.digits === 0) throw new RatingProblem('DIVISION_BY_ZERO', 'division by zero');
    if (this.digits === 0) return new Decimal(0, 0);
    if (that instanceof Fraction) return quotientOf(this.ratio(), that.ratio());
    return this.shortQuotient(that) ?? this.longQuotient(that).bounded();
  }

  /** What a division to a whole number leaves, with the sign of this number. Throws as `dividedBy`. */
  modulo(other: Numeric): Decimal {
    const that = Decimal.of(other);
    if (that.digits === 0) throw new RatingProblem('DIVISION_BY_ZERO', 'division by zero');
    if (that instanceof Fraction) return this.modulo(that.nearest());
    const scale = Math.max(this.scale, that.scale);
    return settled(this.bigUnitsAt(scale) % that.bigUnitsAt(scale), scale);
  }

  /** To 34 digits. Throws a `RatingProblem` if there is no such number. */
  toPower(other: Numeric): Decimal {
    const exponent = Decimal.of(other);
    if (this.isZero() && exponent.isNegative()) {
      throw new RatingProblem('DIVISION_BY_ZERO', 'division by zero: zero to a negative power');
    }
    const what = `${this} to the power of ${exponent}`;
    const found = exponent.abs().greaterThan(mostExponent)
      ? null
      : new Power(String(this)).toPower(String(exponent));
    if (found?.isNaN()) throw new RatingProblem('MISSING_VALUE', `${what} is not a number`);
    if (!found?.isFinite()) throw new RatingProblem('MISSING_VALUE', `${what} is too large or too small`);
    return parsed(found.toString()).bounded(what);
  }

  negated(): Decimal {
    return typeof this.digits === 'number'
      ? new Decimal(0 - this.digits, this.scale)
      : new Decimal(-this.digits, this.scale);
  }

  abs(): Decimal {
    return this.digits < 0 ? this.negated() : this;
  }

  /** To so many decimals; if they are below 0, to tens, hundreds and so on. */
  round(places = 0, mode: RoundingMode = 'HALF_EVEN'): Decimal {
    const dropped = this.scale - places;
    if (dropped <= 0) return this;
    const unit = tens[dropped];
    if (typeof this.digits === 'bigint' || unit === undefined || places < 0) {
      const kept = divided(BigInt(this.digits), tenTo(dropped), mode);
      return places < 0 ? Decimal.ofUnits(kept * tenTo(-places), 0) : Decimal.ofUnits(kept, places);
    }
    const isNegative = this.digits < 0;
    const size = Math.abs(this.digits);
    const rest = size % unit;
    let kept = (size - rest) / unit;
    if (rest !== 0 && goesUp(rest * 2 - unit, kept % 2 === 1, isNegative, mode)) kept++;
    return new Decimal(isNegative ? 0 - kept : kept, places);
  }

  comparedTo(other: Numeric): -1 | 0 | 1 {
    const that = Decimal.of(other);
    const scale = Math.max(this.scale, that.scale);
    const rest = this.unitsAt(scale) - that.unitsAt(scale);
    if (rest < 0) return -1;
    if (rest >= 0) return rest > 0 ? 1 : 0;
    if (that instanceof Fraction)
      return that.comparedTo(this) === 1 ? -1 : that.comparedTo(this) === 0 ? 0 : 1;
    const [one, two] = [this.bigUnitsAt(scale), that.bigUnitsAt(scale)];
    return one < two ? -1 : one > two ? 1 : 0;
  }

  equals(other: Numeric): boolean {
    return this.comparedTo(other) === 0;
  }

  lessThan(other: Numeric): boolean {
    return this.comparedTo(other) < 0;
  }

  lessThanOrEqualTo(other: Numeric): boolean {
    return this.comparedTo(other) <= 0;
  }

  greaterThan(other: Numeric): boolean {
    return this.comparedTo(other) > 0;
  }

  greaterThanOrEqualTo(other: Numeric): boolean {
    return this.comparedTo(other) >= 0;
  }

  isZero(): boolean {
    return this.digits === 0;
  }

  isNegative(): boolean {
    return this.digits < 0;
  }

  /** More than zero. */
  isPositive(): boolean {
    return this.digits > 0;
  }

  isInteger(): boolean {
    return this.decimalPlaces() === 0;
  }

  /** The digits after the point, without zeros at their end. */
  decimalPlaces(): number {
    if (this.scale === 0) return 0;
    const text = this.toString();
    const point = text.indexOf('.');
    return point === -1 ? 0 : text.length - point - 1;
  }

  /** `12.5` has 1250 units of two places; `NaN` if that is no whole number, or not exact as a number. */
  unitsAt(places: number): number {
    if (typeof this.digits !== 'number') return Number.NaN;
    const units = this.digits * (tens[places - this.scale] ?? Number.NaN);
    return isExact(units) ? units : Number.NaN;
  }

  toNumber(): number {
    const unit = tens[this.scale];
    // A quotient of two exact numbers is the number nearest to it.
    return typeof this.digits === 'number' && unit !== undefined
      ? this.digits / unit
      : Number(this.toString());
  }

  /** In plain notation, with so many decimals, rounded half to even; without them, with those it has. */
  toFixed(places?: number): string {
    if (places === undefined) return this.toString();
    const { digits, scale } = this.round(places);
    const text = plain(digits, scale, scale);
    if (scale === places) return text;
    return `${text}${scale === 0 ? '.' : ''}${'0'.repeat(places - scale)}`;
  }

  /** In plain notation, without zeros at its end. */
  toString(): string {
    this.text ??= plain(this.digits, this.scale, 0);
    return this.text;
  }

  toJSON(): string {
    return this.toString();
  }

  /** The number as a quotient of whole numbers. */
  ratio(): Ratio {
    return { over: BigInt(this.digits), under: tenTo(this.scale) };
  }

  private bigUnitsAt(places: number): bigint {
    return BigInt(this.digits) * tenTo(places - this.scale);
  }

  /** A quotient of few digits; null if it has more. */
  private shortQuotient(that: Decimal): Decimal | null {
    if (typeof this.digits !== 'number' || typeof that.digits !== 'number') return null;
    let dividend = this.digits;
    let scale = this.scale - that.scale;
    if (scale < 0) {
      dividend *= tens[-scale] ?? Number.NaN;
      scale = 0;
    }
    for (; isExact(dividend); scale++) {
      if (dividend % that.digits === 0) return new Decimal(dividend / that.digits, scale);
      dividend *= 10;
    }
    return null;
  }

  private longQuotient(that: Decimal): Decimal {
    const divisor = BigInt(that.digits);
    // Two digits more than are kept, and one that is not zero if any further one is not.
    const more = precision + 2 + String(divisor).length;
    const dividend = BigInt(this.digits) * tenTo(more);
    const found = dividend / divisor;
    const rest = dividend % divisor === 0n ? 0n : dividend < 0n === divisor < 0n ? 1n : -1n;
    return settled(found * 10n + rest, this.scale - that.scale + more + 1);
  }

  /** This number, if it has at most 60 digits before the point or zeros after it; else throws a `RatingProblem`. */
  bounded(what = 'the result'): Decimal {
    const size = String(this.abs().digits).length - 1 - this.scale;
    if (this.digits === 0 || Math.abs(size) <= mostDigits) return this;
    throw new RatingProblem('MISSING_VALUE', `${what} is too large or too small`);
  }
}

/**
 * A number without an end in decimal notation, such as a third. It is written in product files as `1/3`, and stays exact until
 * it is rounded: nothing is lost where it is multiplied, divided, added or compared. Its text has 34 digits.
 */
class Fraction extends Decimal {
  constructor(
    private readonly over: bigint,
    private readonly under: bigint,
  ) {
    // No number of decimals fits, so that none of the short ways of \`Decimal\` is taken.
    super(over < 0n ? -1 : 1, Number.NaN);
  }

  override plus(other: Numeric): Decimal {
    const { over, under } = Decimal.of(other).ratio();
    return decimalOrFraction(this.over * under + over * this.under, this.under * under);
  }

  override minus(other: Numeric): Decimal {
    return this.plus(Decimal.of(other).negated());
  }

  override times(other: Numeric): Decimal {
    const { over, under } = Decimal.of(other).ratio();
    return decimalOrFraction(this.over * over, this.under * under);
  }

  override dividedBy(other: Numeric): Decimal {
    const that = Decimal.of(other);
    if (that.isZero()) throw new RatingProblem('DIVISION_BY_ZERO', 'division by zero');
    return quotientOf(this.ratio(), that.ratio());
  }

  override modulo(other: Numeric): Decimal {
    return this.nearest().modulo(other);
  }

  override negated(): Decimal {
    return new Fraction(-this.over, this.under);
  }

  override round(places = 0, mode: RoundingMode = 'HALF_EVEN'): Decimal {
    if (places >= 0) return Decimal.ofUnits(divided(this.over * tenTo(places), this.under, mode), places);
    return Decimal.ofUnits(divided(this.over, this.under * tenTo(-places), mode) * tenTo(-places), 0);
  }

  override comparedTo(other: Numeric): -1 | 0 | 1 {
    const { over, under } = Decimal.of(other).ratio();
    const [one, two] = [this.over * under, over * this.under];
    return one < two ? -1 : one > two ? 1 : 0;
  }

  override decimalPlaces(): number {
    return this.nearest().decimalPlaces();
  }

  override unitsAt(): number {
    return Number.NaN;
  }

  override toNumber(): number {
    return this.nearest().toNumber();
  }

  override toString(): string {
    return this.nearest().toString();
  }

  override ratio(): Ratio {
    return { over: this.over, under: this.under };
  }

  /** The decimal of 34 digits that is nearest. */
  nearest(): Decimal {
    return Decimal.of(this.over).dividedBy(this.under);
  }
}

/** More digits are lost, so that a long calculation stays short. */
const mostFractionDigits = 200;

/**
 * A quotient of whole numbers, of which the divisor is more than zero. Throws a `RatingProblem` for a result as `times` does,
 * whether or not anything writes its digits.
 */
function decimalOrFraction(over: bigint, under: bigint): Decimal {
  const common = greatestCommonDivisor(over < 0n ? -over : over, under);
  const [top, bottom] = [over / common, under / common];
  let [rest, twos, fives] = [bottom, 0, 0];
  for (; rest % 2n === 0n; twos++) rest /= 2n;
  for (; rest % 5n === 0n; fives++) rest /= 5n;
  if (rest === 1n) {
    const places = Math.max(twos, fives);
    return settled((top * tenTo(places)) / bottom, places).bounded();
  }
  const [above, below] = [String(top < 0n ? -top : top).length, String(bottom).length];
  const isLong = above + below > mostFractionDigits;
  const nearest = isLong || Math.abs(above - below) >= mostDigits ? Decimal.of(top).dividedBy(bottom) : null;
  return nearest && isLong ? nearest : new Fraction(top, bottom);
}

function quotientOf(dividend: Ratio, divisor: Ratio): Decimal {
  const sign = divisor.over < 0n ? -1n : 1n;
  return decimalOrFraction(dividend.over * divisor.under * sign, dividend.under * divisor.over * sign);
}

/** Only powers are computed by decimal.js: roots need logarithms. */
const Power = Powers.clone({ precision, rounding: Powers.ROUND_HALF_EVEN });

const written = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i;

function parsed(text: string): Decimal {
  const [, sign = '', before = '', after = '', exponent = '0'] = written.exec(text.trim()) ?? [];
  if (before === '' && after === '') {
    const ratio = ratioOf(text);
    if (ratio) return decimalOrFraction(ratio.over, ratio.under);
    throw new RangeError(`"${text}" is not a number`);
  }
  const scale = after.length - Number(exponent);
  const digits = BigInt(`${before}${after}`) * (sign === '-' ? -1n : 1n);
  return scale < 0 ? Decimal.ofUnits(digits * tenTo(-scale), 0) : Decimal.ofUnits(digits, scale);
}

/** Digits rounded to the precision, without zeros at the end if they were many. */
function settled(digits: bigint, scale: number): Decimal {
  if (digits === 0n) return Decimal.ofUnits(0, 0);
  if (isShort(digits, scale)) return Decimal.ofUnits(digits, scale);
  const excess = String(digits < 0n ? -digits : digits).length - precision;
  let kept = excess > 0 ? divided(digits, tenTo(excess), 'HALF_EVEN') : digits;
  let places = excess > 0 ? scale - excess : scale;
  for (; places > 0 && kept % 10n === 0n; places--) kept /= 10n;
  if (places < 0) {
    kept *= tenTo(-places);
    places = 0;
  }
  return Decimal.ofUnits(kept, places);
}
