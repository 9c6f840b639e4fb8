import type { Product, Question } from './client.js';

/** Every question of a product and its lines, in reading order. */
export function questionsOf({ display, lines }: Product): Question[] {
  const own = display?.sections.flatMap(({ subsections }) =>
    subsections.flatMap(({ questions }) => questions),
  );
  return [...(own ?? []), ...lines.flatMap(questionsOf)];
}
