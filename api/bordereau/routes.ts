import { Router } from 'express';
import {
  bordereauCsv,
  bordereauFileName,
  writeBordereauWorkbook,
} from '../../documents/bordereau/write-bordereau.js';
import { reportFormats } from '../../documents/reports/write-report.js';
import { callerOf } from '../http/caller.js';
import { chosenFormat } from '../http/chosen-format.js';
import { gone } from '../http/shares.js';
import { validated } from '../http/validated.js';
import { decideBordereau, getBordereau } from './schemas.js';
import type { Bordereaux } from './service.js';
import { bordereauTable } from './views.js';

/** Premium bordereaux: extensions of the interface. */
export function bordereauRoutes({ bordereaux }: { bordereaux: Bordereaux }): Router {
  const router = Router();
  router.get(
    getBordereau.path,
    validated(getBordereau, async ({ query: { format, page, size, ...asked } }, req, res) => {
      const chosen = chosenFormat(req, reportFormats, format);
      if (chosen === 'json') return bordereaux.page(callerOf(req), { ...asked, page, size }, gone(res));
      const table = bordereauTable(asked.month, await bordereaux.all(callerOf(req), asked, gone(res)));
      res.attachment(bordereauFileName(asked.month, chosen));
      if (chosen === 'csv') res.type(`${reportFormats.csv}; charset=utf-8`).send(bordereauCsv(table));
      else await writeBordereauWorkbook(table, res.type(reportFormats.xlsx));
      return undefined;
    }),
  );
  router.post(
    decideBordereau.path,
    validated(decideBordereau, ({ body }, req) => bordereaux.decide(callerOf(req), body, req.operationId)),
  );
  return router;
}
