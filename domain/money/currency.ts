import { suggestion } from '../ground/nearest.js';

/** Currencies without a smaller unit, and with thousandths (ISO 4217; MGA as payment providers treat it). */
const otherDigits: readonly [digits: number, currencies: string][] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW MGA PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
];

const digitsOf: ReadonlyMap<string, number> = new Map(
  otherDigits.flatMap(([digits, currencies]) =>
    currencies.split(' ').map((currency): [string, number] => [currency, digits]),
  ),
);

/** The most decimals that an amount of any currency has. */
export const mostMinorDigits = 3;

/** How many decimals amounts of a currency have (ISO 4217): 2 for dollars, 0 for yen, 3 for dinars. */
export function minorDigits(currency: string): number {
  return digitsOf.get(currency) ?? 2;
}

/** {@link minorDigits} in SQL, of an expression that is a currency. */
export const minorDigitsSql = (currency: string): string => {
  const cases = otherDigits.map(([digits, currencies]) => {
    const list = currencies.split(' ').map((each) => `'${each}'`);
    return `when ${currency} in (${list.join(', ')}) then ${digits}`;
  });
  return `case ${cases.join(' ')} else 2 end`;
};

const known = Intl.supportedValuesOf('currency');

/** What is wrong with a code that is no currency; undefined for a currency. */
export function unknownCurrency(currency: string): string | undefined {
  if (known.includes(currency)) return undefined;
  return `"${currency}" is no currency${suggestion(currency, known)}`;
}
