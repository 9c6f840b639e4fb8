import type { OwnRatingAction } from '../actions/configured-action.js';
import type { PlanWords } from '../rating/words/plan-words.js';
import { Chapter } from './chapter.js';
import { paragraph, table } from './nodes.js';
import { answerRules } from './question-chapter.js';

/** The first chapter: which quotes the product gives, and how to read the manual. */
export function generalChapter(
  actions: readonly OwnRatingAction[],
  chapterOf: (action: OwnRatingAction) => string,
  words: PlanWords,
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
  chapter.add('How to read the rules', answerRules);
  return chapter;
}
