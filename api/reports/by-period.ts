import { z } from 'zod';
import { daysBetween } from '../../domain/ground/calendar.js';
import { periods } from '../../domain/ground/periods.js';
import { calendarDate, uuid } from '../../domain/ground/primitives.js';
import { clockOfReport, noSuchClock } from './time-of-report.js';

const mostDays = 366;

/** The first and the last day of a report. */
export const daysOfReport = {
  from: calendarDate.meta({ description: 'The first day.' }),
  to: calendarDate.meta({ description: 'The last day.' }),
};

/** Whether they are in order, and not too many. */
export const areDays = ({ from, to }: { from: string; to: string }): boolean =>
  from <= to && daysBetween(from, to) < mostDays;

export const whyNotDays = {
  path: ['to'],
  message: `must not be before from, and at most ${mostDays} days in all`,
};

/** The product that a row is about. */
export const lineOfReport = {
  lineId: uuid.meta({ description: 'The product.' }),
  lineName: z.string(),
};

const periodsOfReport = z
  .object({
    ...daysOfReport,
    by: z
      .enum(periods, `must be one of ${periods.join(', ')}`)
      .default('month')
      .meta({ id: 'QuotePeriod' }),
    clockId: clockOfReport,
  })
  .refine(areDays, whyNotDays);

/** The contract of a report with a row for each product and period. */
export function byPeriod<Row extends z.ZodType>(id: string, row: Row) {
  return {
    tags: ['Reports'] as const,
    query: periodsOfReport,
    responses: {
      200: {
        description: 'The figures.',
        schema: z.object({ from: calendarDate, to: calendarDate, rows: z.array(row) }).meta({ id }),
      },
      ...noSuchClock,
    },
    audited: 'REPORT_READ' as const,
    share: 'reports' as const,
  };
}
