import { z } from 'zod';
import {
  alias,
  at,
  bindRows,
  type Compiled,
  compileParts,
  type Fields,
  type LayoutPlace,
  type PartSchema,
} from './block.js';
import type { ResolvedStack } from './stack.js';

const contract = (part: PartSchema) => ({
  repeat: z.string().optional().describe('A list, or a loop: `answers.locations`.'),
  as: alias.optional().describe('The name of one row: `{{location.state}}`.'),
  content: z.array(part).optional().describe('The parts for each row.'),
});

/** Parts once for each row of a list; resolved, they are a stack. */
export const repeat = {
  description:
    'the parts once for each item of a list or iteration of a loop (`repeat: answers.locations`); `as` names the row',
  contract,
  problem: ({ repeat, content }: Fields<typeof contract>): string | undefined =>
    (repeat === undefined) === (content === undefined) ? undefined : 'repeat and content belong together',
  compile<Node>(
    { repeat, as = 'row', content = [] }: Fields<typeof contract>,
    place: LayoutPlace<Node>,
  ): Compiled<ResolvedStack<Node>> {
    if (repeat === undefined) return undefined;
    const rows = bindRows(repeat, as, place);
    if (rows === undefined) return () => undefined;
    const write = compileParts(content, at(rows.inside, 'content'));
    return (scope) => {
      const items = rows.scopes(scope).flatMap(write);
      return items.length === 0 ? undefined : { kind: 'stack', items };
    };
  },
};
