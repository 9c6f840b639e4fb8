import { z } from 'zod';
import { Dec, roundTo } from '../../expression/index.js';
import { roundingMode } from '../../expression/written.js';
import { zero } from '../../money/total.js';
import { runningCells } from '../cells/line-cells.js';
import { computed } from '../lint/compute.js';
import { constant } from '../lint/possible.js';
import type { LineBase } from '../run/worksheet-line.js';
import { lintUnset } from './lint-state.js';
import { type StepKind, stepFields } from './step-kind.js';

const schema = z.strictObject({
  ...stepFields,
  op: z.literal('round'),
  digits: z.number().int().min(-6).max(10),
  mode: roundingMode.default('HALF_UP'),
});

type RoundLine = LineBase<'round'>;

declare module '../run/worksheet-line.js' {
  interface StepTypes {
    round: { step: z.infer<typeof schema>; line: RoundLine };
  }
}

/** Rounds the running amount. */
export const round: StepKind<'round'> = {
  description:
    'rounds to `digits` (negative: tens, hundreds), `mode` `HALF_UP` (default), `HALF_EVEN`, `UP`, `DOWN`, `CEILING`, `FLOOR`',
  schema: () => schema,
  compile({ digits, mode }) {
    return (run, _scope, amount) => {
      const before = amount ?? zero;
      const result = roundTo(before, digits, mode);
      if (run.sheet) {
        const inputs = { digits: String(digits), mode };
        run.record('round', inputs, run.text(result), run.text(before));
      }
      return result;
    };
  },
  lint({ op, digits }, path, { knowledge, amount }, { findings }) {
    lintUnset(op, amount, path, findings);
    return {
      knowledge,
      amount: { ...computed('round', [amount, constant(new Dec(digits))]), optional: false },
    };
  },
  effect: () => ({ sets: false, only: true }),
  describe({ inputs: { digits, mode } }) {
    const how = String(mode).toLowerCase().replace('_', ' ');
    if (digits === '0') return `rounded to whole units, ${how}`;
    return digits === '2' ? `rounded to cents, ${how}` : `rounded to ${String(digits)} digits, ${how}`;
  },
  reads: () => ({}),
  cells: (line, memory) =>
    runningCells(line, memory, null, (of) => {
      const { digits, mode } = line.inputs;
      return { kind: 'round', of, digits: Number(digits), mode: String(mode) };
    }),
  change:
    ({ inputs: { digits, mode } }) =>
    (amount) =>
      roundTo(amount, Number(digits), String(mode)),
};
