interface CivilDate {
  year: number;
  month: number;
  day: number;
}

/** Reads `YYYY-MM-DD`; null if the date does not exist. There is no year 0. */
export function parseDate(text: string): CivilDate | null {
  if (text.length !== 10 || text[4] !== '-' || text[7] !== '-') return null;
  const year = digitsFrom(text, 0, 4);
  const month = digitsFrom(text, 5, 7);
  const day = digitsFrom(text, 8, 10);
  // One that is not a number is in no range.
  if (!(year >= 1)) return null;
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month) ? { year, month, day } : null;
}

/** The digits of a text as a number; NaN if a character is none. */
function digitsFrom(text: string, from: number, to: number): number {
  let number = 0;
  for (let place = from; place < to; place++) {
    const digit = text.charCodeAt(place) - zeroDigit;
    number = digit >= 0 && digit <= 9 ? number * 10 + digit : Number.NaN;
  }
  return number;
}

const zeroDigit = 48;

export function isDate(text: string): boolean {
  return parseDate(text) !== null;
}

/** Whole years from one date to another, negative if `to` is earlier. 29 February counts from 1 March. */
export function yearsBetween(from: CivilDate, to: CivilDate): number {
  return Math.trunc(monthsBetween(from, to) / 12);
}

/** Whole months from one date to another, negative if `to` is earlier. 31 January counts from 1 March. */
export function monthsBetween(from: CivilDate, to: CivilDate): number {
  if (dayNumber(to) < dayNumber(from)) return -monthsBetween(to, from);
  return (to.year - from.year) * 12 + to.month - from.month - (to.day >= from.day ? 0 : 1);
}

export function daysBetween(from: CivilDate, to: CivilDate): number {
  return dayNumber(to) - dayNumber(from);
}

/**
 * The share of the days from `start` to `end` that lie from `from` to `to`, as days and their total; each first day
 * counts, each last one does not. Null if there are no days from `start` to `end`.
 */
export function sharedDays(
  [from, to]: readonly [CivilDate, CivilDate],
  [start, end]: readonly [CivilDate, CivilDate],
): { days: number; total: number } | null {
  const [first, last, opening, closing] = [dayNumber(from), dayNumber(to), dayNumber(start), dayNumber(end)];
  const days = Math.max(0, Math.min(last, closing) - Math.max(first, opening));
  return closing > opening ? { days, total: closing - opening } : null;
}

function dayNumber({ year, month, day }: CivilDate): number {
  return Date.UTC(year, month - 1, day) / 86_400_000;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
