import type { WorksheetLine } from '../../domain/rating/run/worksheet-line.js';
import { jsonWorksheet } from './json.js';
import { type StoredWorksheet, worksheetDocument } from './worksheet-document.js';

export type Rendering = 'excel' | 'pdf' | 'verbose pdf' | 'json';

/** A stored worksheet as plain data that can be sent to a thread, its lines still as JSON text. */
export interface WorksheetSource extends Omit<StoredWorksheet, 'lines'> {
  linesText: string;
}

/** Renders a worksheet as a file. The libraries for Excel and PDF are large and loaded on demand. */
export async function renderWorksheet(rendering: Rendering, source: WorksheetSource): Promise<Uint8Array> {
  const { linesText, ...stored } = source;
  const document = worksheetDocument({ ...stored, lines: JSON.parse(linesText) as WorksheetLine[] });
  switch (rendering) {
    case 'excel':
      return (await import('./excel.js')).excelWorksheet(document);
    case 'pdf':
      return (await import('./pdf.js')).pdfWorksheet(document, { verbose: false });
    case 'verbose pdf':
      return (await import('./pdf.js')).pdfWorksheet(document, { verbose: true });
    case 'json':
      return Buffer.from(JSON.stringify(jsonWorksheet(document)));
  }
}
