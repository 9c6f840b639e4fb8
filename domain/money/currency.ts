import { suggestion } from '../ground/nearest.js';

/** Currencies whose smallest unit is not a hundredth (ISO 4217; MGA as payment providers treat it). */
const otherDecimals: ReadonlySet<string> = new Set(
  (
    'BIF CLP DJF GNF ISK JPY KMF KRW MGA PYG RWF UGX UYI VND VUV XAF XOF XPF ' +
    'BHD IQD JOD KWD LYD OMR TND CLF UYW'
  ).split(' '),
);

/**
 * Whether the currency's smallest unit is a hundredth (ISO 4217). Amounts have two decimals and go to payment
 * providers in hundredths. In a currency without cents, a provider would charge a hundred times as much.
 */
export function hasCents(currency: string): boolean {
  return !otherDecimals.has(currency);
}

const known = Intl.supportedValuesOf('currency');

/** What is wrong with a code that is no currency; undefined for a currency. */
export function unknownCurrency(currency: string): string | undefined {
  if (known.includes(currency)) return undefined;
  return `"${currency}" is no currency${suggestion(currency, known)}`;
}
