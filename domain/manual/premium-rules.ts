import { Decimal } from '../expression/index.js';
import type { ResolvedNode } from '../forms/blocks/index.js';
import { paragraph, stack, table, text } from '../forms/nodes.js';
import { stepsOfPolicy } from '../rating/plan/compile-premium.js';
import type { RatingPlan } from '../rating/plan/plan.js';
import { roundingWords } from '../rating/words/rounding-words.js';
import { capital, nameWords, numberWords, unitWords } from '../rating/words/value-words.js';
import { indexedRules, type ManualContext } from './manual-context.js';
import { type Rule, ruleTable } from './rules.js';

/** From the coverages to the premium of the term. */
export function premiumRules(plan: RatingPlan, section: string, context: ManualContext): ResolvedNode[] {
  const sum = rule('Sum of the coverages', 'The annual premiums of all coverages that apply, added up.');
  const factor = rule('Term factor', 'Multiply by the factor of the term that was asked for.');
  const { yearly, ofTerm } = stepsOfPolicy(plan);
  const steps = indexedRules(yearly, section, context, 2);
  const minimums = indexedRules(ofTerm, section, context, 3 + yearly.length);
  const places = Math.max(...plan.terms.map(({ factor: by }) => Decimal.of(by).decimalPlaces()));
  const terms = plan.terms.map(({ term, factor: by }, index) => [
    `${capital(nameWords(term))}${index === 0 && plan.terms.length > 1 ? ' (unless another is asked for)' : ''}`,
    text(numberWords(Decimal.of(by), places), { alignment: 'right' }),
    '',
  ]);
  return [
    ...(plan.policy.length > 0 ? roundingEachStep(plan.roundEachStep) : []),
    ruleTable(section, [sum, ...steps, factor, ...minimums, ...closingRules(plan)]),
    stack(
      [
        text('Term factors', { style: 'tableTitle' }),
        table({
          head: ['Term', text('Factor', { alignment: 'right' }), ''],
          rows: terms,
          widths: [190, 70, '*'],
        }),
      ],
      { keepTogether: true, margin: [0, 6, 0, 0] },
    ),
    text(`A quote is valid for ${plan.quoteValidDays} days.`, { margin: [0, 8, 0, 0] }),
  ];
}

/** The rules that end the calculation of every premium. */
export function closingRules({
  rounding,
  allowZeroPremium,
  allowNegativePremium,
}: Pick<RatingPlan, 'rounding' | 'allowZeroPremium' | 'allowNegativePremium'>): Rule[] {
  const { digits, mode } = rounding;
  const unit = digits === 0 ? '1' : unitWords(digits);
  return [
    rule(
      'Rounding',
      `The amount is ${roundingWords(digits, mode)}. The result is the premium, before taxes and fees.`,
    ),
    rule(
      'Refusal',
      allowNegativePremium
        ? 'A premium of zero, or below zero, is allowed. Only a change of a policy can be bound below zero.'
        : allowZeroPremium
          ? 'A premium below zero is refused; a premium of zero is allowed.'
          : 'A premium of zero, or below zero, is refused.',
    ),
    rule(
      'Parts of the premium',
      `The premium is shared out to the coverages in proportion to their annual premiums, rounded down to ${unit}. What is left goes in units of ${unit} to those that lost most by rounding.`,
    ),
  ];
}

/** That the amount is rounded after each step, if it is. */
export function roundingEachStep(rounding: RatingPlan['roundEachStep']): ResolvedNode[] {
  if (!rounding) return [];
  return [
    paragraph(
      `After each step that changes it, the amount is ${roundingWords(rounding.digits, rounding.mode)}.`,
    ),
  ];
}

export function rule(name: string, content: string): Rule {
  return { name, content: text(content) };
}
