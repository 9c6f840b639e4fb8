/** A fraction as a product file writes it: `1/3`, `38 1/3`, with `%` for hundredths; `38⅓ %` is the same. */
const fraction = /^([+-]?)(?:(\d{1,15})\s+)?(\d{1,9})\/(\d{1,9})\s*(%?)$/;
const percentage = /^([+-]?)(\d{1,15})(?:\.(\d{1,10}))?\s*%$/;
const vulgar = /\s*([¼-¾⅐-⅞])/g;

/** Whole numbers whose quotient is a number. The divisor is more than zero. */
export interface Ratio {
  over: bigint;
  under: bigint;
}

/** Reads a fraction or a percentage of a product file; null for any other text. Answers are never read so. */
export function ratioOf(text: string): Ratio | null {
  const plain = text
    .trim()
    .replace(vulgar, (_, sign: string) => ` ${sign.normalize('NFKC').replace('⁄', '/')}`)
    .trim();
  const [, minus, whole = '0', over, under = '0', percent] = fraction.exec(plain) ?? [];
  if (over !== undefined) {
    const divisor = BigInt(under);
    if (divisor === 0n) return null;
    const size = BigInt(whole) * divisor + BigInt(over);
    return { over: minus === '-' ? -size : size, under: percent ? divisor * 100n : divisor };
  }
  const [, sign, units, decimals = ''] = percentage.exec(plain) ?? [];
  if (units === undefined) return null;
  const size = BigInt(`${units}${decimals}`);
  return { over: sign === '-' ? -size : size, under: 10n ** BigInt(decimals.length + 2) };
}

/** Whether a text of a product file is a number that only a fraction or a percent sign writes. */
export function isWrittenRatio(text: unknown): text is string {
  return typeof text === 'string' && /[/%¼-¾⅐-⅞]/.test(text) && ratioOf(text) !== null;
}

/** The operand of a step: a fraction in quotes is a number there, not a text. */
export function asAmount<T>(expression: T): T | { '+': [string] } {
  return isWrittenRatio(expression) ? { '+': [expression] } : expression;
}

/** The fraction that an expression is; null if it is anything else. */
export function ratioIn(expression: unknown): Ratio | null {
  return isWrittenRatio(expression) ? ratioOf(expression) : null;
}
