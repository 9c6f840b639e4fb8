import type { ResolvedNode } from '../forms/blocks/index.js';
import { stack, table, text } from '../forms/nodes.js';
import type { Coverage } from '../rating/plan/plan.js';
import type { PlanWords } from '../rating/words/plan-words.js';
import { capital, nameWords } from '../rating/words/value-words.js';

/** Limits, deductibles and similar terms that a quote shows for a coverage. */
export function coverageDetails({ details }: Coverage, words: PlanWords): ResolvedNode[] {
  if (details.length === 0) return [];
  const rows = details.map(
    ({ key, loop, when, amount, allocate, amountType, description, scope, scopeLabel }) => {
      const each = loop === undefined ? '' : `Each ${words.iteration(loop)}: `;
      const shown =
        allocate === undefined
          ? words.expression(amount ?? '')
          : `its part of the coverage's premium, in proportion to ${words.operand(allocate)}`;
      const only = when === undefined ? '' : `, if ${words.condition(when)}`;
      const applies = typeof scopeLabel === 'object' ? words.expression(scopeLabel) : scopeLabel;
      return [
        capital(nameWords(amountType ?? key)),
        description ?? '',
        capital(`${each}${shown}${only}`),
        applies === undefined ? capital(nameWords(scope ?? '')) : String(applies),
      ];
    },
  );
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
