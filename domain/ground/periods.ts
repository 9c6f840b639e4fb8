import { addDays, addMonths } from './calendar.js';

/** Into what a report divides its days. */
export const periods = ['day', 'week', 'month'] as const;
export type Period = (typeof periods)[number];

/** The first day of each period, within the days of the report. Weeks begin on Mondays. */
export function firstDaysOf({ from, to, by }: { from: string; to: string; by: Period }): string[] {
  const days = [from];
  for (let next = afterPeriod(from, by); next <= to; next = afterPeriod(next, by)) days.push(next);
  return days;
}

/** The first and the last day of a period, by its number from 1, within the days of the report. */
export function daysOfPeriod(
  number: number,
  { firstDays, to }: { firstDays: readonly string[]; to: string },
): { from: string; to: string } {
  const [from = to, next] = firstDays.slice(number - 1, number + 1);
  return { from, to: next === undefined ? to : addDays(next, -1) };
}

/** The first day of the next period. */
function afterPeriod(day: string, by: Period): string {
  switch (by) {
    case 'day':
      return addDays(day, 1);
    case 'week':
      return addDays(day, 7 - ((new Date(day).getUTCDay() + 6) % 7));
    case 'month':
      return addMonths(`${day.slice(0, 7)}-01`, 1);
  }
}
