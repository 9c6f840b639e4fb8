import type { ServerResponse } from 'node:http';
import { Router } from 'express';
import { warningHeader } from '../documents/content-disposition.js';
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
      const { bytes } = await worksheets.render(callerOf(req), quoteId, 'excel');
      sendFile(res, bytes, 'application/octet-stream', `worksheet-${quoteId}.xlsx`);
    }),
  );
  router.get(
    downloadWorksheet.path,
    validated(downloadWorksheet, async ({ params: { quoteId } }, req, res) => {
      const { bytes } = await worksheets.render(callerOf(req), quoteId, 'json');
      send(res, bytes, { 'Content-Type': 'application/json; charset=utf-8' });
    }),
  );
  router.get(
    downloadWorksheetPdf.path,
    validated(downloadWorksheetPdf, async ({ params: { quoteId }, query: { verbose } }, req, res) => {
      const rendering = verbose ? 'verbose pdf' : 'pdf';
      const { bytes, warnings } = await worksheets.render(callerOf(req), quoteId, rendering);
      sendFile(res, bytes, 'application/pdf', `worksheet-${quoteId}.pdf`, warningHeader(warnings));
    }),
  );
  return router;
}

/** A file to save, named by the quote's id. */
function sendFile(
  res: ServerResponse,
  body: Uint8Array,
  contentType: string,
  fileName: string,
  more: Record<string, string> = {},
): void {
  send(res, body, {
    ...more,
    'Content-Type': contentType,
    'Content-Disposition': `attachment; filename="${fileName}"`,
  });
}

function send(res: ServerResponse, body: Uint8Array, headers: Record<string, string>): void {
  res.writeHead(200, { ...headers, 'Content-Length': body.length });
  res.end(body);
}
