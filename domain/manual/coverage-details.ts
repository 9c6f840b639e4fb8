import type { ResolvedNode } from '../forms/blocks/index.js';
import type { Coverage } from '../rating/plan/plan.js';
import type { PlanWords } from '../rating/words/plan-words.js';
import { capital, nameWords } from '../rating/words/value-words.js';
import { stack, table, text } from './nodes.js';

/** Limits, deductibles and similar terms that a quote shows for a coverage. */
export function coverageDetails({ details }: Coverage, words: PlanWords): ResolvedNode[] {
  if (details.length === 0) return [];
  const rows = details.map(({ key, when, amount, amountType, description, scope, scopeLabel }) => {
    const only = when === undefined ? '' : `, if ${words.condition(when)}`;
    return [
      capital(nameWords(amountType ?? key)),
      description ?? '',
      `${capital(words.expression(amount))}${only}`,
      scopeLabel ?? (scope === undefined ? '' : capital(nameWords(scope))),
    ];
  });
  return [
    stack(
      [
        text('Shown with the coverage', { style: 'tableTitle' }),
        table({ head: ['Kind', 'Of', 'Amount', 'Applies'], rows, widths: [70, '*', '*', 90] }),
      ],
      { keepTogether: true },
    ),
  ];
}
