import { Exact } from './exact.js';

/** What an answer, a derived value or an expression can be; null is "not known". */
export type Known = Exact | string | boolean | readonly string[];
export type Maybe = Known | null;

/** Why something is declined. */
export class Refusal extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

export function exactOrNull(value: Maybe): Exact | null {
  if (value instanceof Exact) return value;
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return /^[+-]?\d{1,18}(\.\d{1,16})?$/.test(text) ? Exact.ofText(text) : null;
}

export function exact(value: Known): Exact {
  const isFraction = typeof value === 'string' && /^-?(\d+ )?\d+\/\d+( ?%)?$|^-?[\d.]+ ?%$/.test(value);
  const number = isFraction ? Exact.ofText(value) : exactOrNull(value);
  if (number === null) throw new Refusal('TYPE_MISMATCH');
  return number;
}

export function yesOrNo(text: string): boolean | null {
  const word = text.trim().toLowerCase();
  if (['true', 'yes', 'y'].includes(word)) return true;
  return ['false', 'no', 'n'].includes(word) ? false : null;
}

export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
