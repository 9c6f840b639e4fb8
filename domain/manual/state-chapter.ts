import { paragraph, table } from '../forms/nodes.js';
import type { Change } from '../product/comparison/change.js';
import { compareStates } from '../product/comparison/compare-states.js';
import { shortValueText, textsOf } from '../product/comparison/value-text.js';
import type { ProductDefinition } from '../product/definition.js';
import { Chapter } from './chapter.js';

/** What each state differs in, of a product with overlays: the rest of the manual holds there, too. */
export function stateChapter(number: number, definition: ProductDefinition): Chapter {
  const chapter = new Chapter(number, 'Exceptions by state');
  chapter.add('States', () => [
    paragraph(
      'In these states the following replaces the rules and rates of this manual, for policy terms that begin on the day or ' +
        'later, until the next entry of the state.',
    ),
    table({
      head: ['State', 'From', 'Filing', 'Differs in'],
      widths: [40, 60, 110, '*'],
      rows: compareStates(definition).map(({ state, from, overlays, changes }) => [
        state,
        from,
        overlays.join('; ') || 'None',
        changes.map(changeWords).join('\n') || 'Nothing',
      ]),
    }),
  ]);
  return chapter;
}

function changeWords({ kind, place, before, after }: Change): string {
  switch (kind) {
    case 'ADDED':
      return `${place.join(', ')}: added ${shortValueText(after)}`;
    case 'REMOVED':
      return `${place.join(', ')}: not here`;
    case 'CHANGED':
      return `${place.join(', ')}: ${textsOf(before, after)[1]}`;
    case 'MOVED':
    case 'REORDERED':
      return `${place.join(', ')}: in another place`;
  }
}
