import { isDate } from '../../expression/index.js';
import { addDays, daysBetween } from '../../ground/calendar.js';
import type { Possible } from './possible.js';
import { hull, point, type Range } from './range.js';

const first = '1970-01-01';

/** The number of a day, so that ranges of dates are ranges of numbers. */
export function dayOf(date: string): number {
  return daysBetween(first, date);
}

/** The date of such a number. */
export function dateOf(day: number): string {
  return addDays(first, day);
}

/** The days of dates; null where nothing is known of them, or where something else than dates can be there. */
export function daysOf({ type, list, days = null }: Possible): Range | null {
  if (list === null) return type === 'date' ? days : null;
  const dates = list.filter((value) => typeof value === 'string').filter(isDate);
  if (dates.length < list.length || dates.length === 0) return null;
  return dates.map((date) => point(dayOf(date))).reduce(hull);
}
