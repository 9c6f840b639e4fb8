import { z } from 'zod';
import { Decimal } from '../../expression/index.js';
import { type Expression, expression } from '../../expression/written.js';
import { expressionText } from '../cells/expression-text.js';
import { computedInput, keep, resultCell } from '../cells/line-cells.js';
import { lintExpression } from '../lint/lint-expression.js';
import { numbers, rangeOf } from '../lint/possible.js';
import type { LineForm } from '../run/line-form.js';
import type { RatingScope } from '../run/rating-scope.js';
import { namesOf, valuesRead } from '../run/run.js';
import type { LineBase } from '../run/worksheet-line.js';
import { type StepKind, stepFields } from './step-kind.js';

const first = z.enum(['highest', 'lowest']);

const schema = z.strictObject({
  ...stepFields,
  op: z.literal('rank'),
  by: expression.describe('The number by which the iterations of the loop are ranked.'),
  first: first
    .default('highest')
    .describe('The iteration of rank 1. Of equal ones, the earlier comes first.'),
  as: z.string().min(1).describe('The name of the derived value that is the rank.'),
});

interface RankLine extends LineBase<'rank'> {
  first?: z.infer<typeof first>;
  /** `by` as the plan writes it. */
  expression?: Expression;
  as?: string;
}

declare module '../run/worksheet-line.js' {
  interface StepTypes {
    rank: { step: z.infer<typeof schema>; line: RankLine };
  }
}

/** Ranks an iteration among all of its loop. */
export const rank: StepKind<'rank'> = {
  description:
    'ranks the iterations of a loop by the number `by`, from 1, and keeps the rank as the derived value `as`; `first`: `highest` (default) or `lowest`; only in `derive` of `loops`',
  schema: () => schema,
  compile(step, place, context) {
    if (place.loop === null || !place.ranks) {
      context.report(place.path, '"rank" works only directly in `derive` of a loop; move it there');
    }
    const by = context.expression(step.by, { ...place, path: `${place.path}.by` });
    const iterationsOf = context.iterationsOf(place.loop ?? '', place.path);
    const slot = context.define(step.as, place);
    const sign = step.first === 'highest' ? 1 : -1;
    const key = {};
    const form: LineForm<'rank'> = {
      op: 'rank',
      inputs: [...namesOf(by.references), 'by'],
      as: step.as,
      fields: { first: step.first, ...(by.constant === null && { expression: step.by }) },
    };
    return (run, scope, amount) => {
      const ranks = scope.once(key, () => ranksOf(iterationsOf(scope), by.evaluateNumber, sign));
      const { number, place: found } = ranks.get(scope) ?? { number: by.evaluateNumber(scope), place: 1 };
      const value = Decimal.of(found);
      scope.values[slot] = value;
      if (run.sheet) {
        const inputs = valuesRead(by.references, scope);
        inputs.push(number);
        run.record(form, inputs, value);
      }
      return amount;
    };
  },
  lint(step, path, { knowledge, amount }, { findings, loop }) {
    lintExpression(step.by, [...path, 'by'], knowledge, findings);
    const to = rangeOf(knowledge.iterations(loop ?? ''))?.to ?? Number.POSITIVE_INFINITY;
    const found = numbers({ from: 1, to: Math.max(1, to) }, { direct: true, whole: true });
    return { amount, knowledge: knowledge.define(step.as, found) };
  },
  effect: () => ({ sets: false, only: false }),
  rule: ({ by, first: which }, { expression: say }) => [
    `The rank, from 1, among all by ${say(by)}; the ${which} comes first, and of equal ones the earlier.`,
  ],
  describe: ({ as, step, expression: by, first: which, inputs }) =>
    `${as ?? step} = rank by ${expressionText(by ?? inputs.by)}, ${which ?? 'highest'} first`,
  reads: ({ inputs }) => inputs,
  prepare(lines, memory) {
    const among = lines.map((line) => computedInput(line, memory, line.inputs.by));
    lines.forEach((line, index) => {
      const of = among[index];
      if (of) memory.ranked.set(line, { of, among });
    });
  },
  cells(line, memory) {
    if (memory.live && memory.applies(line)) memory.live.freeze(line, 'whether it is ranked stays');
    const ranked = memory.ranked.get(line);
    const formula = ranked ? ({ kind: 'rank', ...ranked, first: line.first ?? 'highest' } as const) : null;
    const after = keep(line, memory, resultCell(line, memory, line.after, formula));
    return { before: null, operand: ranked?.of ?? null, after };
  },
  change: () => null,
};

type Ranks = ReadonlyMap<RatingScope, { number: Decimal; place: number }>;

function ranksOf(
  iterations: readonly RatingScope[],
  numberOf: (scope: RatingScope) => Decimal,
  sign: number,
): Ranks {
  const ranked = iterations
    .map((scope) => ({ scope, number: numberOf(scope) }))
    .sort((a, b) => sign * b.number.comparedTo(a.number));
  return new Map(ranked.map(({ scope, number }, index) => [scope, { number, place: index + 1 }]));
}
