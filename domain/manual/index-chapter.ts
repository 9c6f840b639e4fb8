import { table } from '../forms/nodes.js';
import type { ProductDefinition } from '../product/definition.js';
import type { Question } from '../questions/line.js';
import { Chapter } from './chapter.js';
import type { ProductNames } from './product-names.js';
import type { IndexedValue } from './rules.js';

interface Indexed {
  questions: readonly Question[];
  accepted: ProductDefinition['accepted'];
}

/**
 * The last chapter: the names of values and questions, and those by which the product file calls them; and the warnings
 * about the product file that its author accepts.
 */
export function indexChapter(
  number: number,
  values: readonly IndexedValue[],
  { questions, accepted = [] }: Indexed,
  names: ProductNames,
): Chapter {
  const chapter = new Chapter(number, 'Index');
  const byTitle = values.toSorted((a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : 0));
  if (byTitle.length > 0) {
    chapter.add('Derived values', () => [
      table({
        head: ['Value', 'Rule', 'In the product file'],
        widths: ['*', 60, '*'],
        rows: byTitle.map(({ title, rule, name }) => [title, rule, name]),
      }),
    ]);
  }
  chapter.add('Questions', () => [
    table({
      head: ['Question', 'In the product file'],
      widths: ['*', '*'],
      rows: questions.map(({ qid }) => [names.question(qid), qid]),
    }),
  ]);
  if (accepted.length > 0) {
    chapter.add('Accepted warnings', () => [
      table({
        head: ['In the product file', 'Warning', 'Why it is right'],
        widths: ['*', '*', '*'],
        rows: accepted.map(({ at, finding, reason }) => [at, finding, reason]),
      }),
    ]);
  }
  return chapter;
}
