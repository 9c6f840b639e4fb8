import type { LayoutStyle, Shape, Width } from '../../domain/forms/layout.js';
import type { Looks, ResolvedDocument, ResolvedNode, ResolvedRow } from '../../domain/forms/resolved.js';
import { baseStyle } from '../../domain/forms/styles.js';

/** How wide a part may be, in points, and how texts in it look unless they say otherwise. */
export interface Surroundings {
  width: number;
  styles: ResolvedDocument['styles'];
  fontSize: number;
  lineHeight: number;
}

/** Of a font's size: how wide a letter is at most on average, and how high a line of Roboto. */
const letterWidth = 0.62;
const lineOfFont = 1.18;
/** What a table's cell has around it: at its sides, and above and below. */
const cellPadding = { width: 10, height: 7 };
/** A list's numbers or dots. */
const listIndent = 20;
/** A picture whose size is its own. */
const unknownPicture = 200;

/** What is around the parts of a document's pages. */
export function surroundingsOn({ styles }: ResolvedDocument, width: number): Surroundings {
  return { width, styles, fontSize: baseStyle.fontSize, lineHeight: baseStyle.lineHeight };
}

/**
 * How high a part becomes at most, in points. Only laying it out tells exactly; this decides whether it may be kept on one
 * page at all, so it had better be too much than too little.
 */
export function estimatedHeight(node: ResolvedNode, around: Surroundings): number {
  const margins = marginsOf(node, around);
  const inside = within(node, around);
  return (
    margins.height + contentHeight(node, { ...inside, width: Math.max(1, inside.width - margins.width) })
  );
}

function contentHeight(node: ResolvedNode, around: Surroundings): number {
  const sum = (nodes: readonly ResolvedNode[], width: number) =>
    nodes.reduce((height, one) => height + estimatedHeight(one, { ...around, width }), 0);
  const { width } = around;
  switch (node.kind) {
    case 'text':
      return textHeight(node, around);
    case 'stack':
      return sum(node.items, width);
    case 'list':
      return sum(node.items, width - listIndent);
    case 'columns': {
      const widths = widthsOfColumns(node, width);
      return Math.max(0, ...node.items.map((item, index) => sum([item], widths[index] ?? 1)));
    }
    case 'table':
      return node.rows.reduce((height, row) => height + rowHeight(row, node.widths, around), 0);
    case 'image':
      return node.imageHeight ?? node.imageWidth ?? unknownPicture;
    case 'shapes':
      return Math.max(0, ...node.shapes.map(lowestPoint));
    case 'rule':
      return 2;
    case 'space':
      return node.space + 2;
  }
}

/** How high a table's row becomes at most, in points. */
export function rowHeight(row: ResolvedRow, wanted: readonly Width[], around: Surroundings): number {
  const widths = widthsOfCells(row, wanted, around.width);
  const inRow = within(row, around);
  const heights = row.cells.map((cell, index) =>
    estimatedHeight(cell, { ...inRow, width: Math.max(1, (widths[index] ?? 1) - cellPadding.width) }),
  );
  return Math.max(0, ...heights) + cellPadding.height;
}

/** How wide each column is. */
export function widthsOfColumns({ items, gap }: ResolvedNode & { kind: 'columns' }, width: number): number[] {
  return shared(
    items.map((item) => item.width ?? '*'),
    width - gap * (items.length - 1),
  );
}

/** How wide each cell of a row is. */
export function widthsOfCells({ cells }: ResolvedRow, wanted: readonly Width[], width: number): number[] {
  const widths = shared(wanted, width);
  let column = 0;
  return cells.map(({ colSpan = 1 }) => {
    column += colSpan;
    return widths.slice(column - colSpan, column).reduce((all, one) => all + one, 0);
  });
}

/** Those without a width of their own share what the others leave. */
function shared(wanted: readonly Width[], width: number): number[] {
  const fixed = wanted.reduce<number>((all, one) => all + (typeof one === 'number' ? one : 0), 0);
  const sharing = wanted.filter((one) => typeof one !== 'number').length;
  const share = Math.max(1, (width - fixed) / Math.max(1, sharing));
  return wanted.map((one) => (typeof one === 'number' ? one : share));
}

function textHeight({ runs }: ResolvedNode & { kind: 'text' }, around: Surroundings): number {
  const size = Math.max(around.fontSize, ...runs.map((run) => run.fontSize ?? 0));
  const text = runs.map((run) => ('text' in run ? run.text : '000')).join('');
  const lines = text
    .split('\n')
    .reduce((count, line) => count + Math.max(1, Math.ceil((widthOf(line) * size) / around.width)), 0);
  // The last word of a line may begin the next one.
  const wrapped = lines === 1 ? 1 : Math.ceil(lines * 1.1);
  return wrapped * size * lineOfFont * around.lineHeight;
}

/** In sizes of the font; a letter of Chinese is as wide as it is high. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += (character.codePointAt(0) ?? 0) < 0x2e80 ? letterWidth : 1;
  return width;
}

/** What a part's own looks make of what is around it. */
function within(part: Pick<Looks, 'style' | 'fontSize' | 'lineHeight'>, around: Surroundings): Surroundings {
  const styled = stylesOf(part, around);
  return {
    ...around,
    fontSize: part.fontSize ?? styled.fontSize ?? around.fontSize,
    lineHeight: part.lineHeight ?? styled.lineHeight ?? around.lineHeight,
  };
}

function stylesOf({ style }: Pick<Looks, 'style'>, { styles }: Surroundings): LayoutStyle {
  return Object.assign({}, ...[style ?? []].flat().map((name) => styles[name])) as LayoutStyle;
}

function marginsOf(node: Looks, around: Surroundings): { width: number; height: number } {
  const margin = node.margin ?? stylesOf(node, around).margin ?? 0;
  if (typeof margin === 'number') return { width: 2 * margin, height: 2 * margin };
  const [left, top, right = left, bottom = top] = margin;
  return { width: left + right, height: top + bottom };
}

function lowestPoint(shape: Shape): number {
  switch (shape.type) {
    case 'rect':
      return shape.y + shape.h;
    case 'line':
      return Math.max(shape.y1, shape.y2);
    case 'polyline':
      return Math.max(...shape.points.map(({ y }) => y));
  }
}
