import { z } from 'zod';
import { Decimal, type RoundingMode } from '../../expression/index.js';
import { zero } from '../../money/total.js';
import { runningCells } from '../cells/line-cells.js';
import { computed } from '../lint/compute.js';
import { constant } from '../lint/possible.js';
import type { LineForm } from '../run/line-form.js';
import { roundingWords } from '../words/rounding-words.js';
import { skippable, skipped } from './every-step.js';
import { type AmountLine, keptCells, keptField, keptText, withKept } from './kept-amount.js';
import { lintUnset } from './lint-state.js';
import { type Runner, type StepKind, stepFields } from './step-kind.js';
import { roundingText, stepRounding } from './step-rounding.js';

const schema = z.strictObject({
  ...stepFields,
  op: z.literal('round'),
  ...stepRounding.shape,
  ...keptField,
});

type RoundLine = AmountLine<'round'>;

declare module '../run/worksheet-line.js' {
  interface StepTypes {
    round: { step: z.infer<typeof schema>; line: RoundLine };
  }
}

/** Rounds the running amount. */
export const round: StepKind<'round'> = {
  description:
    'rounds to `digits` (negative: tens, hundreds), `mode` `HALF_UP` (default), `HALF_EVEN`, `UP`, `DOWN`, `CEILING`, `FLOOR`; `as` as above',
  schema: () => schema,
  compile({ digits, mode, as }, place, context) {
    const slot = as === undefined ? null : context.define(as, place);
    const form: LineForm<'round'> = { op: 'round', inputs: ['digits', 'mode'], as };
    const inputs = [String(digits), mode];
    const runner: Runner = (run, scope, amount) => {
      const before = amount ?? zero;
      const result = before.round(digits, mode);
      if (slot !== null) scope.values[slot] = result;
      if (run.sheet) run.record(form, inputs, result, before);
      return result;
    };
    return skippable(
      runner,
      skipped(form, () => inputs, { changesAmount: true }),
    );
  },
  lint({ op, digits, as }, path, { knowledge, amount }, { findings }) {
    lintUnset(op, { amount, knowledge }, path, findings);
    if (digits < -1) {
      const unit = 10 ** -digits;
      findings.warning(
        [...path, 'digits'],
        `this rounds to ${unit}; two digits after the point are "digits: 2"`,
      );
    }
    const rounded = computed('round', [amount, constant(Decimal.of(digits))]);
    return withKept(as, { knowledge, amount: { ...rounded, optional: false } });
  },
  effect: ({ as }) => ({ sets: false, only: as === undefined }),
  rule: ({ digits, mode }) => [`The amount is ${roundingWords(digits, mode)}.`],
  describe: ({ inputs: { digits, mode }, as }) => keptText(roundingText(String(digits), String(mode)), as),
  reads: () => ({}),
  cells(line, memory) {
    const { digits, mode } = line.inputs;
    const rounded = { kind: 'round', digits: Number(digits), mode: mode as RoundingMode } as const;
    return keptCells(
      line,
      memory,
      runningCells(line, memory, null, (of) => ({ ...rounded, of })),
    );
  },
  change:
    ({ inputs: { digits, mode } }) =>
    (amount) =>
      amount.round(Number(digits), mode as RoundingMode),
};
