import { z } from 'zod';
import { postingFormatNames, postingFormats } from '../../documents/postings/write-postings.js';
import { calendarMonth, instant, uuid } from '../../domain/ground/primitives.js';
import { firstOfMonth, lastOfMonth } from '../../domain/postings/months.js';
import { postingPeriods, postingReport } from '../../domain/postings/report.js';
import { endpoint } from '../http/endpoint.js';
import { areDays, daysOfReport, whyNotDays } from '../reports/by-period.js';
import { clockOfReport, noSuchClock } from '../reports/time-of-report.js';

const tags = ['Reports'] as const;

export const getPostings = endpoint({
  method: 'get',
  path: '/report/postings',
  operationId: 'getPostings',
  summary: 'Report: double-entry postings',
  description:
    "An extension of the interface. Balanced postings of the policies that the caller's organization issued, on the accounts of its " +
    'chart: premium written and earned, taxes and fees, statements, payments and refunds. As JSON, CSV ' +
    `(\`${postingFormats.csv}\`) or Beancount text (\`${postingFormats.beancount}\`).`,
  tags,
  query: z
    .object({
      ...daysOfReport,
      by: z
        .enum(postingPeriods, `must be one of ${postingPeriods.join(', ')}`)
        .default('month')
        .meta({ description: 'A transaction of each kind a day or a month; `month` takes whole months.' }),
      clockId: clockOfReport,
      format: z
        .enum(postingFormatNames, `must be one of ${postingFormatNames.join(', ')}`)
        .optional()
        .meta({ id: 'PostingFormat', description: 'Default: by `Accept`, else `json`.' }),
    })
    .refine(areDays, whyNotDays)
    .refine(({ from, by }) => by === 'day' || from === firstOfMonth(from), {
      path: ['from'],
      message: 'must be the first day of a month, or give by=day',
    })
    .refine(({ to, by }) => by === 'day' || to === lastOfMonth(to), {
      path: ['to'],
      message: 'must be the last day of a month, or give by=day',
    }),
  responses: {
    200: {
      description: 'The transactions, by date and kind.',
      schema: postingReport,
      otherTypes: [postingFormats.csv, postingFormats.beancount],
    },
    ...noSuchClock,
  },
  permission: 'policies:read',
  audited: 'REPORT_READ',
  share: 'reports',
});

const close = z
  .object({
    month: calendarMonth.meta({ description: 'The closed month.' }),
    clockId: uuid.nullable(),
    closedTimestamp: instant,
  })
  .meta({ id: 'ClosedMonth' });
export type ClosedMonth = z.output<typeof close>;

const closing = z
  .object({
    month: calendarMonth.meta({
      description: 'The month after the last closed one. The first close has everything before it, too.',
    }),
    clockId: uuid.optional().meta({ description: 'Of the postings under this test clock.' }),
  })
  .meta({ id: 'MonthToClose' });
export type Closing = z.output<typeof closing>;

export const closePostings = endpoint({
  method: 'post',
  path: '/report/postings/close',
  operationId: 'closePostings',
  summary: 'Close a month of the postings',
  description:
    'An extension of the interface. Keeps the postings of a month that is over: they never change again. What is recorded later ' +
    'is posted in the first open month. A closed month cannot be opened.',
  tags,
  body: closing,
  bodyExample: { month: '2025-12' },
  responses: {
    200: { description: 'The month is closed.', schema: close },
    ...noSuchClock,
    409: { description: 'The month is not over, is closed already, or is not the next one.' },
  },
  permission: 'postings:close',
  share: 'reports',
});
