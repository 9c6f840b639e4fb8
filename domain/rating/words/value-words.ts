import { Decimal } from '../../expression/index.js';

/** A number with separators: `1,250.5`; with `places` digits after the point, if that is more. */
export function numberWords(number: Decimal, places = 0): string {
  const [whole = '', fraction] = number.toFixed(Math.max(places, number.decimalPlaces())).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',').replace('-', '−');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** An amount in a currency: `$1,250`, `$0.35`. */
export function moneyWords(amount: Decimal, currency: string): string {
  const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency }).formatToParts(0);
  const sign = parts.find(({ type }) => type === 'currency')?.value ?? currency;
  const cents = amount.isInteger() ? 0 : 2;
  return `${amount.isNegative() ? '−' : ''}${sign}${numberWords(amount.abs(), cents)}`;
}

/** The size of a decimal place: 2 digits are `0.01`, −2 are `100`. */
export function unitWords(digits: number): string {
  return digits === 0 ? 'whole number' : numberWords(Decimal.of(10).toPower(-digits));
}

/** `A, B and C`. */
export function listed(items: readonly string[], last = 'and'): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`;
}

/** A text of the product, in quotation marks. */
export function quoted(text: string): string {
  return `“${text}”`;
}

/** `surchargeRate` and `SURCHARGE_RATE` as `surcharge rate`. */
export function nameWords(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[._-]/g, ' ')
    .toLowerCase();
}

/** A text of rules and tables: `LONG_ISLAND` as `Long island`, any other as it is. */
export function constantWords(text: string): string {
  return /^[A-Z\d]+(_[A-Z\d]+)+$/.test(text) ? capital(nameWords(text)) : text;
}

/** With a capital letter at the beginning. */
export function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** `location` as `locations`, `city` as `cities`, `choice of “Cover”` as `choices of “Cover”`. */
export function plural(name: string): string {
  const [noun = '', of] = name.split(/(?= of )/, 2);
  return `${pluralNoun(noun)}${of === undefined ? '' : name.slice(noun.length)}`;
}

function pluralNoun(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}
