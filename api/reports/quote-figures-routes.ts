import { Router } from 'express';
import { quotesOfPeriods, referralsByAge } from '../../db/reports/quote-figures.js';
import { callerOf } from '../http/caller.js';
import { validated } from '../http/validated.js';
import { getQuoteReport, getReferralReport } from './quote-figures-schemas.js';
import { type ReportTimes, timeOfReport } from './time-of-report.js';

/** Figures of quotes: extensions of the interface. */
export function quoteFigureRoutes(times: ReportTimes): Router {
  const { db } = times;
  const router = Router();
  router.get(
    getQuoteReport.path,
    validated(getQuoteReport, async ({ query: { from, to, by, clockId } }, req) => {
      const { organizationId } = callerOf(req);
      const { timeZone } = await timeOfReport(times, callerOf(req), clockId);
      const of = { organizationId, timeZone, clockId };
      return { from, to, rows: await quotesOfPeriods(db, of, { from, to, by }) };
    }),
  );
  router.get(
    getReferralReport.path,
    validated(getReferralReport, async ({ query: { clockId } }, req) => {
      const { organizationId } = callerOf(req);
      const { timeZone, today: asOf } = await timeOfReport(times, callerOf(req), clockId);
      return { asOf, rows: await referralsByAge(db, { organizationId, timeZone, clockId }, asOf) };
    }),
  );
  return router;
}
