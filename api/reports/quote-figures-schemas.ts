import { z } from 'zod';
import { calendarDate } from '../../domain/ground/primitives.js';
import { endpoint } from '../http/endpoint.js';
import { byPeriod, lineOfReport } from './by-period.js';
import { clockOfReport, noSuchClock } from './time-of-report.js';

const tags = ['Reports'] as const;
const count = z.number().int();

const quotesOfPeriod = z
  .object({
    ...lineOfReport,
    from: calendarDate.meta({ description: 'The first day of the period, as `createdFrom` of the list.' }),
    to: calendarDate.meta({ description: 'The last day of the period, as `createdTo` of the list.' }),
    quoted: count.meta({ description: 'New business: `type=QUOTE` of the list.' }),
    declined: count.meta({ description: 'Declined in rating: `outcome=DECLINED` of the list.' }),
    underReview: count.meta({ description: 'Those of `quoted` with `underReview=true`.' }),
    bound: count.meta({ description: 'Those of `quoted` with `bound=true`, whenever they were bound.' }),
  })
  .meta({ id: 'QuotesOfPeriod' });

export const getQuoteReport = endpoint({
  method: 'get',
  path: '/report/quotes',
  operationId: 'getQuoteReport',
  summary: 'Report: quotes to binds',
  description:
    'An extension. The quotes that the organization sees, by product and period in its time zone: how many were made, and how many ' +
    'of these were bound by now. Each figure counts what `GET /quote` lists with the same filters, without quotes of test clocks.',
  ...byPeriod('QuoteReport', quotesOfPeriod),
  permission: 'quotes:read',
});

const referralsOfAge = z
  .object({
    ...lineOfReport,
    from: calendarDate
      .optional()
      .meta({ description: 'The first day on which they were made; absent for the oldest.' }),
    to: calendarDate.meta({ description: 'The last day on which they were made.' }),
    count,
  })
  .meta({ id: 'ReferralsOfAge' });

export const getReferralReport = endpoint({
  method: 'get',
  path: '/report/referrals',
  operationId: 'getReferralReport',
  summary: 'Report: referrals by age',
  description:
    'An extension. The quotes under review now, by product and age: made today or yesterday, up to 6, up to 29, or more ' +
    'days ago. `GET /quote` lists those of a row with `underReview=true`, `lineId`, `createdFrom` and `createdTo`.',
  tags,
  query: z.object({ clockId: clockOfReport }),
  responses: {
    200: {
      description: 'The figures.',
      schema: z.object({ asOf: calendarDate, rows: z.array(referralsOfAge) }).meta({ id: 'ReferralReport' }),
    },
    ...noSuchClock,
  },
  permission: 'quotes:read',
  audited: 'REPORT_READ',
  share: 'reports',
});
