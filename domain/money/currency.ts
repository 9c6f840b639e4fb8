/** Currencies whose smallest unit is no hundredth (ISO 4217, and MGA as payment providers count it). */
const otherDecimals: ReadonlySet<string> = new Set(
  (
    'BIF CLP DJF GNF ISK JPY KMF KRW MGA PYG RWF UGX UYI VND VUV XAF XOF XPF ' +
    'BHD IQD JOD KWD LYD OMR TND CLF UYW'
  ).split(' '),
);

/**
 * Whether a hundredth is the smallest unit of a currency (ISO 4217). Amounts have two decimals, and providers are told of
 * them in hundredths: in a currency without cents they would take a hundred times as much.
 */
export function hasCents(currency: string): boolean {
  return !otherDecimals.has(currency);
}
