import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { Section } from '../../domain/worksheet/worksheet.js';
import { colors, margins, note, pageStyles } from './pdf-look.js';
import { facts, messages, premiumTable } from './pdf-summary.js';
import { allocationTable, coverageDetails, inputsTable, linesTable, mostLinesOf } from './pdf-tables.js';
import type { WorksheetDocument } from './worksheet-document.js';

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

/**
 * The pages of the PDF: the quote, then the steps of each section, with page number, quote and content hash
 * on each page.
 */
export function pdfContent(
  document: WorksheetDocument,
  { verbose }: { verbose: boolean },
): TDocumentDefinitions {
  const { quote, sha256, worksheet } = document;
  const sections = [
    ...worksheet.sections.filter(({ kind }) => kind !== 'underwriting' && (verbose || shortKinds.has(kind))),
    // Its rules ran before and after the rating, so its section began early.
    ...worksheet.sections.filter(({ kind }) => kind === 'underwriting' && verbose),
  ];
  return {
    info: {
      title: `Rating worksheet of quote ${quote.requestId}`,
      author: quote.quotingOrganizationName,
      subject: quote.lineName,
      keywords: sha256,
      creationDate: quote.quoteTimestamp,
    },
    pageSize: 'LETTER',
    pageOrientation: verbose ? 'landscape' : 'portrait',
    pageMargins: [margins.side, margins.top, margins.side, margins.bottom],
    ...pageStyles,
    header: {
      margin: [margins.side, 26, margins.side, 0],
      columns: [
        { text: 'Rating worksheet', bold: true, color: colors.ink },
        { text: `${quote.quotingOrganizationName} · ${quote.lineName}`, alignment: 'right' },
      ],
      style: 'running',
    },
    footer: (page, pages) => ({
      margin: [margins.side, 14, margins.side, 0],
      columns: [
        { width: '*', text: `Quote ${quote.requestId}\nContent hash ${sha256}` },
        { width: 'auto', text: `Page ${page} of ${pages}`, alignment: 'right' },
      ],
      style: 'running',
    }),
    content: [
      { text: verbose ? 'Algorithm worksheet' : 'Coverage worksheet', style: 'title' },
      { text: `${quote.lineName}`, style: 'subtitle' },
      facts(document),
      ...premiumTable(document),
      ...messages(quote.messages),
      ...(verbose ? inputsTable(worksheet) : []),
      ...sections.map((section) => sectionContent(section, document, verbose)),
      note(closing(document, sections)),
    ],
  };
}

function sectionContent(section: Section, document: WorksheetDocument, verbose: boolean): Content {
  const { worksheet, quote } = document;
  const { iterationName } = worksheet;
  const title = document.titleOf(section);
  if (section.allocation) return allocationTable(section.allocation, { title, verbose });
  return linesTable(section, {
    title,
    detail: section.kind === 'coverage' ? coverageDetails(quote.quoteDetails, section.name) : '',
    verbose,
    iterationName,
    mostLines: mostLinesOf(worksheet),
  });
}

function closing({ worksheet }: WorksheetDocument, sections: readonly Section[]): string {
  const shown = sections.reduce((count, { lines }) => count + lines.length, 0);
  const all = worksheet.lines.length;
  return shown === all
    ? `The rating took ${all} steps.`
    : `The rating took ${all} steps. This short form omits ${all - shown} steps that derive values or underwrite. The verbose form, the workbook and the JSON list all of them with the same numbers.`;
}
