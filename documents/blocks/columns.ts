import type { Content } from 'pdfmake/interfaces.js';
import type { NodeOf, ResolvedNode } from '../../domain/forms/blocks/index.js';
import { attributes } from './markup.js';
import type { BlockRenderer } from './renderer.js';
import { shared } from './surroundings.js';

export const columns: BlockRenderer<'columns'> = {
  html(node, part) {
    const items = node.items.map((item) => htmlColumn(item, part(item))).join('');
    return `<div${attributes(node, `gap:${node.gap}pt`, 'columns')}>${items}</div>`;
  },

  pdf(node, place, { content }) {
    const widths = widthsOf(node, place.width);
    return {
      columns: node.items.map((item, index) =>
        pdfColumn(item, content(item, { ...place, width: widths[index] ?? 1 })),
      ),
      columnGap: node.gap,
    };
  },

  height(node, around, part) {
    const widths = widthsOf(node, around.width);
    return Math.max(
      0,
      ...node.items.map((item, index) => part(item, { ...around, width: widths[index] ?? 1 })),
    );
  },
};

function htmlColumn({ width }: ResolvedNode, html: string): string {
  if (width === undefined || width === '*') return html;
  const basis = width === 'auto' ? '0 0 auto' : `0 0 ${width}pt`;
  return `<div style="flex:${basis}">${html}</div>`;
}

/** The width of an image is not the width of its column. */
function pdfColumn({ kind, keepTogether, width = '*' }: ResolvedNode, made: Content): Content {
  return kind === 'image' || keepTogether
    ? ({ width, stack: [made] } as Content)
    : ({ ...(made as object), width } as Content);
}

function widthsOf({ items, gap }: NodeOf<'columns'>, width: number): number[] {
  return shared(
    items.map((item) => item.width ?? '*'),
    width - gap * (items.length - 1),
  );
}
