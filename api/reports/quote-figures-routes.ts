import { Router } from 'express';
import type { Database } from '../../db/database.js';
import { quotesOfPeriods, referralsByAge } from '../../db/reports/quote-figures.js';
import { utcDate } from '../../domain/ground/calendar.js';
import { callerOf } from '../http/caller.js';
import { validated } from '../http/validated.js';
import { getQuoteReport, getReferralReport } from './quote-figures-schemas.js';

/** Figures of quotes: extensions of the interface. */
export function quoteFigureRoutes({ db, now }: { db: Database; now: () => Date }): Router {
  const router = Router();
  router.get(
    getQuoteReport.path,
    validated(getQuoteReport, async ({ query: { from, to, by } }, req) => {
      const { organizationId } = callerOf(req);
      return { from, to, rows: await quotesOfPeriods(db, organizationId, { from, to, by }) };
    }),
  );
  router.get(
    getReferralReport.path,
    validated(getReferralReport, async (_input, req) => {
      const asOf = utcDate(now());
      return { asOf, rows: await referralsByAge(db, callerOf(req).organizationId, asOf) };
    }),
  );
  return router;
}
