import type { WorksheetLine } from '../../domain/rating/run/worksheet-line.js';
import { printWarnings } from '../pdf/print-warnings.js';
import { jsonWorksheet } from './json.js';
import { type StoredWorksheet, type WorksheetDocument, worksheetDocument } from './worksheet-document.js';

export type Rendering = 'excel' | 'pdf' | 'verbose pdf' | 'json';

/** A stored worksheet as plain data that can be sent to a thread, its lines still as JSON text. */
export interface WorksheetSource extends Omit<StoredWorksheet, 'lines'> {
  linesText: string;
}

/** Renders a worksheet as a file. The libraries for Excel and PDF are large and loaded on demand. */
export async function renderWorksheet(rendering: Rendering, source: WorksheetSource): Promise<Uint8Array> {
  const document = documentOf(source);
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

/** What a PDF of the worksheet cannot print. Its pages are made for it only if a text of the quote may be in it. */
export async function worksheetWarnings(rendering: Rendering, source: WorksheetSource): Promise<string[]> {
  if (rendering === 'excel' || rendering === 'json') return [];
  const doubtful = await printWarnings(source.linesText + JSON.stringify(source.quote));
  if (doubtful.length === 0) return [];
  const { worksheetPages } = await import('./pdf.js');
  const pages = worksheetPages(documentOf(source), { verbose: rendering === 'verbose pdf' });
  return printWarnings(JSON.stringify(pages));
}

function documentOf({ linesText, ...stored }: WorksheetSource): WorksheetDocument {
  return worksheetDocument({ ...stored, lines: JSON.parse(linesText) as WorksheetLine[] });
}
