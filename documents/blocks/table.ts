import type { TableCell } from 'pdfmake/interfaces.js';
import type { NodeOf } from '../../domain/forms/blocks/index.js';
import type { Width } from '../../domain/forms/blocks/looks.js';
import { attributes, classOf } from './markup.js';
import type { BlockRenderer, HeightOf, PdfParts, PdfPlace } from './renderer.js';
import { type Surroundings, shared, within } from './surroundings.js';
import { tableLayouts } from './table-layouts.js';

type Row = NodeOf<'table'>['rows'][number];

/** The padding of a cell, both sides added up, in points. */
const cellPadding = { width: 10, height: 7 };

export const table: BlockRenderer<'table'> = {
  html(node, part) {
    const { rows, headerRows, widths, look } = node;
    const heads = rows.slice(0, headerRows).map((row) => htmlRow(row, 'th', part));
    const others = rows.slice(headerRows).map((row) => htmlRow(row, 'td', part));
    const columns = widths.map((width) => `<col style="${columnWidth(width)}">`).join('');
    return [
      `<table${attributes(node, '', `t-${look}`)}><colgroup>${columns}</colgroup>`,
      heads.length > 0 ? `<thead>${heads.join('')}</thead>` : '',
      `<tbody>${others.join('')}</tbody></table>`,
    ].join('');
  },

  pdf({ widths, headerRows, look, breakRows, rows }, place, parts) {
    const heights = rows.map((row) => rowHeight(row, widths, place, parts.height));
    const head = heights.slice(0, headerRows).reduce((sum, height) => sum + height, 0);
    const fits = heights.every((height) => head + height <= place.room);
    return {
      table: {
        widths: [...widths],
        headerRows,
        keepWithHeaderRows: headerRows > 0 && fits ? 1 : 0,
        dontBreakRows: !breakRows && fits,
        body: rows.map((row) => pdfRow(row, widths, place, parts)),
      },
      layout: tableLayouts[look],
    };
  },

  height: ({ rows, widths }, around, part) =>
    rows.reduce((height, row) => height + rowHeight(row, widths, around, part), 0),
};

function htmlRow(
  { cells, style, background }: Row,
  tag: 'td' | 'th',
  part: (cell: Row['cells'][number]) => string,
) {
  const filled = cells.map((cell) => {
    const span = cell.colSpan !== undefined && cell.colSpan > 1 ? ` colspan="${cell.colSpan}"` : '';
    return `<${tag}${span}>${part(cell)}</${tag}>`;
  });
  const named = style === undefined ? '' : ` class="${classOf(style)}"`;
  const tinted = background === undefined ? '' : ` style="background:${background}"`;
  return `<tr${named}${tinted}>${filled.join('')}</tr>`;
}

function columnWidth(width: Width): string {
  if (width === 'auto') return 'width:1%;white-space:nowrap';
  return width === '*' ? '' : `width:${width}pt`;
}

function pdfRow(row: Row, wanted: readonly Width[], place: PdfPlace, { content }: PdfParts): TableCell[] {
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

/** The greatest height that a row can have, in points. */
function rowHeight(row: Row, wanted: readonly Width[], around: Surroundings, part: HeightOf): number {
  const widths = widthsOfCells(row, wanted, around.width);
  const inRow = within(row, around);
  const heights = row.cells.map((cell, index) =>
    part(cell, { ...inRow, width: Math.max(1, (widths[index] ?? 1) - cellPadding.width) }),
  );
  return Math.max(0, ...heights) + cellPadding.height;
}

function widthsOfCells({ cells }: Row, wanted: readonly Width[], width: number): number[] {
  const widths = shared(wanted, width);
  let column = 0;
  return cells.map(({ colSpan = 1 }) => {
    column += colSpan;
    return widths.slice(column - colSpan, column).reduce((all, one) => all + one, 0);
  });
}
