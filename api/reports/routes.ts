import { Router } from 'express';
import { reportNames } from '../../db/reports/reports.js';
import { reportFileName, reportFormats } from '../../documents/reports/write-report.js';
import { callerOf } from '../http/caller.js';
import { chosenFormat } from '../http/chosen-format.js';
import { gone } from '../http/shares.js';
import { validated } from '../http/validated.js';
import { reportEndpoints } from './schemas.js';
import type { ReportService } from './service.js';
import { type ReportTimes, timeOfReport } from './time-of-report.js';

/** A reader that takes nothing for so long is disconnected, because a report holds a connection to the database. */
const idleMs = 60_000;

/** `GET /report/premium`, `GET /report/taxes` and `GET /report/receivables`, extensions of the interface. */
export function reportRoutes({ reports, ...times }: { reports: ReportService } & ReportTimes): Router {
  const router = Router();
  for (const name of reportNames) {
    const declared = reportEndpoints[name];
    router.get(
      declared.path,
      validated(declared, async ({ query: { asOf: asked, by, clockId, format } }, req, res) => {
        const { organizationId } = callerOf(req);
        const { timeZone, today } = await timeOfReport(times, callerOf(req), clockId);
        const asOf = asked ?? today;
        const chosen = chosenFormat(req, reportFormats, format);
        const report = { name, organizationId, asOf, by, timeZone, clockId };
        const begin = () => {
          res.setTimeout(idleMs);
          res.writeHead(200, {
            'Content-Type':
              chosen === 'xlsx' ? reportFormats.xlsx : `${reportFormats[chosen]}; charset=utf-8`,
            ...(chosen !== 'json' && {
              'Content-Disposition': `attachment; filename="${reportFileName(report, chosen)}"`,
            }),
          });
        };
        await reports.write(report, chosen, res, { gone: gone(res), begin });
      }),
    );
  }
  return router;
}
