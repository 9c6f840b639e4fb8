import { Decimal, type Numeric } from '../expression/index.js';
import { minorDigits } from './currency.js';

/** An exact amount as decimal text: with two decimals, or with all that it has. */
export function exactText(amount: Numeric): string {
  const exact = Decimal.of(amount);
  return exact.toFixed(Math.max(2, exact.decimalPlaces()));
}

/** An amount as decimal text with the decimals of its currency: `1250.00`, in yen `1250`. */
export function amountIn(currency: string, amount: Numeric): string {
  return Decimal.of(amount).toFixed(minorDigits(currency));
}

/** What is wrong with an amount that has more decimals than its currency; undefined if it has not. */
export function tooManyDecimals(currency: string, amount: Numeric): string | undefined {
  const digits = minorDigits(currency);
  if (Decimal.of(amount).decimalPlaces() <= digits) return undefined;
  const most = digits === 0 ? 'no decimal places' : `at most ${digits} decimal places`;
  return `must have ${most}: it is in ${currency}`;
}
