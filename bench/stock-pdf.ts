// biome-ignore lint/style/noRestrictedImports: the baseline is pdfmake as it is installed.
import pdfmake from 'pdfmake';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { fonts } from '../documents/pdf/fonts.js';

const files = new Set(Object.values(fonts).flatMap((faces) => Object.values(faces).map(String)));

pdfmake.setFonts(fonts);
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((file) => files.has(file));

/** A PDF by pdfmake alone, which reads its fonts for each document. */
export function stockPdf(definition: TDocumentDefinitions): Promise<Buffer> {
  return pdfmake.createPdf(definition).getBuffer();
}
