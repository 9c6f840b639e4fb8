import pdfmake from 'pdfmake';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { fonts, sharedFonts } from './fonts.js';

declare module 'pdfmake' {
  /** Files that pdfmake takes from memory. */
  export const virtualfs: { writeFileSync(name: string, content: Uint8Array): void };
}

pdfmake.setFonts(fonts);
for (const [file, { handle }] of sharedFonts) pdfmake.virtualfs.writeFileSync(file, handle);
// Documents are untrusted data: pdfmake may fetch no URL and read no file.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy(() => false);

/** Renders a PDF with the fonts of documents. pdfmake modifies the definition: use it once. */
export function pdfBytes(definition: TDocumentDefinitions): Promise<Buffer> {
  return pdfmake.createPdf(definition).getBuffer();
}
