import { z } from 'zod';
import { isDate } from '../expression/index.js';
import { addDays, addMonths } from '../ground/calendar.js';

const form = /^(effectiveDate|today)(?: ([+-]) (\d{1,4}) (day|month|year)s?)?$/;

/** The first or the last date that a DATE question takes, as written in a product file. */
const dateBound = z
  .string()
  .regex(
    /^(\d{4}-\d{2}-\d{2}|(effectiveDate|today)( [+-] \d{1,4} (day|month|year)s?)?)$/,
    'must be a number without quotes, separators or signs (1000000, 0.5), a date ("2020-01-31"), or days, months or years before or after the effective date ("effectiveDate - 16 years") or the day of the event ("today")',
  );

/** The `min` or `max` of a question: a number, or, of a DATE question, a date. */
export const bound = z.union([
  z.number().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER),
  dateBound,
]);

type Bound = z.infer<typeof bound>;

/** The bound of a number. */
export function numberBound(bound: Bound | undefined): number | undefined {
  return typeof bound === 'number' ? bound : undefined;
}

/** The dates that bounds can depend on: the first day of coverage, and the day of the event. */
export interface BoundDates {
  effectiveDate: string;
  today: string;
}

/** A date that may depend on another one. */
export interface DateBound {
  text: string;
  /** The date that it depends on; null for none. */
  base: keyof BoundDates | null;
  /** The distance from that date. */
  by: { count: number; unit: 'day' | 'month' | 'year' };
  /** @param date the date of its base. */
  on(date: string): string;
}

/** Reads a bound; null if there is no such date. */
export function readDateBound(text: string): DateBound | null {
  const parts = form.exec(text);
  if (!parts)
    return isDate(text) ? { text, base: null, by: { count: 0, unit: 'day' }, on: () => text } : null;
  const [, base, sign = '+', digits = '0', unit = 'day'] = parts;
  const by = { count: Number(`${sign}${digits}`), unit } as DateBound['by'];
  const move = (date: string) =>
    unit === 'day' ? addDays(date, by.count) : addMonths(date, unit === 'year' ? by.count * 12 : by.count);
  // Many ratings in a row have the same effective date.
  let last = { from: '', to: '' };
  const on = (date: string) => {
    if (last.from !== date) last = { from: date, to: move(date) };
    return last.to;
  };
  return { text, base: base as keyof BoundDates, by, on };
}
