import { addDays, addMonths } from '../ground/calendar.js';

/** The first day of a day's month. */
export const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

/** The last day of a day's month. */
export const lastOfMonth = (day: string): string => addDays(addMonths(firstOfMonth(day), 1), -1);

/** The last days of months from one day to another, both included. */
export function monthEndsBetween(from: string, to: string): string[] {
  const ends: string[] = [];
  for (let end = lastOfMonth(from); end <= to; end = lastOfMonth(addDays(end, 1))) ends.push(end);
  return ends;
}
