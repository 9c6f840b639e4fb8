import type { ResolvedNode } from '../forms/blocks/index.js';
import { paragraph, stack, table, text } from '../forms/nodes.js';
import type { OnCancellation } from '../money/on-cancellation.js';
import type { RatingPlan } from '../rating/plan/plan.js';
import { roundingWords } from '../rating/words/rounding-words.js';
import { capital, nameWords } from '../rating/words/value-words.js';
import { indexedRules, type ManualContext } from './manual-context.js';

const onCancellationWords: { readonly [rule in OnCancellation]: string } = {
  PRO_RATA: 'A cancellation returns it by days, and an endorsement changes it by days.',
  KEPT: 'A cancellation returns nothing of it. An endorsement adds an increase in full, and returns nothing.',
  RETURNED: 'A cancellation returns all of it, and an endorsement changes it in full.',
};

/** Each tax and fee: when it is charged, and its rules. */
export function taxContent(
  { taxesAndFees, rounding }: Pick<RatingPlan, 'taxesAndFees' | 'rounding'>,
  section: string,
  context: ManualContext,
): ResolvedNode[] {
  const { words } = context;
  let next = 1;
  const rows = taxesAndFees.flatMap(({ type, authority, when, steps, onCancellation = 'PRO_RATA' }) => {
    const leviedBy = typeof authority === 'object' ? words.expression(authority) : authority;
    const levied = leviedBy === undefined ? '' : ` Levied by ${leviedBy}.`;
    const charged = `${when === undefined ? 'Always charged.' : `Charged if ${words.condition(when)}.`}${levied}`;
    const rules = indexedRules(steps, section, context, next);
    const first = next;
    next += rules.length;
    return [
      [
        '',
        text(capital(nameWords(type)), { bold: true }),
        text(`${charged} ${onCancellationWords[onCancellation]}`),
      ],
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
