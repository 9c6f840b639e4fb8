import type { Compiled, Fields } from './block.js';
import { color } from './looks.js';

const contract = () => ({ rule: color.optional().describe('A horizontal line in this color.') });

export interface ResolvedRule {
  kind: 'rule';
  rule: string;
}

/** A horizontal line. */
export const rule = {
  description: 'a horizontal line, in this color',
  contract,
  compile({ rule }: Fields<typeof contract>): Compiled<ResolvedRule> {
    return rule === undefined ? undefined : () => ({ kind: 'rule', rule });
  },
};
