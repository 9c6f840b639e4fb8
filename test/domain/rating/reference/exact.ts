/** An exact fraction: nothing is lost however long a calculation is; only `rounded` gives anything up. */
export class Exact {
  readonly over: bigint;
  readonly under: bigint;

  constructor(over: bigint, under = 1n) {
    const sign = under < 0n ? -1n : 1n;
    const common = greatestCommonDivisor(over < 0n ? -over : over, under * sign) || 1n;
    this.over = (over * sign) / common;
    this.under = (under * sign) / common;
  }

  static of(number: number | bigint): Exact {
    return typeof number === 'bigint' ? new Exact(number) : Exact.ofText(String(number));
  }

  static ofText(text: string): Exact {
    const percent = text.endsWith('%') ? 100n : 1n;
    const [first = '', second] = text.replace('%', '').trim().split(/\s+/);
    if (text.includes('/') || percent > 1n) {
      const [over = '', under = '1'] = (second ?? first).split('/');
      const part = Exact.ofText(over).dividedBy(Exact.ofText(under));
      const whole = second === undefined ? part : Exact.ofText(first).plus(part);
      return whole.dividedBy(new Exact(percent));
    }
    const parts = /^([+-]?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text);
    if (!parts) throw new Error(`"${text}" is not a number`);
    const [, sign, whole = '0', fraction = '', exponent = '0'] = parts;
    const digits = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`);
    const places = Number(exponent) - fraction.length;
    return places >= 0
      ? new Exact(digits * 10n ** BigInt(places))
      : new Exact(digits, 10n ** BigInt(-places));
  }

  plus(other: Exact): Exact {
    return new Exact(this.over * other.under + other.over * this.under, this.under * other.under);
  }

  minus(other: Exact): Exact {
    return this.plus(new Exact(-other.over, other.under));
  }

  times(other: Exact): Exact {
    return new Exact(this.over * other.over, this.under * other.under);
  }

  /** The divisor must not be zero. */
  dividedBy(other: Exact): Exact {
    return new Exact(this.over * other.under, this.under * other.over);
  }

  /** Below zero, zero or above it, as this is less than, equal to or greater than the other. */
  order(other: Exact): number {
    const difference = this.over * other.under - other.over * this.under;
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }

  isZero(): boolean {
    return this.over === 0n;
  }

  /** To a whole number of units of `10^-digits`. */
  rounded(digits: number, mode: string): Exact {
    const unit = Exact.ofText(`1e${-digits}`);
    const { over, under } = this.dividedBy(unit);
    const floor = over >= 0n ? over / under : -((-over + under - 1n) / under);
    const rest = over - floor * under;
    if (rest === 0n) return this;
    return Exact.of(floor + (goesUp(mode, floor, rest * 2n, under) ? 1n : 0n)).times(unit);
  }

  /** With two decimals; it must have no more. */
  toCents(): string {
    const cents = this.times(Exact.of(100));
    if (cents.under !== 1n) throw new Error('there is a fraction of a cent');
    const size = (cents.over < 0n ? -cents.over : cents.over).toString().padStart(3, '0');
    return `${cents.over < 0n ? '-' : ''}${size.slice(0, -2)}.${size.slice(-2)}`;
  }

  /** For text keys. Fractions that never end are cut. */
  toString(): string {
    if (this.under === 1n) return this.over.toString();
    return String(Number(this.over) / Number(this.under));
  }
}

/** Whether what lies between two whole numbers becomes the upper one; it is not on either. */
function goesUp(mode: string, floor: bigint, twiceTheRest: bigint, under: bigint): boolean {
  const negative = floor < 0n;
  const half = twiceTheRest === under;
  switch (mode) {
    case 'CEILING':
      return true;
    case 'FLOOR':
      return false;
    case 'UP':
      return !negative;
    case 'DOWN':
      return negative;
    case 'HALF_UP':
      return half ? !negative : twiceTheRest > under;
    case 'HALF_EVEN':
      return half ? floor % 2n !== 0n : twiceTheRest > under;
    default:
      throw new Error(`there is no rounding mode ${mode}`);
  }
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestCommonDivisor(b, a % b);
}
