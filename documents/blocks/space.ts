import type { ContentText } from 'pdfmake/interfaces.js';
import type { BlockRenderer } from './renderer.js';

export const space: BlockRenderer<'space'> = {
  html: ({ space }) => `<div style="height:${space}pt"></div>`,
  pdf: ({ space }) => gap(Math.max(1, space)),
  height: ({ space }) => space + 2,
};

/** Space in a PDF, in points. A negative height moves the following block up. */
export function gap(height: number): ContentText {
  return { text: ' ', fontSize: 1, lineHeight: 1, margin: [0, height - 1, 0, 0] };
}
