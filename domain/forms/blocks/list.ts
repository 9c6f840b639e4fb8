import { z } from 'zod';
import { at, type Compiled, compileParts, type Fields, type LayoutPlace, type PartSchema } from './block.js';

const contract = (part: PartSchema) => ({
  list: z.array(part).optional().describe('The items of a list.'),
  ordered: z.boolean().optional().describe('With numbers instead of dots.'),
});

export interface ResolvedList<Node> {
  kind: 'list';
  items: Node[];
  ordered: boolean;
}

/** Parts with a dot or a number in front of each. */
export const list = {
  description: 'parts as items of a list, with numbers where it is `ordered`',
  contract,
  compile<Node>(
    { list, ordered = false }: Fields<typeof contract>,
    place: LayoutPlace<Node>,
  ): Compiled<ResolvedList<Node>> {
    if (list === undefined) return undefined;
    const compiled = compileParts(list, at(place, 'list'));
    return (scope) => {
      const items = compiled(scope);
      return items.length === 0 ? undefined : { kind: 'list', items, ordered };
    };
  },
};
