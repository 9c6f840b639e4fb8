import { formatted } from '../forms/values/formats.js';
import type { Json } from '../ground/json.js';

const english = { locale: 'en-US', currency: 'USD' };

/** An amount as people write it: `$1,234.56`. */
export const money = (amount: number | string, currency = 'USD'): string =>
  formatted(amount, 'money', [], { ...english, currency });

/** A calendar date as people write it: `Jan 15, 2027`. */
export const day = (date: string): string =>
  formatted(date, 'date', [{ name: 'date', argument: 'medium' }], english);

/** A code as words: `PENDING_FINANCE_CONFIRMATION` as `pending finance confirmation`. */
export function codeWords(code: Json | undefined): string {
  const text = formatted(code, 'any', [{ name: 'words', argument: null }], english);
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** Such as `1 policy`, `3 policies`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
