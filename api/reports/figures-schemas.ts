import { z } from 'zod';
import { figureDescriptions, figureNames } from '../../domain/figures/figures.js';
import { calendarDate, coverageDate, instant, uuid } from '../../domain/ground/primitives.js';
import { endpoint } from '../http/endpoint.js';
import { clockOfReport, noSuchClock } from './time-of-report.js';

const amounts = Object.fromEntries(
  figureNames.map((name) => [name, z.number().meta({ description: figureDescriptions[name] })]),
);

const figuresOfLine = z
  .object({
    lineId: uuid.meta({ description: 'The product.' }),
    lineName: z.string(),
    currency: z.string(),
    ...amounts,
  })
  .meta({ id: 'FiguresOfLine' });

export const figureReport = z
  .object({
    asOf: calendarDate,
    knownTimestamp: instant,
    rows: z.array(figuresOfLine),
    totals: z
      .array(z.object({ currency: z.string(), ...amounts }).meta({ id: 'FiguresTotal' }))
      .meta({ description: 'One for each currency.' }),
  })
  .meta({ id: 'FigureReport' });
export type FigureReport = z.output<typeof figureReport>;

export const getFigures = endpoint({
  method: 'get',
  path: '/report/figures',
  operationId: 'getFigures',
  summary: 'Report: figures of the book at once',
  description:
    "An extension of the interface, on the policies that the caller's organization issued: premium written and earned, and what is " +
    'billed, paid and due by its age, by product. They are read from sums that the service keeps, so that they take no longer for ' +
    'a large book, and are those of `GET /report/premium` and `GET /report/receivables` to the cent. While the sums of a large book are made, ' +
    'as after an upgrade, the answer is 503.',
  tags: ['Reports'] as const,
  query: z.object({
    asOf: coverageDate.optional().meta({
      description: 'The last day of what is earned, billed, paid and due; default today.',
    }),
    knownAt: instant.optional().meta({
      description:
        'What was recorded at this time or later does not count: the earned premium of a past day as it is known now, or as it was ' +
        "known then. Default: the end of `asOf` in the organization's time zone. `written` is all that was recorded by then. " +
        'Statements and payments are recorded on their day.',
    }),
    clockId: clockOfReport,
  }),
  responses: { 200: { description: 'The figures.', schema: figureReport }, ...noSuchClock },
  permission: 'policies:read',
  audited: 'REPORT_READ',
});
