import type { AnswerEdits, AnswerMap, Question } from '../../../api/client.js';
import { type byQid, iterationName } from '../../../parts/answer-list.js';
import { answerAt, type Place } from '../../../parts/questions/answer-changes.js';
import { valueText } from './conflicts.js';

type LoopEdits = Extract<AnswerEdits[string], { type: 'LOOP' }>;
type Known = ReturnType<typeof byQid>;

/** One change as a person made it, in words. */
export interface ListedChange {
  key: string;
  what: string;
  kind: 'CHANGED' | 'ADDED' | 'REMOVED';
  from: string;
  to: string;
  /** The edits without this change. */
  without: (edits: AnswerEdits) => AnswerEdits;
}

interface Around {
  before: AnswerMap;
  after: AnswerMap;
  /** The questions for the answers before, and for those after, which name their iterations. */
  knownBefore: Known;
  known: Known;
}

/** The changes of an endorsement, in the order in which they were made. */
export function changesOf(edits: AnswerEdits, around: Around): ListedChange[] {
  return Object.entries(edits).flatMap(([qid, edit]) =>
    edit.type === 'ANSWER'
      ? [{ ...answered({ qid }, qid, around), without: (all: AnswerEdits) => omit(all, qid) }]
      : changesOfLoop(edit, around),
  );
}

const omit = (edits: AnswerEdits, qid: string): AnswerEdits =>
  Object.fromEntries(Object.entries(edits).filter(([each]) => each !== qid));

function answered(place: Place, key: string, { before, after, knownBefore, known }: Around) {
  const { qid } = place;
  const defaulted = (known.get(qid) as Question | undefined)?.defaultAnswer;
  const from = answerAt(before, place) ?? defaulted ?? null;
  const to = answerAt(after, place) ?? defaulted ?? null;
  return {
    key,
    kind: 'CHANGED' as const,
    what: known.get(qid)?.question ?? qid,
    from: valueText(from, { qid, known: knownBefore, answers: before }),
    to: valueText(to, { qid, known, answers: after }),
  };
}

function changesOfLoop(edit: LoopEdits, around: Around): ListedChange[] {
  const { qid } = edit;
  const { before, after, knownBefore, known } = around;
  const nameIn = (answers: AnswerMap, from: Known) => (iterationId: string) =>
    iterationName(answers, { loopQid: qid, iterationId }, from);
  const [nameBefore, nameAfter] = [nameIn(before, knownBefore), nameIn(after, known)];
  const none = { from: '', to: '' };
  const change = (to: (loop: LoopEdits) => LoopEdits) => (all: AnswerEdits) => {
    const loop = all[qid];
    if (loop?.type !== 'LOOP') return all;
    const next = to(loop);
    const isNone = next.added.length + next.removed.length + next.edited.length === 0;
    return isNone ? omit(all, qid) : { ...all, [qid]: next };
  };
  return [
    ...edit.removed.map((id) => ({
      ...none,
      key: `${qid} ${id}`,
      kind: 'REMOVED' as const,
      what: nameBefore(id),
      without: change((loop) => ({ ...loop, removed: loop.removed.filter((each) => each !== id) })),
    })),
    ...edit.added.map(({ iterationId: id }) => ({
      ...none,
      key: `${qid} ${id}`,
      kind: 'ADDED' as const,
      what: nameAfter(id),
      without: change((loop) => ({
        ...loop,
        added: loop.added.filter((each) => each.iterationId !== id),
      })),
    })),
    ...edit.edited.flatMap(({ iterationId, answers, cleared = [] }) =>
      [...Object.keys(answers), ...cleared].map((child) => {
        const place = { qid: child, in: { loop: qid, iterationId } };
        const own = answered(place, `${qid} ${iterationId} ${child}`, around);
        return {
          ...own,
          what: `${nameAfter(iterationId)} · ${own.what}`,
          without: change((loop) => ({ ...loop, edited: withoutCell(loop.edited, iterationId, child) })),
        };
      }),
    ),
  ];
}

function withoutCell(edited: LoopEdits['edited'], id: string, child: string): LoopEdits['edited'] {
  return edited.flatMap((each) => {
    if (each.iterationId !== id) return [each];
    const { [child]: _, ...answers } = each.answers;
    const cleared = (each.cleared ?? []).filter((qid) => qid !== child);
    if (Object.keys(answers).length + cleared.length === 0) return [];
    return [{ iterationId: id, answers, ...(cleared.length > 0 && { cleared }) }];
  });
}
