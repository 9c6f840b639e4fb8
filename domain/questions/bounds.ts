import { z } from 'zod';
import { isDate } from '../expression/index.js';
import { addDays, addMonths } from '../ground/calendar.js';

const form = /^effectiveDate(?: ([+-]) (\d{1,4}) (day|month|year)s?)?$/;

/** The first or the last date that a DATE question takes, as written in a product file. */
const dateBound = z
  .string()
  .regex(
    /^(\d{4}-\d{2}-\d{2}|effectiveDate( [+-] \d{1,4} (day|month|year)s?)?)$/,
    'must be a date ("2020-01-31"), or lie days, months or years before or after the effective date ("effectiveDate - 16 years")',
  );

/** The `min` or `max` of a question: a whole number, or, of a DATE question, a date. */
export const bound = z.union([z.number().int(), dateBound]);

type Bound = z.infer<typeof bound>;

/** The bound of a number. */
export function numberBound(bound: Bound | undefined): number | undefined {
  return typeof bound === 'number' ? bound : undefined;
}

/** A date that may depend on the effective date. */
export interface DateBound {
  text: string;
  isRelative: boolean;
  on(effectiveDate: string): string;
}

/** Reads a bound; null if there is no such date. */
export function readDateBound(text: string): DateBound | null {
  const parts = form.exec(text);
  if (!parts) return isDate(text) ? { text, isRelative: false, on: () => text } : null;
  const [, sign = '+', count = '0', unit = 'day'] = parts;
  const by = Number(`${sign}${count}`);
  const move = (date: string) =>
    unit === 'day' ? addDays(date, by) : addMonths(date, unit === 'year' ? by * 12 : by);
  // Many ratings in a row have the same effective date.
  let last = { from: '', to: '' };
  const on = (date: string) => {
    if (last.from !== date) last = { from: date, to: move(date) };
    return last.to;
  };
  return { text, isRelative: true, on };
}
