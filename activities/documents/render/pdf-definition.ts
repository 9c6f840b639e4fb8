import type { Content, CustomTableLayout, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type {
  Looks,
  ResolvedDocument,
  ResolvedNode,
  ResolvedRow,
  ResolvedRun,
} from '../../../domain/forms/resolved.js';
import { baseStyle } from '../../../domain/forms/styles.js';
import { fontRuns } from './fonts.js';
import { tableLayouts } from './table-layouts.js';

interface PageNumbers {
  page: number;
  pages: number;
}

/** From the edge of the page, in points. */
const headerTop = 26;
const footerGap = 14;

/** Above so many characters a table's row may be parted, whatever the form says: it might be taller than a page. */
const mostUnbroken = 1_200;

/** A document as pdfmake lays it out. Nothing but what was resolved gets there: no link, no file, no address. */
export function pdfDefinition(document: ResolvedDocument): TDocumentDefinitions {
  const [left, , right] = document.margins;
  const { header, footer, headerFromPage } = document;
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
          : { margin: [left, headerTop, right, 0], stack: [content(header, { page, pages })] },
    }),
    ...(footer && {
      footer: (page, pages) => ({
        margin: [left, footerGap, right, 0],
        stack: [content(footer, { page, pages })],
      }),
    }),
    content: document.content.map((node) => content(node)),
  };
}

function content(node: ResolvedNode, numbers?: PageNumbers): Content {
  const made = { ...bare(node, numbers), ...pdfLooks(node) } as Content;
  return node.keepTogether ? { unbreakable: true, stack: [made] } : made;
}

function bare(node: ResolvedNode, numbers?: PageNumbers): object {
  switch (node.kind) {
    case 'text':
      return { text: node.runs.flatMap((run) => pdfRuns(run, numbers)) };
    case 'stack':
      return { stack: node.items.map((item) => content(item, numbers)) };
    case 'columns':
      return {
        columns: node.items.map((item) => column(item, numbers)),
        columnGap: node.gap,
      };
    case 'list':
      return { [node.ordered ? 'ol' : 'ul']: node.items.map((item) => content(item, numbers)) };
    case 'table':
      return table(node, numbers);
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
function column(item: ResolvedNode, numbers?: PageNumbers): Content {
  const { width = '*' } = item;
  const made = content(item, numbers);
  return item.kind === 'image' || item.keepTogether
    ? ({ width, stack: [made] } as Content)
    : ({ ...(made as object), width } as Content);
}

function table(node: ResolvedNode & { kind: 'table' }, numbers?: PageNumbers): object {
  const { widths, headerRows, look, breakRows, rows } = node;
  return {
    table: {
      widths: [...widths],
      headerRows,
      keepWithHeaderRows: headerRows > 0 ? 1 : 0,
      dontBreakRows: !breakRows && rows.every((row) => charactersOf(row.cells) <= mostUnbroken),
      body: rows.map((row) => tableRow(row, numbers)),
    },
    layout: tableLayouts[look],
  };
}

function tableRow({ cells, style, background }: ResolvedRow, numbers?: PageNumbers): TableCell[] {
  return cells.flatMap((cell): TableCell[] => {
    const { colSpan = 1 } = cell;
    const styles = [style ?? [], cell.style ?? []].flat();
    const fillColor = cell.background ?? background;
    const made = {
      ...(content(cell, numbers) as object),
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

function charactersOf(nodes: readonly ResolvedNode[]): number {
  return nodes.reduce((sum, node) => {
    if (node.kind === 'text') {
      return sum + node.runs.reduce((length, run) => length + ('text' in run ? run.text.length : 2), 0);
    }
    if (node.kind === 'table') return sum + charactersOf(node.rows.flatMap(({ cells }) => cells));
    return 'items' in node ? sum + charactersOf(node.items) : sum;
  }, 0);
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
