/** An amount in whole cents; amounts have at most two decimals. */
export function cents(amount: number | string): bigint {
  const text = typeof amount === 'number' ? amount.toFixed(2) : amount;
  const [, sign = '', whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?/.exec(text) ?? [];
  return BigInt(`${sign}${whole}${part.padEnd(2, '0')}`);
}

/** Cents as decimal text. */
export function fromCents(all: bigint): string {
  const digits = String(all < 0n ? -all : all).padStart(3, '0');
  return `${all < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The exact sum of amounts, as decimal text. */
export const sumOf = (amounts: readonly (number | string)[]): string =>
  fromCents(amounts.reduce<bigint>((sum, amount) => sum + cents(amount), 0n));

/** What is left of an amount without another one, as decimal text. */
export const difference = (amount: number | string, less: number | string): string =>
  fromCents(cents(amount) - cents(less));

/** An amount as a person types it, above zero; undefined if it is none. */
export function typedAmount(text: string): number | undefined {
  const plain = text.trim();
  return /^\d{1,12}(\.\d{1,2})?$/.test(plain) && cents(plain) > 0n ? Number(plain) : undefined;
}
