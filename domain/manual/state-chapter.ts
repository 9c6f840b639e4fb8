import { paragraph, table, text } from '../forms/nodes.js';
import { compareStates, type StateDifference } from '../product/comparison/compare-states.js';
import type { ProductDefinition } from '../product/definition.js';
import { OverlaidProduct } from '../product/overlaid-product.js';
import { Chapter } from './chapter.js';
import { exceptionsOf } from './exceptions.js';

/**
 * What each state differs in, of a product with overlays: the rest of the manual holds there, too.
 *
 * @param numbers the numbers of the rules, by their steps and underwriting rules.
 */
export function stateChapter(
  number: number,
  definition: ProductDefinition,
  numbers: ReadonlyMap<unknown, string>,
): Chapter {
  const chapter = new Chapter(number, 'Exceptions by state');
  const product = new OverlaidProduct(definition);
  chapter.add('States', () => [
    paragraph(
      'In these states the following replaces the rules and rates of this manual, for policy terms that begin on the day or ' +
        'later, until the next entry of the state.',
    ),
  ]);
  for (const { states, from, overlays, changes } of alike(compareStates(definition))) {
    const [state = ''] = states;
    const { definition: held } = product.in(state, { effectiveDate: from, today: from });
    chapter.add(`${states.join(', ')} from ${from}: ${overlays.join('; ') || 'no exceptions'}`, () =>
      changes.length === 0
        ? [paragraph('The rules and rates of this manual hold.')]
        : [
            table({
              head: ['Rule', 'Name', 'In the state'],
              widths: [72, 132, '*'],
              rows: exceptionsOf(changes, { base: definition, held, numbers }).map(
                ({ at, name, content }) => [at, text(name, { bold: true }), content],
              ),
            }),
          ],
    );
  }
  return chapter;
}

/** Differences with the states that have the same from the same day on. */
function alike(differences: readonly StateDifference[]): (StateDifference & { states: string[] })[] {
  const found = new Map<string, StateDifference & { states: string[] }>();
  for (const difference of differences) {
    const key = [difference.from, ...difference.overlays].join('\n');
    const known = found.get(key);
    if (known) known.states.push(difference.state);
    else found.set(key, { ...difference, states: [difference.state] });
  }
  return [...found.values()];
}
