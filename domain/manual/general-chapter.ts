import type { OwnRatingAction } from '../actions/configured-action.js';
import { Decimal } from '../expression/index.js';
import { paragraph, table } from '../forms/nodes.js';
import type { MinimumEarned } from '../policy/cancellation.js';
import type { PolicySettings } from '../policy/policy-settings.js';
import type { ReinstatementByPayment } from '../policy/reinstatement-by-payment.js';
import type { PlanWords } from '../rating/words/plan-words.js';
import { Chapter } from './chapter.js';
import { answerRules } from './question-chapter.js';

/** The first chapter: which quotes the product gives, and how to read the manual. */
export function generalChapter(
  actions: readonly OwnRatingAction[],
  chapterOf: (action: OwnRatingAction) => string,
  words: PlanWords,
  cancellation: PolicySettings['cancellation'] | undefined,
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
  const { minimumEarned, reasons = [], reinstatementByPayment } = cancellation ?? {};
  if (minimumEarned) {
    chapter.add('Minimum earned premium', () => [paragraph(minimumEarnedWords(minimumEarned, reasons))]);
  }
  if (reinstatementByPayment) {
    chapter.add('Late payment', () => [paragraph(reinstatementWords(reinstatementByPayment))]);
  }
  chapter.add('How to read the rules', answerRules);
  return chapter;
}

const feeNames = { LATE_FEE: 'late fees', NSF_FEE: 'fees for returned payments' } as const;

/** The rule of the premium that a cancellation keeps at least, in sentences. */
export function minimumEarnedWords(
  { amount, share }: MinimumEarned,
  reasons: readonly { title: string; minimumEarned: boolean }[],
): string {
  const part =
    share === undefined
      ? undefined
      : `${Decimal.of(share).times(100).toFixed()} % of the premium of the term`;
  const least = [amount, part].filter((one) => one !== undefined);
  const kept = least.length > 1 ? `the higher of ${least.join(' and ')}` : least.join('');
  const without = reasons.filter(({ minimumEarned }) => !minimumEarned).map(({ title }) => title);
  return [
    `A cancellation keeps at least ${kept}.`,
    'A cancellation from the first day of the term keeps nothing.',
    ...(without.length === 0 ? [] : [`The minimum does not apply to these reasons: ${without.join(', ')}.`]),
  ].join(' ');
}

/** The rule of a late payment after a cancellation for non-payment, as a sentence. */
export function reinstatementWords({ days, fees }: ReinstatementByPayment): string {
  const amount = ['the past-due amount', ...fees.map((fee) => feeNames[fee])].join(' and ');
  const within = days === 1 ? '1 day' : `${days} days`;
  return (
    `A policy canceled for non-payment is reinstated without a lapse if ${amount} ` +
    `${fees.length === 0 ? 'is' : 'are'} paid within ${within} of the end of coverage.`
  );
}
