import { z } from 'zod';
import { calendarDate } from '../../domain/ground/primitives.js';
import { endpoint } from '../http/endpoint.js';
import { byPeriod, lineOfReport } from './by-period.js';

const count = z.number().int();

const retentionOfPeriod = z
  .object({
    ...lineOfReport,
    from: calendarDate.meta({ description: 'The first day of the period.' }),
    to: calendarDate.meta({ description: 'The last day of the period.' }),
    ending: count.meta({ description: 'The terms that end in the period, as their policies have them.' }),
    renewed: count.meta({
      description: 'Those that the next term follows, unless it was canceled from its first day.',
    }),
    canceled: count.meta({ description: 'Those that were canceled before their end, and not renewed.' }),
    notRenewed: count.meta({ description: 'Those that are over and were not renewed.' }),
    pending: count.meta({ description: 'Those that end later than today and are not renewed yet.' }),
  })
  .meta({ id: 'RetentionOfPeriod' });

export const getRetentionReport = endpoint({
  method: 'get',
  path: '/report/retention',
  operationId: 'getRetentionReport',
  summary: 'Report: retention',
  description:
    "An extension, on the policies that the caller's organization issued. The terms that end in each period, by product, and what became of " +
    'them by now. `ending` is the sum of the other figures. A policy that was rewritten as another one is left out: the other one counts.',
  ...byPeriod('RetentionReport', retentionOfPeriod),
  permission: 'policies:read',
});
