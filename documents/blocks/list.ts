import { attributes } from './markup.js';
import type { BlockRenderer } from './renderer.js';

/** The indent of numbers or dots, in points. */
const indent = 20;

export const list: BlockRenderer<'list'> = {
  html(node, part) {
    const tag = node.ordered ? 'ol' : 'ul';
    return `<${tag}${attributes(node)}>${node.items.map((item) => `<li>${part(item)}</li>`).join('')}</${tag}>`;
  },

  pdf: ({ items, ordered }, place, { content }) => ({
    [ordered ? 'ol' : 'ul']: items.map((item) => content(item, place)),
  }),

  height: ({ items }, around, part) =>
    items.reduce((height, item) => height + part(item, { ...around, width: around.width - indent }), 0),
};
