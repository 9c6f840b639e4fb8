import { type Answer, type AnswerMap, entryOf } from '../intake/answers.js';

/** Answers with one answer set: of the risk as a whole, or of an iteration of a loop. */
export function withAnswer(
  answers: AnswerMap,
  {
    qid,
    answer: text,
    each,
    iterationId,
  }: { qid: string; answer: string; each: string | undefined; iterationId: string | null },
): AnswerMap {
  const answer: Answer = { type: 'ANSWER', qid, answer: text };
  if (each === undefined || iterationId === null) return { ...answers, [qid]: answer };
  const loop = entryOf(answers, each);
  if (loop?.type !== 'LOOP') return answers;
  const iterations = loop.iterations.map((iteration) =>
    iteration.iterationId === iterationId
      ? { ...iteration, answers: { ...iteration.answers, [qid]: answer } }
      : iteration,
  );
  return { ...answers, [each]: { ...loop, iterations } };
}

/** An answer of the risk as a whole, or of an iteration of a loop; undefined where it is missing or empty. */
export function answerAt(
  answers: AnswerMap,
  { qid, each, iterationId }: { qid: string; each: string | undefined; iterationId: string | null },
): string | undefined {
  const loop = each === undefined ? undefined : entryOf(answers, each);
  const own =
    loop?.type === 'LOOP'
      ? loop.iterations.find((iteration) => iteration.iterationId === iterationId)?.answers
      : answers;
  const entry = own && entryOf<AnswerMap[string]>(own, qid);
  return entry?.type === 'ANSWER' && entry.answer.trim() !== '' ? entry.answer : undefined;
}
