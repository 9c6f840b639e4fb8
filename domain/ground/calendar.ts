import { Temporal as Calendar } from 'temporal-polyfill';

/** Days from one date (`YYYY-MM-DD`) to another, negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return (dayOf(to) - dayOf(from)) / dayMs;
}

export function addDays(date: string, days: number): string {
  return new Date(dayOf(date) + days * dayMs).toISOString().slice(0, 10);
}

/**
 * The date `months` later, on the same day of the month as `anchor`, or on the month's last day if it is
 * shorter. Anchored to the first term, a policy that began on the 31st or on 29 February does not drift.
 */
export function addMonths(date: string, months: number, anchor: string = date): string {
  const { year, month } = Calendar.PlainDate.from(date).toPlainYearMonth().add({ months });
  const day = Number(anchor.slice(8));
  return Calendar.PlainDate.from({ year, month, day }, { overflow: 'constrain' }).toString();
}

/** The calendar day of an instant in UTC. Policy dates have no time zone. */
export function utcDate(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/** The instant at which a day begins, in UTC. */
export function startOf(date: string): Date {
  return new Date(dayOf(date));
}

export function laterOf(a: string, b: string): string {
  return a > b ? a : b;
}

export function earlierOf(a: string, b: string): string {
  return a < b ? a : b;
}

function dayOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

const dayMs = 86_400_000;
