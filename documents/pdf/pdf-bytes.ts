import pdfmake from 'pdfmake';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { fontFiles, fonts } from './fonts.js';

pdfmake.setFonts(fonts);
// A document is data: nothing is fetched, and no file but the fonts is read.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((file) => fontFiles.has(file));

/** Lays out a PDF with the fonts of documents, and answers its bytes. pdfmake writes into the definition: use it once. */
export function pdfBytes(definition: TDocumentDefinitions): Promise<Buffer> {
  return pdfmake.createPdf(definition).getBuffer();
}
