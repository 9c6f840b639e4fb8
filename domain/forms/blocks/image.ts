import { z } from 'zod';
import type { Compiled, Fields } from './block.js';
import { points } from './looks.js';

const dataUri = z
  .string()
  .max(1_500_000)
  .regex(/^data:image\/(png|jpeg);base64,[A-Za-z0-9+/]+=*$/, 'must be a data URI of a PNG or JPEG image');

const contract = () => ({
  image: dataUri.optional().describe('A PNG or JPEG as a data URI; nothing is ever fetched.'),
  imageWidth: points.optional().describe('In points.'),
  imageHeight: points.optional().describe('In points.'),
});

export interface ResolvedImage {
  kind: 'image';
  image: string;
  imageWidth: number | undefined;
  imageHeight: number | undefined;
}

/** A picture that is part of the layout. */
export const image = {
  description: 'a PNG or JPEG as a data URI, and its size in points; nothing is ever fetched',
  contract,
  compile({ image, imageWidth, imageHeight }: Fields<typeof contract>): Compiled<ResolvedImage> {
    return image === undefined ? undefined : () => ({ kind: 'image', image, imageWidth, imageHeight });
  },
};
