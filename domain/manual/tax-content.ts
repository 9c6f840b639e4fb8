import type { ResolvedNode } from '../forms/blocks/index.js';
import { paragraph, stack, table, text } from '../forms/nodes.js';
import type { OnCancellation } from '../money/on-cancellation.js';
import type { RatingPlan } from '../rating/plan/plan.js';
import type { PlanWords } from '../rating/words/plan-words.js';
import { roundingWords } from '../rating/words/rounding-words.js';
import { capital, nameWords } from '../rating/words/value-words.js';
import { indexedRules, type ManualContext } from './manual-context.js';

const onCancellationWords: { readonly [rule in OnCancellation]: string } = {
  PRO_RATA: 'A cancellation returns it by days, and an endorsement changes it by days.',
  KEPT: 'A cancellation returns nothing of it. An endorsement adds an increase in full, and returns nothing.',
  RETURNED: 'A cancellation returns all of it, and an endorsement changes it in full.',
};

/** When a tax or fee is charged, who levies it, and what a cancellation returns of it. */
export function chargedText(
  { authority, when, onCancellation = 'PRO_RATA' }: RatingPlan['taxesAndFees'][number],
  words: PlanWords,
): string {
  const leviedBy = typeof authority === 'object' ? words.expression(authority) : authority;
  const levied = leviedBy === undefined ? '' : ` Levied by ${leviedBy}.`;
  const charged = when === undefined ? 'Always charged.' : `Charged if ${words.condition(when)}.`;
  return `${charged}${levied} ${onCancellationWords[onCancellation]}`;
}

/** Each tax and fee: when it is charged, and its rules. */
export function taxContent(
  { taxesAndFees, rounding }: Pick<RatingPlan, 'taxesAndFees' | 'rounding'>,
  section: string,
  context: ManualContext,
): ResolvedNode[] {
  const { words } = context;
  let next = 1;
  const rows = taxesAndFees.flatMap((tax) => {
    const { type, steps } = tax;
    const rules = indexedRules(steps, section, context, next);
    const first = next;
    next += rules.length;
    return [
      ['', text(capital(nameWords(type)), { bold: true }), text(chargedText(tax, words))],
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
