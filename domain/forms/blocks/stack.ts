import { z } from 'zod';
import { at, type Compiled, compileParts, type Fields, type LayoutPlace, type PartSchema } from './block.js';

const contract = (part: PartSchema) => ({
  stack: z.array(part).optional().describe('Parts below each other.'),
});

export interface ResolvedStack<Node> {
  kind: 'stack';
  items: Node[];
  /** Its first part stays on the page on which the next one begins; no layout writes it. */
  startTogether?: true;
}

/** Parts below each other. */
export const stack = {
  description: 'parts below each other',
  contract,
  compile<Node>({ stack }: Fields<typeof contract>, place: LayoutPlace<Node>): Compiled<ResolvedStack<Node>> {
    if (stack === undefined) return undefined;
    const items = compileParts(stack, at(place, 'stack'));
    return (scope) => ({ kind: 'stack', items: items(scope) });
  },
};
