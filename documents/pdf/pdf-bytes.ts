import pdfmake from 'pdfmake';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { fontFiles, fonts } from './fonts.js';

pdfmake.setFonts(fonts);
// Documents are untrusted data: pdfmake may fetch no URL and read no file but the fonts.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((file) => fontFiles.has(file));

/** Renders a PDF with the fonts of documents. pdfmake modifies the definition: use it once. */
export function pdfBytes(definition: TDocumentDefinitions): Promise<Buffer> {
  return pdfmake.createPdf(definition).getBuffer();
}
