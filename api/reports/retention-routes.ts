import { Router } from 'express';
import { retentionOfPeriods } from '../../db/reports/retention.js';
import { callerOf } from '../http/caller.js';
import { validated } from '../http/validated.js';
import { getRetentionReport } from './retention-schemas.js';
import { type ReportTimes, timeOfReport } from './time-of-report.js';

/** `GET /report/retention`, an extension of the interface. */
export function retentionRoutes(times: ReportTimes): Router {
  const router = Router();
  router.get(
    getRetentionReport.path,
    validated(getRetentionReport, async ({ query: { from, to, by, clockId } }, req) => {
      const { organizationId } = callerOf(req);
      const { today } = await timeOfReport(times, callerOf(req), clockId);
      const rows = await retentionOfPeriods(times.db, { organizationId, clockId }, { from, to, by, today });
      return { from, to, rows };
    }),
  );
  return router;
}
