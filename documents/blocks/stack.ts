import type { Content } from 'pdfmake/interfaces.js';
import type { ResolvedNode } from '../../domain/forms/blocks/index.js';
import { attributes } from './markup.js';
import type { BlockRenderer, PdfParts, PdfPlace } from './renderer.js';
import { gap } from './space.js';

/** The height of a table's head and its first row, in points; the row may have several lines. */
const roomBelowHeading = { short: 48, long: 100 };

export const stack: BlockRenderer<'stack'> = {
  html: (node, part) => `<div${attributes(node)}>${node.items.map(part).join('')}</div>`,

  pdf({ items, startTogether }, place, parts, tooHigh) {
    const made = items.map((item) => parts.content(item, place));
    // Too high to be kept together as a whole: keep at least the heading with what follows it.
    const room = startTogether ? roomBelowHeading.long : roomBelowHeading.short;
    return {
      stack: tooHigh || startTogether ? startedTogether(items, made, { ...place, below: room }, parts) : made,
    };
  },

  height: ({ items }, around, part) => items.reduce((height, item) => height + part(item, around), 0),
};

/** Keeps the first part of a stack on the page of the next one, if that has enough room for its beginning. */
function startedTogether(
  [heading]: readonly ResolvedNode[],
  made: Content[],
  { below, ...place }: PdfPlace & { below: number },
  { height }: PdfParts,
): Content[] {
  const [first, ...rest] = made;
  if (first === undefined || heading === undefined || rest.length === 0) return made;
  if (height(heading, place) + below > place.room) return made;
  return [{ unbreakable: true, stack: [first, gap(below)] }, gap(-below), ...rest];
}
