import { Decimal } from '../expression/index.js';
import { exactText } from '../money/amount-text.js';
import { minorDigits } from '../money/currency.js';

/** Stripe counts these in hundredths, although they have none any more; their amounts are whole. */
const inHundredths: ReadonlySet<string> = new Set(['ISK', 'UGX']);

const stripeDigits = (currency: string): number => (inHundredths.has(currency) ? 2 : minorDigits(currency));

/** An amount in the unit in which Stripe counts its currency. */
export const stripeUnitsOf = (amount: string, currency: string): number =>
  Decimal.of(amount)
    .times(10 ** stripeDigits(currency))
    .toNumber();

/** What Stripe counts as so many units, as decimal text. */
export const amountOfStripe = (units: number, currency: string): string =>
  exactText(Decimal.ofUnits(units, stripeDigits(currency)));

/**
 * Why Stripe cannot move an amount; undefined if it can. Of currencies with three decimals it takes amounts whose last one
 * is zero.
 */
export function whyNotByStripe(amount: string, currency: string): string | undefined {
  if (minorDigits(currency) < 3 || Decimal.of(amount).decimalPlaces() < 3) return undefined;
  return `Stripe takes amounts in ${currency} with two decimals, not ${amount}`;
}
