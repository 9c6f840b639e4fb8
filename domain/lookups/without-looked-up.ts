import { type AnswerMap, entryOf } from '../intake/answers.js';
import type { QuestionTypes } from '../questions/question-types.js';
import { lookupCodes } from '../quote/lookup-codes.js';
import type { QuoteMessage } from '../rating/run/result.js';

/** Answers without what people say to questions that only a source answers, and the ids of those questions. */
export function withoutLookedUp(
  answers: AnswerMap,
  questions: QuestionTypes,
): { answers: AnswerMap; ignored: string[] } {
  const ignored = new Set<string>();
  const isAsked = (qid: string) => {
    const isIgnored = questions.get(qid)?.definition?.lookedUp === true;
    if (isIgnored) ignored.add(qid);
    return !isIgnored;
  };
  const own = Object.entries(answers).filter(([qid]) => isAsked(qid));
  const kept = own.map(([qid, entry]): [string, AnswerMap[string]] => {
    if (entry.type === 'ANSWER') return [qid, entry];
    const iterations = entry.iterations.map((iteration) => ({
      ...iteration,
      answers: Object.fromEntries(Object.entries(iteration.answers).filter(([each]) => isAsked(each))),
    }));
    return [qid, { ...entry, iterations }];
  });
  return ignored.size === 0
    ? { answers, ignored: [] }
    : { answers: Object.fromEntries(kept), ignored: [...ignored] };
}

/** What a quote says of answers that have no effect. */
export function ignoredMessages(ignored: readonly string[]): QuoteMessage[] {
  return ignored.map((qid) => ({
    severity: 'WARNING',
    code: lookupCodes.ignored,
    message: `only a source answers "${qid}"; the answer that was given had no effect`,
    qid,
  }));
}

/**
 * The answers that a change asks for, in which questions that only a source answers stay as they are on the day: a person
 * does not change them.
 */
export function keepingLookedUp(onDay: AnswerMap, asked: AnswerMap, questions: QuestionTypes): AnswerMap {
  const { answers, ignored } = withoutLookedUp(asked, questions);
  if (ignored.length === 0) return asked;
  const kept = Object.entries(answers).map(([qid, entry]): [string, AnswerMap[string]] => {
    const before = entryOf(onDay, qid);
    if (entry.type === 'ANSWER' || before?.type !== 'LOOP') return [qid, entry];
    const known = new Map(before.iterations.map((iteration) => [iteration.iterationId, iteration.answers]));
    const iterations = entry.iterations.map((iteration) => {
      const own = Object.entries(known.get(iteration.iterationId) ?? {});
      const ofSource = own.filter(([each]) => questions.get(each)?.definition?.lookedUp === true);
      return { ...iteration, answers: { ...iteration.answers, ...Object.fromEntries(ofSource) } };
    });
    return [qid, { ...entry, iterations }];
  });
  return Object.fromEntries(kept);
}
