import { may } from '../session/me.js';
import { type AnswerMap, ioi, type Product, type Question } from './client.js';
import { useRead } from './queries.js';

/** Every question of a product and its lines, in reading order. */
export function questionsOf({ display, lines }: Product): Question[] {
  const own = display?.sections.flatMap(({ subsections }) =>
    subsections.flatMap(({ questions }) => questions),
  );
  return [...(own ?? []), ...lines.flatMap(questionsOf)];
}

/** Today's questions of a product for these answers; none for anyone who may not see products. */
export async function readQuestions(
  productId: string,
  answers: AnswerMap,
  signal: AbortSignal,
): Promise<Question[]> {
  if (!may('products:read')) return [];
  return questionsOf((await ioi.products.questions(productId, { answers }, { signal })).product);
}

/** The same, kept for other pages. */
export function useQuestions(productId: string, answers: AnswerMap, enabled = true) {
  return useRead(
    ['products', productId, 'question list', answers],
    (signal) => readQuestions(productId, answers, signal),
    { enabled },
  );
}
