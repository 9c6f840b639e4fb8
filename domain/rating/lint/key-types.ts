import { isDate, parseBoolean, toDecimal, type Value } from '../../expression/index.js';
import { keyType } from '../tables/canonical-table.js';
import type { TableKey } from '../tables/cells.js';
import { type Possible, typeText, written } from './possible.js';

/** What does not fit about looking something up under a key. */
export interface Mismatch {
  message: string;
  certain: boolean;
}

const wantedText = { number: 'numbers', date: 'dates', boolean: 'true and false', text: 'texts' } as const;

/** Whether what is looked up is of the key's type; null where it is, or where that cannot be told. */
export function keyMismatch(key: TableKey, sought: string, possible: Possible): Mismatch | null {
  const wanted = keyType(key);
  const { type, list, direct } = possible;
  if (type === 'any') return null;
  const is = `${sought} is ${typeText[type]}, but the key "${key.name}" is of ${wantedText[wanted]}`;
  if (type === 'list') return { message: is, certain: true };
  if (wanted === 'text') {
    return type === 'text' || !direct || list?.length === 1
      ? null
      : { message: `${is}; give the key its type`, certain: false };
  }
  if (type === wanted) return null;
  if (type !== 'text') return { message: is, certain: true };
  if (list === null) return direct ? { message: is, certain: true } : null;
  const odd = list.filter((value) => !fits(value, wanted));
  if (odd.length === 0) return null;
  const shown = odd.slice(0, 5).map(written).join(', ');
  const message = `${sought} can be ${shown}, but the key "${key.name}" is of ${wantedText[wanted]}`;
  return { message, certain: direct || odd.length === list.length };
}

function fits(value: Value, wanted: 'number' | 'date' | 'boolean'): boolean {
  switch (wanted) {
    case 'number':
      return toDecimal(value) !== null;
    case 'date':
      return typeof value === 'string' && isDate(value);
    case 'boolean':
      return typeof value === 'string' && parseBoolean(value) !== null;
  }
}
