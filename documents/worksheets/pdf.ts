import type { ResolvedNode } from '../../domain/forms/blocks/index.js';
import { pageNumbers, running, stack, table, text } from '../../domain/forms/nodes.js';
import type { ResolvedDocument } from '../../domain/forms/resolved.js';
import { houseStyles } from '../../domain/forms/styles.js';
import type { Section } from '../../domain/worksheet/worksheet.js';
import { pdfBytes } from '../pdf/pdf-bytes.js';
import {
  allocationTable,
  coverageDetails,
  inputsTable,
  linesTable,
  messageTable,
  outsideTables,
  premiumTable,
} from './pdf-tables.js';
import type { WorksheetDocument } from './worksheet-document.js';

/**
 * The worksheet as a PDF (spec 4.9).
 * @param verbose false: the coverages with their rating values; true: every step with its inputs.
 */
export function pdfWorksheet(document: WorksheetDocument, options: { verbose: boolean }): Promise<Buffer> {
  return pdfBytes(worksheetPages(document, options));
}

/** The sections of the short form; the verbose form has all of them. */
const shortKinds: ReadonlySet<Section['kind']> = new Set([
  'coverage',
  'policy',
  'allocation',
  'shares',
  'taxes',
  'component',
  'other',
]);

/** The quote, then the steps of each section, with page number, quote and content hash on each page. */
export function worksheetPages(
  document: WorksheetDocument,
  { verbose }: { verbose: boolean },
): ResolvedDocument {
  const { quote, sha256, worksheet, facts } = document;
  const sections = [
    ...worksheet.sections.filter(({ kind }) => kind !== 'underwriting' && (verbose || shortKinds.has(kind))),
    // Its rules ran before and after the rating, so its section began early.
    ...worksheet.sections.filter(({ kind }) => kind === 'underwriting' && verbose),
  ];
  const content = [
    text(verbose ? 'Algorithm worksheet' : 'Coverage worksheet', { style: 'title' }),
    text(quote.lineName, { style: 'subtitle', margin: [0, 2, 0, 10] }),
    table({
      head: [],
      rows: facts.map(([label, fact]) => [text(label, { style: 'muted' }), fact]),
      widths: [80, '*'],
      look: 'plain',
    }),
    premiumTable(document),
    ...messageTable(quote.messages),
    ...outsideTables(document),
    ...(verbose ? inputsTable(worksheet) : []),
    ...sections.map((section) => sectionTable(section, document, verbose)),
    text(closing(document, sections), { style: 'muted', margin: [0, 12, 0, 0] }),
  ];
  return {
    title: `Rating worksheet of quote ${quote.requestId}`,
    author: quote.quotingOrganizationName,
    subject: quote.lineName,
    language: 'en-US',
    createdAt: quote.quoteTimestamp.toISOString(),
    pageSize: 'LETTER',
    orientation: verbose ? 'landscape' : 'portrait',
    margins: [40, 54, 40, 52],
    styles: houseStyles,
    header: running('Rating worksheet', `${quote.quotingOrganizationName} · ${quote.lineName}`),
    headerFromPage: 1,
    footer: running(`Quote ${quote.requestId}\nContent hash ${sha256}`, pageNumbers),
    content: [stack(content, { fontSize: 8, lineHeight: 1.15 })],
  };
}

function sectionTable(section: Section, document: WorksheetDocument, verbose: boolean): ResolvedNode {
  const title = document.titleOf(section);
  if (section.allocation) return allocationTable(section.allocation, { title, verbose });
  const isCoverage = section.kind === 'coverage';
  const detail = isCoverage ? coverageDetails(document.quote.quoteDetails, section.name) : '';
  return linesTable(section, document.worksheet, { title, detail, verbose });
}

function closing({ worksheet }: WorksheetDocument, sections: readonly Section[]): string {
  const shown = sections.reduce((count, { lines }) => count + lines.length, 0);
  const all = worksheet.lines.length;
  return shown === all
    ? `The rating took ${all} steps.`
    : `The rating took ${all} steps. This short form omits ${all - shown} steps that derive values or underwrite. The verbose form, the workbook and the JSON list all of them with the same numbers.`;
}
