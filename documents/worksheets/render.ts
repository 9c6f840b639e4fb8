import { inflated, linesIn } from '../../db/models/worksheet-text.js';
import { type CompiledProduct, compileProduct } from '../../domain/product/compile-product.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import type { HeldStretch } from '../../domain/product/held-stretch.js';
import type { RatedQuestion } from '../../domain/rerating/rerate.js';
import { printWarnings } from '../pdf/print-warnings.js';
import { jsonWorksheet } from './json.js';
import { type LiveSource, liveSource } from './live-source.js';
import { type StoredWorksheet, type WorksheetDocument, worksheetDocument } from './worksheet-document.js';

export type Rendering = 'excel' | 'pdf' | 'verbose pdf' | 'json';

/** A stored worksheet as plain data that can be sent to a thread, its lines as they are stored. */
export interface WorksheetSource extends Omit<StoredWorksheet, 'lines'> {
  deflated: Uint8Array;
}

/** The version that rated a quote, and with what: for a workbook whose lookups are formulas. */
export interface RatedBy {
  definition: ProductDefinition;
  /** Where and when the definition holds, of a product with overlays. */
  held?: HeldStretch | null;
  /** Cannot be sent to a thread. */
  compiled?: CompiledProduct;
  question: RatedQuestion;
}

export interface PrintedWorksheet {
  bytes: Uint8Array;
  /** What a PDF of the worksheet cannot print. */
  warnings: string[];
}

/** Renders a worksheet as a file. The libraries for Excel and PDF are large and loaded on demand. */
export async function renderWorksheet(
  rendering: Rendering,
  source: WorksheetSource,
  rated: RatedBy | null = null,
): Promise<PrintedWorksheet> {
  const document = documentOf(source, rated && liveSourceOf(rated, source));
  switch (rendering) {
    case 'excel':
      return { bytes: await (await import('./excel.js')).excelWorksheet(document), warnings: [] };
    case 'json':
      return { bytes: Buffer.from(JSON.stringify(jsonWorksheet(document))), warnings: [] };
    case 'pdf':
    case 'verbose pdf': {
      const options = { verbose: rendering === 'verbose pdf' };
      const bytes = await (await import('./pdf.js')).pdfWorksheet(document, options);
      return { bytes, warnings: await warningsOf(document, source, options) };
    }
  }
}

/** The pages are made for it only if a text of the quote may be in it. */
async function warningsOf(
  document: WorksheetDocument,
  { deflated, quote }: WorksheetSource,
  options: { verbose: boolean },
): Promise<string[]> {
  const doubtful = await printWarnings(inflated(deflated) + JSON.stringify(quote));
  if (doubtful.length === 0) return [];
  const { worksheetPages } = await import('./pdf.js');
  return printWarnings(JSON.stringify(worksheetPages(document, options)));
}

function liveSourceOf(
  { definition, held = null, question, compiled = compileProduct(definition) }: RatedBy,
  { sha256 }: WorksheetSource,
): LiveSource | null {
  return liveSource({ compiled, definition, held }, question, { sha256 });
}

function documentOf({ deflated, ...stored }: WorksheetSource, live: LiveSource | null): WorksheetDocument {
  return worksheetDocument({ ...stored, lines: linesIn({ deflated }) }, live);
}
