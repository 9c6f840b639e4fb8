import type { ResolvedNode } from './blocks/index.js';
import type { Looks, Width } from './blocks/looks.js';
import type { TableLook } from './blocks/table.js';
import type { ResolvedText } from './blocks/text.js';

/** A text, with line breaks where it has them. */
export function text(content: string, looks: Looks = {}): ResolvedNode {
  return { kind: 'text', runs: [{ text: content }], ...looks };
}

/** A text whose beginning is in bold. */
export function labeled(label: string, content: string, looks: Looks = {}): ResolvedNode {
  return { kind: 'text', runs: [{ text: `${label} `, bold: true }, { text: content }], ...looks };
}

export function paragraph(content: string): ResolvedNode {
  return text(content, { margin: [0, 0, 0, 6] });
}

export function stack(items: ResolvedNode[], looks: Looks = {}): ResolvedNode {
  return { kind: 'stack', items, ...looks };
}

type CellContent = string | ResolvedNode;

interface TableContent {
  head: readonly CellContent[];
  rows: readonly (readonly CellContent[])[];
  widths: readonly Width[];
  look?: TableLook;
  fontSize?: number;
}

/** A table; its head is repeated on each page. Long rows may break. */
export function table({ head, rows, widths, look = 'lines', fontSize }: TableContent): ResolvedNode {
  const cells = (row: readonly CellContent[]) =>
    row.map((cell) => (typeof cell === 'string' ? text(cell) : cell));
  const heads = head.length === 0 ? [] : [{ cells: cells(head), style: 'head', background: undefined }];
  const others = rows.map((row) => ({ cells: cells(row), style: undefined, background: undefined }));
  return {
    kind: 'table',
    widths: [...widths],
    headerRows: heads.length,
    look,
    breakRows: false,
    rows: [...heads, ...others],
    ...(fontSize !== undefined && { fontSize }),
  };
}

/** Facts below each other: labels, and what they are. */
export function facts(rows: readonly (readonly [label: string, content: string])[]): ResolvedNode {
  return table({
    head: [],
    rows: rows.map(([label, content]) => [text(label, { style: 'muted' }), content]),
    widths: [120, '*'],
    look: 'plain',
  });
}

/** A line at the top or the bottom of each page: a text, and another one at the right edge. */
export function running(left: string, right: string | ResolvedText['runs']): ResolvedNode {
  const runs = typeof right === 'string' ? [{ text: right }] : right;
  return {
    kind: 'columns',
    gap: 12,
    items: [
      text(left, { style: 'running' }),
      { kind: 'text', runs, style: 'running', alignment: 'right', width: 'auto' },
    ],
  };
}

/** `Page 2 of 7`. */
export const pageNumbers: ResolvedText['runs'] = [
  { text: 'Page ' },
  { pageNumber: 'page' },
  { text: ' of ' },
  { pageNumber: 'pages' },
];
