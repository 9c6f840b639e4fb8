import type { ResolvedNode } from '../forms/blocks/index.js';
import type { RatingPlan } from '../rating/plan/plan.js';
import { roundingWords } from '../rating/words/rounding-words.js';
import { capital, nameWords } from '../rating/words/value-words.js';
import { indexedRules, type ManualContext } from './manual-context.js';
import { paragraph, stack, table, text } from './nodes.js';

/** Each tax and fee: when it is charged, and its rules. */
export function taxContent(
  { taxesAndFees, rounding }: Pick<RatingPlan, 'taxesAndFees' | 'rounding'>,
  section: string,
  context: ManualContext,
): ResolvedNode[] {
  const { words } = context;
  let next = 1;
  const rows = taxesAndFees.flatMap(({ type, when, steps }) => {
    const charged = when === undefined ? 'Always charged.' : `Charged if ${words.condition(when)}.`;
    const rules = indexedRules(steps, section, context, next);
    const first = next;
    next += rules.length;
    return [
      ['', text(capital(nameWords(type)), { bold: true, colSpan: 1 }), text(charged)],
      ...rules.map(({ name, content }, index) => [
        `${section}.${first + index}`,
        text(name),
        stack([content]),
      ]),
    ];
  });
  return [
    paragraph(`Each is calculated from zero and ${roundingWords(2, rounding.mode)}.`),
    table({ head: ['Rule', 'Name', 'Calculation'], rows, widths: [44, 132, '*'] }),
  ];
}
