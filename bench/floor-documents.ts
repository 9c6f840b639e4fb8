// biome-ignore lint/style/noRestrictedImports: the floor is pdfmake as it is installed.
import pdfmake from 'pdfmake';
import { sampleData } from '../cli/forms/sample-data.js';
import { demoProduct } from '../db/seeds/demo-products.js';
import { fonts } from '../documents/pdf/fonts.js';
import { pdfDefinition } from '../documents/pdf/pdf-definition.js';
import { utcDate } from '../domain/ground/calendar.js';
import { compileProduct } from '../domain/product/compile-product.js';
import type { Work } from './load.js';

/** The document that is measured, of `general-liability`. */
export const measuredForm = 'Quote proposal';

/** PDFs by pdfmake alone, in one thread, from the service's own layout. pdfmake reads its fonts for each of them. */
export async function documentFloor(): Promise<Work> {
  const files = new Set(Object.values(fonts).flatMap((faces) => Object.values(faces).map(String)));
  pdfmake.setFonts(fonts);
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((file) => files.has(file));
  const { definition, intakes } = await demoProduct('general-liability');
  const compiled = compileProduct(definition);
  const found = [...compiled.forms.documents.values()].find(({ form }) => form.name === measuredForm);
  if (found === undefined) throw new Error(`The demo product has no form ${measuredForm}.`);
  const about = { organization: 'Bench', today: utcDate(new Date()) };
  const { document } = found.fill(sampleData(definition, compiled, intakes.quoted, about));
  // A fresh copy, as in the service's threads: pdfmake modifies its input.
  return () => pdfmake.createPdf(pdfDefinition(structuredClone(document))).getBuffer();
}
