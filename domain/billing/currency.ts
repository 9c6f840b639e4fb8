import { z } from 'zod';

/** Currencies whose smallest unit is no hundredth (ISO 4217, and MGA as payment providers count it). */
const otherDecimals: ReadonlySet<string> = new Set(
  (
    'BIF CLP DJF GNF ISK JPY KMF KRW MGA PYG RWF UGX UYI VND VUV XAF XOF XPF ' +
    'BHD IQD JOD KWD LYD OMR TND CLF UYW'
  ).split(' '),
);

/**
 * ISO 4217. Amounts have two decimals, and providers are told of them in hundredths: in a currency without cents they
 * would take a hundred times as much.
 */
export const currencyCode = z
  .string()
  .regex(/^[A-Z]{3}$/, 'must be a currency code such as USD')
  .refine((code) => !otherDecimals.has(code), 'must be a currency of which a hundredth is the smallest unit');
