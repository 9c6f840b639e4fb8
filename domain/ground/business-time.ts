import { Temporal as Calendar } from 'temporal-polyfill';
import { addDays, utcDate } from './calendar.js';

/**
 * A moment of the business: the time of a client's clock, or the database's for a client without one, with the time
 * zone whose days count. "Today" is a day of that zone.
 */
export class BusinessTime extends Date {
  #today: string | undefined;

  /**
   * @param timeZone an IANA name, such as `Pacific/Honolulu`.
   * @param systemTime the database's time then, by which products are configured; without a clock the same.
   */
  constructor(
    at: Date,
    readonly timeZone: string = 'UTC',
    readonly systemTime: Date = at,
  ) {
    super(at);
  }

  /** The day of this moment, `YYYY-MM-DD`. */
  get today(): string {
    this.#today ??= this.dayOf(this);
    return this.#today;
  }

  /** The day of another moment in the same zone. */
  readonly dayOf: DayOf = (instant) => dayIn(this.timeZone, instant);

  /** The first moment of a day in the zone; where its midnight is skipped, the moment after the gap. */
  startOf(day: string): Date {
    return startOfDayIn(this.timeZone, day);
  }
}

/** The business day of an instant, `YYYY-MM-DD`. */
export type DayOf = (instant: Date) => string;

/** The day of an instant in a time zone, `YYYY-MM-DD`. */
export function dayIn(timeZone: string, instant: Date): string {
  if (timeZone === 'UTC') return utcDate(instant);
  return zoned(instant, timeZone).toPlainDate().toString();
}

/** The first instant of a day in a time zone; where its midnight is skipped, the instant after the gap. */
export function startOfDayIn(timeZone: string, day: string): Date {
  return new Date(Calendar.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds);
}

/** The first instant after a day in a time zone. */
export function endOfDayIn(timeZone: string, day: string): Date {
  // No calendar date follows the last one.
  return day === '9999-12-31' ? new Date(Date.UTC(10_000, 0, 1)) : startOfDayIn(timeZone, addDays(day, 1));
}

/** Whether it is a time zone of the IANA database, by its name there: an offset such as `+02:00` is none. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The name of a time zone as the IANA database writes it, such as `America/New_York`; undefined if there is none. */
export function timeZoneNamed(name: string): string | undefined {
  return isTimeZone(name) ? zoned(new Date(0), name).timeZoneId : undefined;
}

function zoned(instant: Date, timeZone: string) {
  return Calendar.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone);
}
