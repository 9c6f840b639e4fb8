import { createRequire } from 'node:module';
import pdfmake from 'pdfmake';
import type { TFontDictionary } from 'pdfmake/interfaces.js';
import { pdfContent } from './pdf-content.js';
import type { WorksheetDocument } from './worksheet-document.js';

const fonts = createRequire(import.meta.url)('pdfmake/fonts/Roboto.js') as TFontDictionary;
const fontFiles = new Set(Object.values(fonts).flatMap((faces) => Object.values(faces)));
pdfmake.setFonts(fonts);
// A document is made of texts only: nothing is fetched, and nothing but the fonts is read.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => fontFiles.has(path));

/**
 * The worksheet as a PDF (spec 4.9).
 * @param verbose false: the coverages with their rating values; true: every step with what it read.
 */
export async function pdfWorksheet(
  document: WorksheetDocument,
  { verbose }: { verbose: boolean },
): Promise<Buffer> {
  return pdfmake.createPdf(pdfContent(document, { verbose })).getBuffer();
}
