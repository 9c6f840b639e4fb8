import type { OwnRatingAction } from '../actions/configured-action.js';
import { paragraph, table } from '../forms/nodes.js';
import type { ReinstatementByPayment } from '../policy/reinstatement-by-payment.js';
import type { PlanWords } from '../rating/words/plan-words.js';
import { Chapter } from './chapter.js';
import { answerRules } from './question-chapter.js';

/** The first chapter: which quotes the product gives, and how to read the manual. */
export function generalChapter(
  actions: readonly OwnRatingAction[],
  chapterOf: (action: OwnRatingAction) => string,
  words: PlanWords,
  reinstatement: ReinstatementByPayment | undefined,
): Chapter {
  const chapter = new Chapter(1, 'General rules');
  chapter.add('Quotes', () =>
    actions.length === 0
      ? [paragraph('The product gives no quotes by rating plans of its own.')]
      : [
          table({
            head: ['Quote', 'Rated by', 'Given'],
            widths: ['*', '*', '*'],
            rows: actions.map((action) => [
              action.name,
              chapterOf(action),
              action.when === undefined ? 'Always' : `If ${words.condition(action.when)}`,
            ]),
          }),
        ],
  );
  if (reinstatement) {
    chapter.add('Late payment', () => [paragraph(reinstatementWords(reinstatement))]);
  }
  chapter.add('How to read the rules', answerRules);
  return chapter;
}

const feeNames = { LATE_FEE: 'late fees', NSF_FEE: 'fees for returned payments' } as const;

/** The rule of a late payment after a cancellation for non-payment, as a sentence. */
export function reinstatementWords({ days, fees }: ReinstatementByPayment): string {
  const amount = ['the past-due amount', ...fees.map((fee) => feeNames[fee])].join(' and ');
  const within = days === 1 ? '1 day' : `${days} days`;
  return (
    `A policy cancelled for non-payment is reinstated without a lapse if ${amount} ` +
    `${fees.length === 0 ? 'is' : 'are'} paid within ${within} of the end of coverage.`
  );
}
