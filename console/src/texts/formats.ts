import { currentLanguage, localeOf } from './texts.js';

/** Makes a format once for each language. */
function inLanguage<F>(make: (language: string) => F): () => F {
  const made = new Map<string, F>();
  return () => {
    const language = localeOf(currentLanguage());
    const format = made.get(language) ?? make(language);
    made.set(language, format);
    return format;
  };
}

const dollars = inLanguage(
  (language) => new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' }),
);
const wholeDollars = inLanguage(
  (language) =>
    new Intl.NumberFormat(language, { style: 'currency', currency: 'USD', maximumFractionDigits: 0 }),
);
const days = inLanguage(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }),
);
const shortDays = inLanguage(
  (language) => new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', timeZone: 'UTC' }),
);
const months = inLanguage(
  (language) => new Intl.DateTimeFormat(language, { month: 'short', year: 'numeric', timeZone: 'UTC' }),
);
const times = inLanguage(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }),
);
const clocks = inLanguage((language) => new Intl.DateTimeFormat(language, { timeStyle: 'short' }));
const weekdays = inLanguage((language) => new Intl.DateTimeFormat(language, { dateStyle: 'full' }));
const utcTimes = inLanguage(
  (language) =>
    new Intl.DateTimeFormat(language, {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZone: 'UTC',
      timeZoneName: 'short',
    }),
);
const ages = inLanguage((language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));
const numbers = inLanguage((language) => new Intl.NumberFormat(language));

const lists = {
  or: inLanguage((language) => new Intl.ListFormat(language, { type: 'disjunction' })),
  and: inLanguage((language) => new Intl.ListFormat(language, { type: 'conjunction' })),
};
/** `Service, Billing or Administrator`. */
export const listOf = (words: readonly string[], by: keyof typeof lists): string => lists[by]().format(words);

/** An amount in dollars; the interface has no other currency. */
export const money = (amount: number | string): string => dollars().format(Number(amount));
export const roundMoney = (amount: number | string): string => wholeDollars().format(Number(amount));
/** A difference: more has its sign, too. */
export const signedMoney = (amount: string): string =>
  Number(amount) > 0 ? `+${money(amount)}` : money(amount);
export const number = (value: number): string => numbers().format(value);
/** A calendar date such as `2026-11-23`. */
export const day = (date: string): string => days().format(new Date(`${date.slice(0, 10)}T00:00:00Z`));
/** The same without its year where that goes without saying: the day is within half a year of today. */
export const shortDay = (date: string, now = Date.now()): string =>
  Math.abs(Date.parse(date) - now) < 183 * 86_400_000
    ? shortDays().format(new Date(`${date}T00:00:00Z`))
    : day(date);
/** The month of a calendar date. */
export const month = (date: string): string => months().format(new Date(`${date}T00:00:00Z`));
/** A moment in the reader's time zone. */
export const time = (moment: string): string => times().format(new Date(moment));
/** The time of day of a moment, in the reader's time zone. */
export const clock = (moment: string): string => clocks().format(new Date(moment));
/** The day of a moment, in the reader's time zone, with its weekday. */
export const dayOf = (moment: string): string => capitalized(weekdays().format(new Date(moment)));
/** A moment in UTC, such as that of a test clock. */
export const utcTime = (moment: string): string => utcTimes().format(new Date(moment));

const steps = [
  [60, 'minute'],
  [24, 'hour'],
  [30, 'day'],
  [12, 'month'],
  [Number.POSITIVE_INFINITY, 'year'],
] as const;

/** How long ago a moment was: `3 hours ago`, and `now` within a minute. */
export function ago(moment: string, now = Date.now()): string {
  let size = (Date.parse(moment) - now) / 60_000;
  if (Math.abs(size) < 1) return ages().format(0, 'second');
  for (const [many, unit] of steps) {
    if (Math.abs(size) < many) return ages().format(Math.round(size), unit);
    size /= many;
  }
  return '';
}

/** With a capital letter, as a sentence or a title begins. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** As within a sentence: `Driver` as `driver`, but `ATV` and `DBA name` as they are. */
export const uncapitalized = (text: string): string =>
  /^\p{Lu}(?!\p{Lu})/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

/** Ids that have a name beside them by the name, and days as people write them. */
export const readable = (text: string): string =>
  text
    .replaceAll(/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12} \(([^)]+)\)/g, '“$1”')
    .replaceAll(/\b\d{4}-\d\d-\d\d\b(?!T)/g, (date) => day(date));
