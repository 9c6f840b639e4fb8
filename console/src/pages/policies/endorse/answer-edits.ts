import type { AnswerEdits, AnswerMap } from '../../../api/client.js';
import { loopIn, withAnswer, withIterations } from '../../../parts/questions/answer-changes.js';

type LoopEdits = Extract<AnswerEdits[string], { type: 'LOOP' }>;
type OwnAnswers = LoopEdits['edited'][number]['answers'];

/**
 * What a person has changed, answer by answer. What others have done to the policy since its answers were read is not
 * touched, as it would be by a loop that is sent as a whole.
 */
export function editsBetween(before: AnswerMap, after: AnswerMap): AnswerEdits {
  const edits: AnswerEdits = {};
  for (const qid of differing(before, after)) {
    const [was, is] = [before[qid], after[qid]];
    const isLoop = (is ?? was)?.type === 'LOOP';
    if (isLoop) edits[qid] = editsOfLoop(qid, before, after);
    else edits[qid] = is?.type === 'ANSWER' ? is : { type: 'ANSWER', qid, answer: '' };
  }
  return edits;
}

/** Answers with what a person has changed, on whatever day and whatever others have done to them meanwhile. */
export function withEdits(answers: AnswerMap, edits: AnswerEdits): AnswerMap {
  let after = answers;
  for (const [qid, edit] of Object.entries(edits)) {
    if (edit.type === 'ANSWER') {
      after = withAnswer(after, { qid }, edit.answer);
      continue;
    }
    const kept = loopIn(after, qid).filter(({ iterationId }) => !edit.removed.includes(iterationId));
    after = withIterations(after, qid, [...kept, ...edit.added]);
    for (const { iterationId, answers: own, cleared = [] } of edit.edited) {
      const within = { loop: qid, iterationId };
      for (const { qid: child, answer } of Object.values(own))
        after = withAnswer(after, { qid: child, in: within }, answer);
      for (const child of cleared) after = withAnswer(after, { qid: child, in: within }, '');
    }
  }
  return after;
}

function editsOfLoop(qid: string, before: AnswerMap, after: AnswerMap): LoopEdits {
  const [were, are] = [loopIn(before, qid), loopIn(after, qid)];
  const ids = (of: typeof were) => new Set(of.map(({ iterationId }) => iterationId));
  const [known, kept] = [ids(were), ids(are)];
  return {
    type: 'LOOP',
    qid,
    added: are.filter(({ iterationId }) => !known.has(iterationId)),
    removed: [...known].filter((id) => !kept.has(id)),
    edited: are.flatMap(({ iterationId, answers }) => {
      const earlier = were.find((each) => each.iterationId === iterationId)?.answers;
      return (earlier && editOf(iterationId, earlier, answers)) ?? [];
    }),
  };
}

function editOf(iterationId: string, before: OwnAnswers, after: OwnAnswers): LoopEdits['edited'] {
  const changed = differing(before, after);
  if (changed.length === 0) return [];
  const cleared = changed.filter((qid) => after[qid] === undefined);
  const answers = Object.fromEntries(
    changed.flatMap((qid) => {
      const answer = after[qid];
      return answer === undefined ? [] : [[qid, answer] as const];
    }),
  );
  return [{ iterationId, answers, ...(cleared.length > 0 && { cleared }) }];
}

/** The questions that are answered in two ways, or once. */
function differing(before: object, after: object): string[] {
  const [was, is] = [before, after] as [Record<string, unknown>, Record<string, unknown>];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (qid) => JSON.stringify(was[qid]) !== JSON.stringify(is[qid]),
  );
}
