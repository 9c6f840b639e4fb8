import type { Compiled, Fields } from './block.js';
import { points } from './looks.js';

const contract = () => ({ space: points.optional().describe('Vertical space, in points.') });

export interface ResolvedSpace {
  kind: 'space';
  space: number;
}

/** Space below the preceding part. */
export const space = {
  description: 'vertical space, in points',
  contract,
  compile({ space }: Fields<typeof contract>): Compiled<ResolvedSpace> {
    return space === undefined ? undefined : () => ({ kind: 'space', space });
  },
};
