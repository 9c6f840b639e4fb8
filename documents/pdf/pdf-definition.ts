import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { ResolvedNode } from '../../domain/forms/blocks/index.js';
import { type Looks, lookNames } from '../../domain/forms/blocks/looks.js';
import type { ResolvedRun } from '../../domain/forms/blocks/text.js';
import type { ResolvedDocument } from '../../domain/forms/resolved.js';
import { baseStyle } from '../../domain/forms/styles.js';
import { rendererOf } from '../blocks/index.js';
import type { PdfParts, PdfPlace } from '../blocks/renderer.js';
import { fontRuns } from './font-runs.js';
import { estimatedHeight, surroundingsOn } from './height-estimate.js';

/** From the edge of the page, in points. */
const headerTop = 26;
const footerGap = 14;

/** In points, portrait. */
const paper = { LETTER: [612, 792], LEGAL: [612, 1008], A4: [595.28, 841.89] } as const;

/**
 * The greatest share of the page height that is kept together. Of a higher block, pdfmake prints what fits
 * and drops the rest.
 */
const mostOfPage = 0.9;

/** The pdfmake definition of a document. It holds resolved values only: no link, no file, no address. */
export function pdfDefinition(document: ResolvedDocument): TDocumentDefinitions {
  const [left, top, right, bottom] = document.margins;
  const { header, footer, headerFromPage } = document;
  const [short, long] = paper[document.pageSize];
  const [width, height] = document.orientation === 'portrait' ? [short, long] : [long, short];
  const around = surroundingsOn(document, width - left - right);
  const onPages: PdfPlace = { ...around, room: (height - top - bottom) * mostOfPage };
  const onEach = (numbers: PdfPlace['numbers']): PdfPlace => ({
    ...around,
    room: Number.POSITIVE_INFINITY,
    numbers,
  });
  return {
    info: {
      title: document.title,
      author: document.author,
      subject: document.subject,
      creationDate: new Date(document.createdAt),
    },
    language: document.language,
    compress: true,
    pageSize: document.pageSize,
    pageOrientation: document.orientation,
    pageMargins: document.margins,
    defaultStyle: { font: 'Roboto', ...baseStyle },
    styles: Object.fromEntries(
      Object.entries(document.styles).map(([name, style]) => [name, pdfLooks(style) as object]),
    ),
    ...(header && {
      header: (page, pages) =>
        page < headerFromPage
          ? ''
          : { margin: [left, headerTop, right, 0], stack: [content(header, onEach({ page, pages }))] },
    }),
    ...(footer && {
      footer: (page, pages) => ({
        margin: [left, footerGap, right, 0],
        stack: [content(footer, onEach({ page, pages }))],
      }),
    }),
    content: document.content.map((node) => content(node, onPages)),
  };
}

const parts: PdfParts = { content, runs, height: estimatedHeight };

function content(node: ResolvedNode, place: PdfPlace): Content {
  const fits = !node.keepTogether || estimatedHeight(node, place) <= place.room;
  const made = { ...rendererOf(node.kind).pdf(node, place, parts, !fits), ...pdfLooks(node) } as Content;
  return node.keepTogether && fits ? { unbreakable: true, stack: [made] } : made;
}

function runs(all: readonly ResolvedRun[], { numbers }: PdfPlace): object[] {
  const texts = all.map((run) => ('text' in run ? run.text : String(numbers?.[run.pageNumber] ?? '')));
  const pieces = fontRuns(texts);
  return all.flatMap((run, index) => {
    const looks = pdfLooks(run);
    return (pieces[index] ?? []).map((piece) => ({ ...looks, ...piece }));
  });
}

/**
 * Looks have pdfmake's names; `width` is set by the columns, and the `background` of a cell is its
 * `fillColor`.
 */
const pdfNames = lookNames.filter((name) => name !== 'width' && name !== 'keepTogether');

function pdfLooks(looks: Looks): object {
  const given: Record<string, unknown> = {};
  for (const name of pdfNames) if (looks[name] !== undefined) given[name] = looks[name];
  return given;
}
