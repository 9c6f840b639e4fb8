import type { Shape } from '../../domain/forms/blocks/shapes.js';
import { attributes } from './markup.js';
import type { BlockRenderer } from './renderer.js';

export const shapes: BlockRenderer<'shapes'> = {
  html: (node) => `<div${attributes(node)}>${svgOf(node.shapes)}</div>`,
  // pdfmake moves the corners of its copy.
  pdf: ({ shapes }) => ({ canvas: structuredClone(shapes) }),
  height: ({ shapes }) => Math.max(0, ...shapes.map((shape) => extent(shape).y)),
};

/** Shapes as a picture of an HTML page. The layout's schema has checked every number and color. */
function svgOf(shapes: readonly Shape[]): string {
  const ends = shapes.map(extent);
  const right = Math.max(1, ...ends.map(({ x }) => x));
  const bottom = Math.max(1, ...ends.map(({ y }) => y));
  const size = `width="${right}pt" height="${bottom}pt" viewBox="0 0 ${right} ${bottom}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${shapes.map(drawn).join('')}</svg>`;
}

function drawn(shape: Shape): string {
  const fill = 'color' in shape && shape.color !== undefined ? shape.color : 'none';
  const stroke = `stroke="${shape.lineColor ?? (shape.type === 'line' ? '#000000' : 'none')}" stroke-width="${shape.lineWidth ?? 1}"`;
  switch (shape.type) {
    case 'rect':
      return `<rect x="${shape.x}" y="${shape.y}" width="${shape.w}" height="${shape.h}" rx="${shape.r ?? 0}" fill="${fill}" ${stroke}/>`;
    case 'line':
      return `<line x1="${shape.x1}" y1="${shape.y1}" x2="${shape.x2}" y2="${shape.y2}" ${stroke}/>`;
    case 'polyline': {
      const points = shape.points.map(({ x, y }) => `${x},${y}`).join(' ');
      return `<${shape.closePath ? 'polygon' : 'polyline'} points="${points}" fill="${fill}" ${stroke}/>`;
    }
  }
}

/** The extent of a shape to the right and down. */
function extent(shape: Shape): { x: number; y: number } {
  switch (shape.type) {
    case 'rect':
      return { x: shape.x + shape.w, y: shape.y + shape.h };
    case 'line':
      return { x: Math.max(shape.x1, shape.x2), y: Math.max(shape.y1, shape.y2) };
    case 'polyline':
      return {
        x: Math.max(...shape.points.map(({ x }) => x)),
        y: Math.max(...shape.points.map(({ y }) => y)),
      };
  }
}
