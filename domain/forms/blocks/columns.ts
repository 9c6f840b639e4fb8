import { z } from 'zod';
import { at, type Compiled, compileParts, type Fields, type LayoutPlace, type PartSchema } from './block.js';
import { points } from './looks.js';

const contract = (part: PartSchema) => ({
  columns: z.array(part).optional().describe('Parts beside each other.'),
  gap: points.optional().describe('Between columns, in points.'),
});

export interface ResolvedColumns<Node> {
  kind: 'columns';
  items: Node[];
  gap: number;
}

/** Parts beside each other. */
export const columns = {
  description: 'parts beside each other, `gap` points apart',
  contract,
  compile<Node>(
    { columns, gap = 12 }: Fields<typeof contract>,
    place: LayoutPlace<Node>,
  ): Compiled<ResolvedColumns<Node>> {
    if (columns === undefined) return undefined;
    const items = compileParts(columns, at(place, 'columns'));
    return (scope) => ({ kind: 'columns', items: items(scope), gap });
  },
};
