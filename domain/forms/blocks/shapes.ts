import { z } from 'zod';
import type { Compiled, Fields } from './block.js';
import { color, points } from './looks.js';

const outline = {
  lineColor: color.optional().describe('The color of the line.'),
  lineWidth: points.optional().describe('In points.'),
};
const across = points.describe('From the left, in points.');
const down = points.describe('From the top, in points.');
const fill = color.optional().describe('The color inside.');

const shape = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('rect'),
    x: across,
    y: down,
    w: points.describe('The width, in points.'),
    h: points.describe('The height, in points.'),
    r: points.optional().describe('The radius of round corners, in points.'),
    color: fill,
    ...outline,
  }),
  z.strictObject({ type: z.literal('line'), x1: across, y1: down, x2: across, y2: down, ...outline }),
  z.strictObject({
    type: z.literal('polyline'),
    points: z
      .array(z.strictObject({ x: across, y: down }))
      .min(2)
      .describe('The corners.'),
    closePath: z.boolean().optional().describe('Joins the last corner to the first.'),
    color: fill,
    ...outline,
  }),
]);

const contract = () => ({
  shapes: z.array(shape).max(200).optional().describe('A drawing of rectangles and lines.'),
});

export type Shape = z.infer<typeof shape>;

export interface ResolvedShapes {
  kind: 'shapes';
  shapes: Shape[];
}

/** A drawing. */
export const shapes = {
  description: 'rectangles and lines: `rect`, `line`, `polyline`',
  contract,
  compile({ shapes }: Fields<typeof contract>): Compiled<ResolvedShapes> {
    return shapes === undefined ? undefined : () => ({ kind: 'shapes', shapes });
  },
};
