import { canonicalJson } from '../ground/canonical-json.js';
import { type AnswerEdits, byId, editsOf, iterationsOf, keyOf } from '../intake/answer-edits.js';
import { type AnswerMap, entryOf, type LoopIteration } from '../intake/answers.js';
import type { QuestionTypes } from '../questions/question-types.js';
import { lookupCodes } from '../quote/lookup-codes.js';
import type { QuoteMessage } from '../rating/run/result.js';

type Answers = AnswerMap | LoopIteration['answers'];

/** Whether only a source answers a question. */
export function isLookedUp(questions: QuestionTypes, qid: string): boolean {
  return questions.get(qid)?.definition?.lookedUp === true;
}

/** Answers without what people say to questions that only a source answers, and the ids of those questions. */
export function withoutLookedUp(
  answers: AnswerMap,
  questions: QuestionTypes,
): { answers: AnswerMap; ignored: string[] } {
  const ignored = new Set<string>();
  const isAsked = (qid: string) => {
    const isIgnored = isLookedUp(questions, qid);
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
 * neither changes them nor takes them away by sending a loop without them. With the ids of those that were to change.
 */
export function keepingLookedUp(
  onDay: AnswerMap,
  asked: AnswerMap,
  questions: QuestionTypes,
): { answers: AnswerMap; ignored: string[] } {
  const ignored = new Set<string>();
  const isOwn = (known: Answers) => {
    return ([qid, entry]: [string, AnswerMap[string]]): boolean => {
      if (!isLookedUp(questions, qid)) return true;
      if (canonicalJson(entry) !== canonicalJson(entryOf<AnswerMap[string]>(known, qid) ?? null))
        ignored.add(qid);
      return false;
    };
  };
  const answers = Object.entries(asked)
    .filter(isOwn(onDay))
    .map(([qid, entry]): [string, AnswerMap[string]] => {
      if (entry.type === 'ANSWER') return [qid, entry];
      const before = byId(iterationsOf(onDay, qid) ?? []);
      const iterations = entry.iterations.map((iteration) => {
        const known = before.get(keyOf(iteration.iterationId))?.answers ?? {};
        const ofPerson = Object.entries(iteration.answers).filter(isOwn(known));
        const ofSource = Object.entries(known).filter(([each]) => isLookedUp(questions, each));
        return { ...iteration, answers: Object.fromEntries([...ofPerson, ...ofSource]) };
      });
      return [qid, { ...entry, iterations }];
    });
  return { answers: Object.fromEntries(answers), ignored: [...ignored] };
}

/** The wishes for a next term, with all its answers, in which what only a source answers is as on the last day. */
export function wishesKeepingLookedUp(
  lastDay: AnswerMap,
  wishes: { answers: AnswerMap; edits: AnswerEdits },
  questions: QuestionTypes,
): { answers: AnswerMap; edits: AnswerEdits; ignored: string[] } {
  const kept = keepingLookedUp(lastDay, wishes.answers, questions);
  const ofSource = Object.entries(lastDay).filter(([qid]) => isLookedUp(questions, qid));
  const answers = { ...kept.answers, ...Object.fromEntries(ofSource) };
  const wished = Object.entries(answers).filter(
    ([qid]) => Object.hasOwn(wishes.edits, qid) && !isLookedUp(questions, qid),
  );
  return { answers, edits: editsOf(lastDay, Object.fromEntries(wished)), ignored: kept.ignored };
}
