import { type Response, Router } from 'express';
import { callerOf } from '../http/caller.js';
import { validated } from '../http/validated.js';
import { excelWorksheet } from './excel.js';
import { jsonWorksheet } from './json.js';
import { pdfWorksheet } from './pdf.js';
import { downloadExcelWorksheet, downloadWorksheet, downloadWorksheetPdf } from './schemas.js';
import type { WorksheetService } from './service.js';
import { fileNameOf } from './worksheet-document.js';

/** Rating worksheets as Excel, JSON and PDF (spec 4.9): three renderings of the same steps. */
export function worksheetRoutes({ worksheets }: { worksheets: WorksheetService }): Router {
  const router = Router();
  router.get(
    downloadExcelWorksheet.path,
    validated(downloadExcelWorksheet, async ({ params }, req, res) => {
      const document = await worksheets.ofQuote(callerOf(req), params.quoteId);
      sendFile(res, await excelWorksheet(document), 'application/octet-stream', fileNameOf(document, 'xlsx'));
    }),
  );
  router.get(
    downloadWorksheet.path,
    validated(downloadWorksheet, async ({ params }, req) =>
      jsonWorksheet(await worksheets.ofQuote(callerOf(req), params.quoteId)),
    ),
  );
  router.get(
    downloadWorksheetPdf.path,
    validated(downloadWorksheetPdf, async ({ params, query }, req, res) => {
      const document = await worksheets.ofQuote(callerOf(req), params.quoteId);
      sendFile(res, await pdfWorksheet(document, query), 'application/pdf', fileNameOf(document, 'pdf'));
    }),
  );
  return router;
}

function sendFile(res: Response, body: Buffer, contentType: string, fileName: string): void {
  res.writeHead(200, {
    'Content-Type': contentType,
    'Content-Length': body.length,
    'Content-Disposition': `attachment; filename="${fileName}"`,
  });
  res.end(body);
}
