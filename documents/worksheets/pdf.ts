import { pdfBytes } from '../pdf/pdf-bytes.js';
import { pdfContent } from './pdf-content.js';
import type { WorksheetDocument } from './worksheet-document.js';

/**
 * The worksheet as a PDF (spec 4.9).
 * @param verbose false: the coverages with their rating values; true: every step with its inputs.
 */
export function pdfWorksheet(document: WorksheetDocument, options: { verbose: boolean }): Promise<Buffer> {
  return pdfBytes(pdfContent(document, options));
}
