import type { CustomTableLayout } from 'pdfmake/interfaces.js';
import { attributes } from './markup.js';
import type { BlockRenderer } from './renderer.js';

export const rule: BlockRenderer<'rule'> = {
  html: (node) => `<div${attributes(node)}><hr style="border-color:${node.rule}"></div>`,

  pdf: ({ rule }) => ({
    table: { widths: ['*'], body: [[{ text: '', fontSize: 1 }]] },
    layout: lineAbove(rule),
  }),

  height: () => 2,
};

function lineAbove(color: string): CustomTableLayout {
  return {
    hLineWidth: (line) => (line === 0 ? 0.8 : 0),
    vLineWidth: () => 0,
    hLineColor: () => color,
    paddingTop: () => 0,
    paddingBottom: () => 0,
  };
}
