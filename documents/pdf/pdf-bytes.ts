import pdfmake from 'pdfmake';
import type { ResolvedDocument } from '../../domain/forms/resolved.js';
import { fonts, sharedFonts } from './fonts.js';
import './line-order.js';
import { pdfDefinition } from './pdf-definition.js';

declare module 'pdfmake' {
  /** Files that pdfmake takes from memory. */
  export const virtualfs: { writeFileSync(name: string, content: Uint8Array): void };
}

pdfmake.setFonts(fonts);
for (const [file, { handle }] of sharedFonts) pdfmake.virtualfs.writeFileSync(file, handle);
// Documents are untrusted data: pdfmake may fetch no URL and read no file.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy(() => false);

/** A document as a PDF. */
export function pdfBytes(document: ResolvedDocument): Promise<Buffer> {
  // pdfmake modifies the definition, which is used once.
  return pdfmake.createPdf(pdfDefinition(document)).getBuffer();
}
