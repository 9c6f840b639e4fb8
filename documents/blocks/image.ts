import { attributes, escaped } from './markup.js';
import type { BlockRenderer } from './renderer.js';

/** The assumed height of a picture without a size, in points. */
const unknownHeight = 200;

export const image: BlockRenderer<'image'> = {
  html(node) {
    const { image, imageWidth, imageHeight } = node;
    const size = `${imageWidth ? `width:${imageWidth}pt;` : ''}${imageHeight ? `height:${imageHeight}pt` : ''}`;
    return `<div${attributes(node)}><img alt="" style="${size}" src="${escaped(image)}"></div>`;
  },

  pdf: ({ image, imageWidth, imageHeight }) => ({
    image,
    ...(imageWidth !== undefined && { width: imageWidth }),
    ...(imageHeight !== undefined && { height: imageHeight }),
  }),

  height: ({ imageWidth, imageHeight }) => imageHeight ?? imageWidth ?? unknownHeight,
};
