import { type AnswerMap, newId, type Question } from '../../api/client.js';

type Loop = Extract<AnswerMap[string], { type: 'LOOP' }>;
export type Iteration = Loop['iterations'][number];
type OwnAnswers = Iteration['answers'];

/** Where an answer is: of the whole, or of an iteration of a loop. */
export interface Place {
  qid: string;
  in?: { loop: string; iterationId: string };
}

export const loopIn = (answers: AnswerMap, qid: string): readonly Iteration[] => {
  const found = answers[qid];
  return found?.type === 'LOOP' ? found.iterations : [];
};

export function answerAt(answers: AnswerMap, { qid, in: within }: Place): string | undefined {
  if (within === undefined) {
    const found = answers[qid];
    return found?.type === 'ANSWER' ? found.answer : undefined;
  }
  const iteration = loopIn(answers, within.loop).find(
    ({ iterationId }) => iterationId === within.iterationId,
  );
  return iteration?.answers[qid]?.answer;
}

/** Answers a question; an empty text takes the answer back. */
export function withAnswer(answers: AnswerMap, { qid, in: within }: Place, answer: string): AnswerMap {
  if (within === undefined) return answered(answers, qid, answer);
  const iterations = loopIn(answers, within.loop).map((iteration) =>
    iteration.iterationId === within.iterationId
      ? { ...iteration, answers: answered(iteration.answers, qid, answer) as OwnAnswers }
      : iteration,
  );
  return withIterations(answers, within.loop, iterations);
}

function answered<Answers extends AnswerMap | OwnAnswers>(answers: Answers, qid: string, answer: string) {
  const { [qid]: _before, ...others } = answers as AnswerMap;
  return answer === '' ? others : { ...others, [qid]: { type: 'ANSWER' as const, qid, answer } };
}

export function withIterations(answers: AnswerMap, qid: string, iterations: readonly Iteration[]): AnswerMap {
  return { ...answers, [qid]: { type: 'LOOP', qid, iterations: [...iterations] } };
}

export const withIteration = (answers: AnswerMap, qid: string): AnswerMap =>
  withIterations(answers, qid, [...loopIn(answers, qid), { iterationId: newId(), answers: {} }]);

export const withoutIteration = (answers: AnswerMap, qid: string, id: string): AnswerMap =>
  withIterations(
    answers,
    qid,
    loopIn(answers, qid).filter(({ iterationId }) => iterationId !== id),
  );

/** The same with the iterations that visible loops need at least; itself if none is missing. */
export function withLeastIterations(answers: AnswerMap, questions: readonly Question[]): AnswerMap {
  return questions.reduce((before, { qid, visible, loopDefinitionDto }) => {
    const missing = (loopDefinitionDto?.minIterations ?? 0) - loopIn(before, qid).length;
    if (!visible || missing <= 0) return before;
    return Array.from({ length: missing }).reduce<AnswerMap>((map) => withIteration(map, qid), before);
  }, answers);
}

/** The same with an iteration at its place, as it was before it was removed. */
export function withIterationAt(
  answers: AnswerMap,
  qid: string,
  { iteration, index }: { iteration: Iteration; index: number },
): AnswerMap {
  const iterations = [...loopIn(answers, qid)];
  iterations.splice(index, 0, iteration);
  return withIterations(answers, qid, iterations);
}
