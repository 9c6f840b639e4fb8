import { z } from 'zod';
import { zero } from '../../money/total.js';
import { runningCells } from '../cells/line-cells.js';
import type { LineForm } from '../run/line-form.js';
import { skippable, skipped } from './every-step.js';
import { type AmountLine, keptCells, withKept } from './kept-amount.js';
import { lintUnset } from './lint-state.js';
import { type Runner, type StepKind, stepFields } from './step-kind.js';

const schema = z.strictObject({
  ...stepFields,
  op: z.literal('name'),
  as: z.string().min(1).describe('The name of the derived value that keeps the running amount.'),
});

declare module '../run/worksheet-line.js' {
  interface StepTypes {
    name: { step: z.infer<typeof schema>; line: AmountLine<'name'> };
  }
}

/** Keeps the running amount under a name, unchanged. */
export const nameAmount: StepKind<'name'> = {
  description: 'keeps the running amount as the derived value `as`',
  schema: () => schema,
  compile({ as }, place, context) {
    const slot = context.define(as, place);
    const form: LineForm<'name'> = { op: 'name', inputs: [], as };
    const runner: Runner = (run, scope, amount) => {
      const kept = amount ?? zero;
      scope.values[slot] = kept;
      if (run.sheet) run.record(form, [], kept, kept);
      return amount;
    };
    return skippable(
      runner,
      skipped(form, () => [], { changesAmount: true }),
    );
  },
  lint({ op, as }, path, { knowledge, amount }, { findings }) {
    lintUnset(op, { amount, knowledge }, path, findings);
    return { ...withKept(as, { knowledge, amount: { ...amount, optional: false } }), amount };
  },
  effect: () => ({ sets: false, only: false }),
  rule: () => ['Keep the amount.'],
  describe: ({ as }) => `kept as ${as ?? 'a value'}`,
  reads: () => ({}),
  cells: (line, memory) =>
    keptCells(
      line,
      memory,
      runningCells(line, memory, null, (before) => before),
    ),
  change: () => null,
};
