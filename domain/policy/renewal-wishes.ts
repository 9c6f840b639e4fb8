import {
  type AnswerEdits,
  type AskedChange,
  byId,
  changedAnswers,
  edited,
  editsOf,
  iterationsOf,
  keyOf,
} from '../intake/answer-edits.js';
import { type AnswerMap, entryOf } from '../intake/answers.js';

/** What the next term of a policy is to be quoted with. */
export interface RenewalWishes {
  answers: AnswerMap;
  /** The wishes: what they change of the last day's answers. */
  edits: AnswerEdits;
  /** The iterations that earlier wishes edit and that the policy no longer has. */
  lost: string[];
}

/**
 * The answers of the next term: those of the expiring term's last day, with the wishes of an earlier quote and then those
 * that are asked for now. Or the iteration that is asked to be edited or removed although it is not there.
 */
export function renewalWishes(
  lastDay: AnswerMap,
  { earlier = {}, asked }: { earlier?: AnswerEdits | undefined; asked: AskedChange },
): RenewalWishes | { missing: string; path: (string | number)[] } {
  const { edits: kept, lost } = stillPossible(lastDay, earlier);
  const before = edited(lastDay, kept);
  const result = changedAnswers(before, asked);
  if ('missing' in result) return result;
  const answers = { ...before, ...result.answers };
  const touched = Object.keys(result.answers);
  if (touched.length === 0) return { answers, edits: kept, lost };
  const wanted = Object.fromEntries(
    touched.flatMap((qid) => {
      const entry = entryOf(answers, qid);
      return entry === undefined || isSame(entry, entryOf(lastDay, qid)) ? [] : [[qid, entry] as const];
    }),
  );
  const untouched = Object.entries(kept).filter(([qid]) => !touched.includes(qid));
  return { answers, edits: { ...Object.fromEntries(untouched), ...editsOf(lastDay, wanted) }, lost };
}

/** An answer that the policy has anyway is no wish: a later change of it is to reach the next term. */
function isSame(entry: AnswerMap[string], known: AnswerMap[string] | undefined): boolean {
  return entry.type === 'ANSWER' && known?.type === 'ANSWER' && known.answer === entry.answer;
}

/** The wishes without those for iterations that the policy no longer has. A removal is fulfilled then. */
function stillPossible(lastDay: AnswerMap, wishes: AnswerEdits): { edits: AnswerEdits; lost: string[] } {
  const lost: string[] = [];
  const edits = Object.entries(wishes).map(([qid, edit]): [string, AnswerEdits[string]] => {
    if (edit.type === 'ANSWER') return [qid, edit];
    const there = byId([...(iterationsOf(lastDay, qid) ?? []), ...edit.added]);
    const isThere = ({ iterationId }: { iterationId: string }) => there.has(keyOf(iterationId));
    lost.push(...edit.edited.filter((each) => !isThere(each)).map(({ iterationId }) => iterationId));
    return [qid, { ...edit, edited: edit.edited.filter(isThere) }];
  });
  return { edits: Object.fromEntries(edits), lost };
}
