/** `UP` is away from zero, `DOWN` towards it. */
export const roundingModes = ['HALF_UP', 'HALF_EVEN', 'UP', 'DOWN', 'CEILING', 'FLOOR'] as const;
export type RoundingMode = (typeof roundingModes)[number];

export function isRoundingMode(mode: string): mode is RoundingMode {
  return (roundingModes as readonly string[]).includes(mode);
}

/** Results are exact or have this many digits, rounded half to even, as in IEEE 754 decimal128. */
export const precision = 34;
const digitsLimit = 10n ** BigInt(precision);

/** A result of more decimals is checked for its size. */
export const mostScale = 40;

/** Powers of ten as numbers. All are exact. */
export const tens: readonly number[] = Array.from({ length: 16 }, (_, power) => 10 ** power);
const bigTens: readonly bigint[] = Array.from({ length: 100 }, (_, power) => 10n ** BigInt(power));

export function isExact(whole: number): boolean {
  return whole <= Number.MAX_SAFE_INTEGER && whole >= -Number.MAX_SAFE_INTEGER;
}

/** Ten to a power that is not below 0. */
export function tenTo(power: number): bigint {
  return bigTens[power] ?? 10n ** BigInt(power);
}

/** Whether digits need no rounding. */
export function isShort(digits: bigint, scale: number): boolean {
  return scale >= 0 && scale <= mostScale && digits < digitsLimit && digits > -digitsLimit;
}

/** The whole number nearest to a quotient. The divisor is positive. */
export function divided(dividend: bigint, divisor: bigint, mode: RoundingMode): bigint {
  const isNegative = dividend < 0n;
  const size = isNegative ? -dividend : dividend;
  const kept = size / divisor;
  const rest = size % divisor;
  const more = rest !== 0n && goesUp(rest * 2n - divisor, kept % 2n === 1n, isNegative, mode) ? 1n : 0n;
  return isNegative ? -kept - more : kept + more;
}

/** Whether a number is rounded away from zero. `half` is the sign of what it has beyond a half. */
export function goesUp(
  half: number | bigint,
  isOdd: boolean,
  isNegative: boolean,
  mode: RoundingMode,
): boolean {
  switch (mode) {
    case 'HALF_UP':
      return half >= 0;
    case 'HALF_EVEN':
      return half > 0 || (half >= 0 && isOdd);
    case 'UP':
      return true;
    case 'DOWN':
      return false;
    case 'CEILING':
      return !isNegative;
    case 'FLOOR':
      return isNegative;
  }
}

const zeroDigit = 48;

/** In plain notation, with zeros at the end only up to so many decimals. */
export function plain(digits: number | bigint, scale: number, places: number): string {
  if (scale === 0) return String(digits);
  const isNegative = digits < 0;
  const size = String(isNegative ? -digits : digits);
  const text = size.length > scale ? size : size.padStart(scale + 1, '0');
  const point = text.length - scale;
  let end = text.length;
  while (end > point + places && text.charCodeAt(end - 1) === zeroDigit) end--;
  const before = isNegative ? `-${text.slice(0, point)}` : text.slice(0, point);
  return end === point ? before : `${before}.${text.slice(point, end)}`;
}

export function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [large, small] = [a, b];
  while (small !== 0n) [large, small] = [small, large % small];
  return large === 0n ? 1n : large;
}
