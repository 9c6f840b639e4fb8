import { constantAmount } from '../expression/index.js';
import type { ResolvedNode } from '../forms/blocks/index.js';
import { paragraph, table } from '../forms/nodes.js';
import type { PlanParts } from '../rating/plan/value-titles.js';
import { allSteps } from '../rating/steps/all-steps.js';
import { isOfTerm } from '../rating/steps/minimum.js';
import type { Step } from '../rating/steps/step-kind.js';
import type { PlanWords } from '../rating/words/plan-words.js';
import { capital, moneyWords, nameWords } from '../rating/words/value-words.js';

/** The steps that raise an amount to a minimum, for the premium, each coverage, each tax or fee. */
export function minimumsOf(
  {
    policy,
    coverages = [],
    taxesAndFees,
  }: Pick<PlanParts, 'policy' | 'coverages'> & {
    taxesAndFees: readonly { type: string; steps: readonly Step[] }[];
  },
  words: PlanWords,
): ResolvedNode[] {
  const rows = [
    ...minimums('Premium, before the term factor', policy, words, 'Premium of any term'),
    ...coverages.flatMap(({ title, steps }) => minimums(title, steps, words)),
    ...taxesAndFees.flatMap(({ type, steps }) => minimums(capital(nameWords(type)), steps, words)),
  ];
  if (rows.length === 0) return [];
  return [
    paragraph('Each of these is a step of the calculation and applies at its place there.'),
    table({ head: ['Of', 'Step', 'At least'], rows, widths: [150, 150, '*'] }),
  ];
}

/** @param ofTerm what a minimum is of if the term factor applies before it. */
function minimums(of: string, steps: readonly Step[], words: PlanWords, ofTerm = of): string[][] {
  return allSteps(steps).flatMap(({ step }) => {
    if (step.op !== 'max' && step.op !== 'minimum') return [];
    const only = step.when === undefined ? '' : `, if ${words.condition(step.when)}`;
    const amount = constantAmount(step.by);
    const least = amount ? moneyWords(amount, words.currency) : words.expression(step.by);
    return [[isOfTerm(step) ? ofTerm : of, step.name, `${least}${only}`]];
  });
}
