import { z } from 'zod';
import type { Compiled, Fields } from './block.js';
import { color, points } from './looks.js';

const outline = { lineColor: color.optional(), lineWidth: points.optional() };

const shape = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('rect'),
    x: points,
    y: points,
    w: points,
    h: points,
    r: points.optional(),
    color: color.optional(),
    ...outline,
  }),
  z.strictObject({ type: z.literal('line'), x1: points, y1: points, x2: points, y2: points, ...outline }),
  z.strictObject({
    type: z.literal('polyline'),
    points: z.array(z.strictObject({ x: points, y: points })).min(2),
    closePath: z.boolean().optional(),
    color: color.optional(),
    ...outline,
  }),
]);

const contract = () => ({ shapes: z.array(shape).max(200).optional() });

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
