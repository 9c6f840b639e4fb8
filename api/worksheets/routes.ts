import type { ServerResponse } from 'node:http';
import { Router } from 'express';
import { callerOf } from '../http/caller.js';
import { validated } from '../http/validated.js';
import { downloadExcelWorksheet, downloadWorksheet, downloadWorksheetPdf } from './schemas.js';
import type { WorksheetService } from './service.js';

/** Rating worksheets as Excel, JSON and PDF (spec 4.9): three renderings of the same steps. */
export function worksheetRoutes({ worksheets }: { worksheets: WorksheetService }): Router {
  const router = Router();
  router.get(
    downloadExcelWorksheet.path,
    validated(downloadExcelWorksheet, async ({ params: { quoteId } }, req, res) => {
      const workbook = await worksheets.render(callerOf(req), quoteId, 'excel');
      sendFile(res, workbook, 'application/octet-stream', `worksheet-${quoteId}.xlsx`);
    }),
  );
  router.get(
    downloadWorksheet.path,
    validated(downloadWorksheet, async ({ params: { quoteId } }, req, res) => {
      send(res, await worksheets.render(callerOf(req), quoteId, 'json'), {
        'Content-Type': 'application/json; charset=utf-8',
      });
    }),
  );
  router.get(
    downloadWorksheetPdf.path,
    validated(downloadWorksheetPdf, async ({ params: { quoteId }, query: { verbose } }, req, res) => {
      const pdf = await worksheets.render(callerOf(req), quoteId, verbose ? 'verbose pdf' : 'pdf');
      sendFile(res, pdf, 'application/pdf', `worksheet-${quoteId}.pdf`);
    }),
  );
  return router;
}

/** A file to save, named by the quote's id. */
function sendFile(res: ServerResponse, body: Uint8Array, contentType: string, fileName: string): void {
  send(res, body, {
    'Content-Type': contentType,
    'Content-Disposition': `attachment; filename="${fileName}"`,
  });
}

function send(res: ServerResponse, body: Uint8Array, headers: Record<string, string>): void {
  res.writeHead(200, { ...headers, 'Content-Length': body.length });
  res.end(body);
}
