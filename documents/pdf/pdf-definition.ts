import type { Content, CustomTableLayout, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { Width } from '../../domain/forms/layout.js';
import type {
  Looks,
  ResolvedDocument,
  ResolvedNode,
  ResolvedRow,
  ResolvedRun,
} from '../../domain/forms/resolved.js';
import { baseStyle } from '../../domain/forms/styles.js';
import { fontRuns } from './fonts.js';
import {
  estimatedHeight,
  rowHeight,
  type Surroundings,
  surroundingsOn,
  widthsOfCells,
  widthsOfColumns,
} from './height-estimate.js';
import { tableLayouts } from './table-layouts.js';

interface PageNumbers {
  page: number;
  pages: number;
}

/** From the edge of the page, in points. */
const headerTop = 26;
const footerGap = 14;

/** Points, upright. */
const paper = { LETTER: [612, 792], LEGAL: [612, 1008], A4: [595.28, 841.89] } as const;

/**
 * What may be kept on one page, of the page's height. Of a block that is higher than a page pdfmake prints what fits, and
 * drops the rest.
 */
const mostOfPage = 0.9;

/** Of a table's head and its first row, in points. */
const roomBelowHeading = 48;

/** Where a part is. */
interface Place extends Surroundings {
  /** How high something may be at most to be kept on one page. */
  room: number;
  numbers?: PageNumbers;
}

/** A document as pdfmake lays it out. Nothing but what was resolved gets there: no link, no file, no address. */
export function pdfDefinition(document: ResolvedDocument): TDocumentDefinitions {
  const [left, top, right, bottom] = document.margins;
  const { header, footer, headerFromPage } = document;
  const [short, long] = paper[document.pageSize];
  const [width, height] = document.orientation === 'portrait' ? [short, long] : [long, short];
  const around = surroundingsOn(document, width - left - right);
  const onPages: Place = { ...around, room: (height - top - bottom) * mostOfPage };
  const onEach = (numbers: PageNumbers): Place => ({ ...around, room: Number.POSITIVE_INFINITY, numbers });
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

function content(node: ResolvedNode, place: Place): Content {
  const made = { ...bare(node, place), ...pdfLooks(node) };
  if (!node.keepTogether) return made as Content;
  if (estimatedHeight(node, place) <= place.room) return { unbreakable: true, stack: [made as Content] };
  // Too high to be kept together as a whole: then at least its heading goes with what it heads.
  return (node.kind === 'stack' ? { ...made, stack: startedTogether(node.items, place) } : made) as Content;
}

/** Keeps the first part of a stack on the page where the next one begins: there is as much room below it as that takes. */
function startedTogether(items: readonly ResolvedNode[], place: Place): Content[] {
  const made = items.map((item) => content(item, place));
  const [first, ...rest] = made;
  const [heading] = items;
  if (first === undefined || heading === undefined || rest.length === 0) return made;
  if (estimatedHeight(heading, place) + roomBelowHeading > place.room) return made;
  return [{ unbreakable: true, stack: [first, gap(roomBelowHeading)] }, gap(-roomBelowHeading), ...rest];
}

function gap(height: number): Content {
  return { text: ' ', fontSize: 1, lineHeight: 1, margin: [0, height - 1, 0, 0] };
}

function bare(node: ResolvedNode, place: Place): object {
  switch (node.kind) {
    case 'text':
      return { text: node.runs.flatMap((run) => pdfRuns(run, place.numbers)) };
    case 'stack':
      return { stack: node.items.map((item) => content(item, place)) };
    case 'columns': {
      const widths = widthsOfColumns(node, place.width);
      return {
        columns: node.items.map((item, index) => column(item, { ...place, width: widths[index] ?? 1 })),
        columnGap: node.gap,
      };
    }
    case 'list':
      return { [node.ordered ? 'ol' : 'ul']: node.items.map((item) => content(item, place)) };
    case 'table':
      return table(node, place);
    case 'image':
      return {
        image: node.image,
        ...(node.imageWidth !== undefined && { width: node.imageWidth }),
        ...(node.imageHeight !== undefined && { height: node.imageHeight }),
      };
    case 'shapes':
      return { canvas: node.shapes.map((shape) => ({ ...shape })) };
    case 'rule':
      return { table: { widths: ['*'], body: [[{ text: '', fontSize: 1 }]] }, layout: ruleLayout(node.rule) };
    case 'space':
      return { text: ' ', fontSize: 1, lineHeight: 1, margin: [0, Math.max(0, node.space - 1), 0, 0] };
  }
}

/** An image's own width is not its column's. */
function column(item: ResolvedNode, place: Place): Content {
  const { width = '*' } = item;
  const made = content(item, place);
  return item.kind === 'image' || item.keepTogether
    ? ({ width, stack: [made] } as Content)
    : ({ ...(made as object), width } as Content);
}

function table(node: ResolvedNode & { kind: 'table' }, place: Place): object {
  const { widths, headerRows, look, breakRows, rows } = node;
  const heights = rows.map((row) => rowHeight(row, widths, place));
  const head = heights.slice(0, headerRows).reduce((sum, height) => sum + height, 0);
  const fits = heights.every((height) => head + height <= place.room);
  return {
    table: {
      widths: [...widths],
      headerRows,
      keepWithHeaderRows: headerRows > 0 && fits ? 1 : 0,
      dontBreakRows: !breakRows && fits,
      body: rows.map((row) => tableRow(row, widths, place)),
    },
    layout: tableLayouts[look],
  };
}

function tableRow(row: ResolvedRow, wanted: readonly Width[], place: Place): TableCell[] {
  const widths = widthsOfCells(row, wanted, place.width);
  return row.cells.flatMap((cell, index): TableCell[] => {
    const { colSpan = 1 } = cell;
    const styles = [row.style ?? [], cell.style ?? []].flat();
    const fillColor = cell.background ?? row.background;
    const made = {
      ...(content(cell, { ...place, width: widths[index] ?? 1 }) as object),
      ...(styles.length > 0 && { style: styles }),
      ...(fillColor !== undefined && { fillColor }),
    } as TableCell;
    return [made, ...Array<TableCell>(colSpan - 1).fill('')];
  });
}

function pdfRuns(run: ResolvedRun, numbers?: PageNumbers): object[] {
  const text = 'text' in run ? run.text : String(numbers?.[run.pageNumber] ?? '');
  const looks = pdfLooks(run);
  return fontRuns(text).map((piece) => ({ ...looks, ...piece }));
}

/** pdfmake's names are ours but for a few; `background` of a cell is its `fillColor`. */
function pdfLooks(looks: Looks): object {
  const { style, colSpan, pageBreak, fontSize, bold, italics, color, background, decoration } = looks;
  const { characterSpacing, alignment, lineHeight, margin } = looks;
  const all = {
    style,
    colSpan,
    pageBreak,
    fontSize,
    bold,
    italics,
    color,
    background,
    decoration,
    characterSpacing,
    alignment,
    lineHeight,
    margin,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function ruleLayout(color: string): CustomTableLayout {
  return {
    hLineWidth: (line) => (line === 0 ? 0.8 : 0),
    vLineWidth: () => 0,
    hLineColor: () => color,
    paddingTop: () => 0,
    paddingBottom: () => 0,
  };
}
