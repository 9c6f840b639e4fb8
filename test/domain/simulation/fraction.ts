/** An exact fraction of cents, apart from the service's own arithmetic. */
export class Fraction {
  readonly over: bigint;
  readonly under: bigint;

  constructor(over: bigint, under = 1n) {
    this.over = over;
    this.under = under;
  }

  plus({ over, under }: Fraction): Fraction {
    if (under === this.under) return new Fraction(this.over + over, under);
    return new Fraction(this.over * under + over * this.under, this.under * under).reduced();
  }

  minus({ over, under }: Fraction): Fraction {
    return this.plus(new Fraction(-over, under));
  }

  times(over: bigint, under: bigint): Fraction {
    return new Fraction(this.over * over, this.under * under).reduced();
  }

  isBelow(other: Fraction): boolean {
    return this.over * other.under < other.over * this.under;
  }

  /** Whole cents, half a cent away from zero. */
  round(): bigint {
    const size = this.over < 0n ? -this.over : this.over;
    const cents = (2n * size + this.under) / (2n * this.under);
    return this.over < 0n ? -cents : cents;
  }

  private reduced(): Fraction {
    let [a, b] = [this.over < 0n ? -this.over : this.over, this.under];
    while (b !== 0n) [a, b] = [b, a % b];
    return a <= 1n ? this : new Fraction(this.over / a, this.under / a);
  }
}

export const none = new Fraction(0n);
export const whole = (cents: bigint): Fraction => new Fraction(cents);

/** Parts in whole cents that add up to the rounded sum: differences of rounded running totals. */
export function inCents(parts: readonly Fraction[]): bigint[] {
  let sum = none;
  return parts.map((part) => {
    const before = sum.round();
    sum = sum.plus(part);
    return sum.round() - before;
  });
}
