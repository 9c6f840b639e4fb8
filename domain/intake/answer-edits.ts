import { z } from 'zod';
import { canonicalJson } from '../ground/canonical-json.js';
import { calendarDate, uuid } from '../ground/primitives.js';
import { idsOfIterations, mergedAnswers, withoutIterations, withoutReferences } from './answer-changes.js';
import {
  type Answer,
  type AnswerMap,
  answer,
  entryOf,
  type Loop,
  type LoopIteration,
  loopIteration,
} from './answers.js';

const answersById = z.record(z.string(), answer).meta({ id: 'EditedAnswers' });

/** What happens to one iteration of a loop: answers that are set, and questions whose answers are cleared. */
const iterationEdit = z
  .object({
    iterationId: uuid,
    answers: answersById,
    cleared: z.array(z.string()).optional().meta({ description: 'Questions whose answers are removed.' }),
  })
  .meta({ id: 'IterationEdit' });

const loopEdits = z
  .object({
    type: z.literal('LOOP'),
    qid: z.string(),
    added: z.array(loopIteration),
    removed: z.array(uuid).meta({ description: 'The ids of the removed iterations.' }),
    edited: z.array(iterationEdit),
  })
  .meta({ id: 'LoopEdits' });

/**
 * What a change does to answers, by question: the new answer or, of a loop, its iterations that are added, removed and
 * edited. What is not mentioned stays as it is.
 */
export const answerEdits = z
  .record(z.string(), z.discriminatedUnion('type', [answer, loopEdits]).meta({ id: 'AnswerOrLoopEdits' }))
  .meta({ id: 'AnswerEdits' });

/** Edits with the first day of their effect. */
export const datedEdits = z.object({ from: calendarDate, edits: answerEdits });

export type AnswerEdits = z.infer<typeof answerEdits>;
export type LoopEdits = z.infer<typeof loopEdits>;
export type DatedEdits = z.infer<typeof datedEdits>;
type IterationEdit = z.infer<typeof iterationEdit>;

/**
 * The edits by which answers become what was sent. A sent answer holds from its day even if it was the same before. A sent
 * loop is the whole loop: its edits are what differs, so that what others do to its other iterations stays, and what was
 * named as an edit, which holds as an answer does.
 */
export function editsOf(before: AnswerMap, sent: AnswerMap, named: AnswerEdits = {}): AnswerEdits {
  const edits: AnswerEdits = {};
  // What is cleared with a removed iteration follows from its removal.
  const cleared = withoutReferences(before, goneFrom(before, { ...before, ...sent }));
  for (const [qid, entry] of Object.entries(sent)) {
    if (entry.type === 'ANSWER') {
      const follows = isSame(cleared[qid], entry) && !isSame(before[qid], entry) && named[qid] === undefined;
      if (!follows) edits[qid] = entry;
      continue;
    }
    const loop = editsOfLoop(iterationsOf(cleared, qid), entry, named[qid]);
    if (loop !== undefined) edits[qid] = loop;
  }
  return edits;
}

/** The ids of iterations that are there before and not afterwards, in lower case. */
function goneFrom(before: AnswerMap, after: AnswerMap): Set<string> {
  const there = new Set(idsOfIterations(after));
  return new Set(idsOfIterations(before).filter((id) => !there.has(id)));
}

function editsOfLoop(
  before: readonly LoopIteration[] | undefined,
  sent: Loop,
  asked: AnswerEdits[string] | undefined,
): LoopEdits | undefined {
  const named = byId(asked?.type === 'LOOP' ? asked.edited : []);
  const known = byId(before ?? []);
  const kept = byId(sent.iterations);
  const added = sent.iterations.filter(({ iterationId }) => !known.has(keyOf(iterationId)));
  const removed = (before ?? []).flatMap(({ iterationId }) =>
    kept.has(keyOf(iterationId)) ? [] : [iterationId],
  );
  const edited = sent.iterations.flatMap((iteration) => {
    const earlier = known.get(keyOf(iteration.iterationId));
    if (earlier === undefined) return [];
    return editOfIteration(earlier, iteration, named.get(keyOf(iteration.iterationId))) ?? [];
  });
  const isSame = before !== undefined && added.length + removed.length + edited.length === 0;
  return isSame ? undefined : { type: 'LOOP', qid: sent.qid, added, removed, edited };
}

function editOfIteration(
  before: LoopIteration,
  sent: LoopIteration,
  { answers: set, cleared: emptied = [] }: Omit<IterationEdit, 'iterationId'> = { answers: {} },
): IterationEdit | undefined {
  const answers = Object.fromEntries(
    Object.entries(sent.answers).filter(
      ([qid, { answer }]) => Object.hasOwn(set, qid) || entryOf(before.answers, qid)?.answer !== answer,
    ),
  );
  const gone = [...new Set([...Object.keys(before.answers), ...emptied])];
  const cleared = gone.filter((qid) => !Object.hasOwn(sent.answers, qid));
  if (Object.keys(answers).length + cleared.length === 0) return undefined;
  return { iterationId: before.iterationId, answers, ...(cleared.length > 0 && { cleared }) };
}

/**
 * Answers with edits applied. An edit of an iteration that is not there does nothing; one that is there is not added again.
 * Answers that name a removed iteration, such as the driver of a vehicle, are cleared with it: those of the day on which it
 * is removed, whenever they were recorded.
 */
export function edited(answers: AnswerMap, edits: AnswerEdits): AnswerMap {
  const removed = Object.values(edits).flatMap((edit) => (edit.type === 'LOOP' ? edit.removed : []));
  return withoutReferences(applied(answers, edits), new Set(removed.map(keyOf)));
}

function applied(answers: AnswerMap, edits: AnswerEdits): AnswerMap {
  const changed = Object.entries(edits).map(([qid, edit]): [string, Answer | Loop] => {
    if (edit.type === 'ANSWER') return [qid, edit];
    return [qid, { type: 'LOOP', qid, iterations: editedLoop(iterationsOf(answers, qid) ?? [], edit) }];
  });
  return { ...answers, ...Object.fromEntries(changed) };
}

function editedLoop(
  iterations: readonly LoopIteration[],
  { added, removed, edited }: LoopEdits,
): LoopIteration[] {
  const gone = new Set(removed.map(keyOf));
  const editOf = byId(edited);
  const kept = iterations
    .filter(({ iterationId }) => !gone.has(keyOf(iterationId)))
    .map((iteration) => editedIteration(iteration, editOf.get(keyOf(iteration.iterationId))));
  const there = byId(kept);
  return [...kept, ...added.filter(({ iterationId }) => !there.has(keyOf(iterationId)))];
}

function editedIteration(iteration: LoopIteration, edit: IterationEdit | undefined): LoopIteration {
  if (edit === undefined) return iteration;
  const { answers, cleared = [] } = edit;
  const kept = Object.entries(iteration.answers).filter(([qid]) => !cleared.includes(qid));
  return { ...iteration, answers: { ...Object.fromEntries(kept), ...answers } };
}

/** The iterations of a loop; undefined where it is not answered. */
export function iterationsOf(answers: AnswerMap, qid: string): LoopIteration[] | undefined {
  const entry = entryOf(answers, qid);
  return entry?.type === 'LOOP' ? entry.iterations : undefined;
}

/** Ids of iterations are equal in upper and lower case. */
export const keyOf = (iterationId: string): string => iterationId.toLowerCase();

export function byId<Iteration extends { iterationId: string }>(
  iterations: readonly Iteration[],
): Map<string, Iteration> {
  return new Map(iterations.map((iteration) => [keyOf(iteration.iterationId), iteration]));
}

const isSame = (before: Answer | Loop | undefined, after: Answer | Loop): boolean =>
  before === after || canonicalJson(before ?? null) === canonicalJson(after);

/** A change as a caller asks for it: answers with whole loops, single edits, and iterations to remove. */
export interface AskedChange {
  intake?: AnswerMap | undefined;
  edits?: AnswerEdits | undefined;
  iterationIdsToDelete?: readonly string[] | undefined;
}

/** The iterations that a change removes only by leaving them out of a loop that it sends whole. */
export function leftOut(
  onDay: AnswerMap,
  { intake = {}, edits = {}, iterationIdsToDelete = [] }: AskedChange,
): { loopQid: string; iterationId: string }[] {
  const named = new Set(iterationIdsToDelete.map(keyOf));
  return Object.values(editsOf(edited(onDay, edits), intake)).flatMap((edit) => {
    if (edit.type !== 'LOOP') return [];
    const unnamed = edit.removed.filter((iterationId) => !named.has(keyOf(iterationId)));
    return unnamed.map((iterationId) => ({ loopQid: edit.qid, iterationId }));
  });
}

/**
 * The questions that a change names or alters, with their answers and whole loops as it makes them from those of a day:
 * first the edits, then the intake, then the removals. Answers that name an iteration which is gone afterwards, such as the
 * driver of a vehicle, are cleared, in whatever way it was removed. Or the iteration that it edits or removes although it is
 * not there on the day.
 */
export function changedAnswers(
  onDay: AnswerMap,
  { intake = {}, edits = {}, iterationIdsToDelete = [] }: AskedChange,
): { answers: AnswerMap } | { missing: string; path: (string | number)[] } {
  for (const [qid, edit] of Object.entries(edits)) {
    if (edit.type === 'ANSWER') continue;
    const there = byId(iterationsOf(onDay, qid) ?? []);
    const named = [
      ...edit.removed.map((id, index) => ({ id, path: ['edits', qid, 'removed', index] })),
      ...edit.edited.map(({ iterationId: id }, index) => ({
        id,
        path: ['edits', qid, 'edited', index, 'iterationId'],
      })),
    ];
    const missing = named.find(({ id }) => !there.has(keyOf(id)));
    if (missing !== undefined) return { missing: missing.id, path: missing.path };
  }
  const after = mergedAnswers(edited(onDay, edits), intake);
  const loops = Object.values(after).filter((entry) => entry.type === 'LOOP');
  for (const [index, id] of iterationIdsToDelete.entries()) {
    if (!loops.some(({ iterations }) => byId(iterations).has(keyOf(id))))
      return { missing: id, path: ['intakeLoopIterationIdsToDelete', index] };
  }
  const left = withoutIterations(after, iterationIdsToDelete);
  const whole = withoutReferences(left, goneFrom(onDay, left));
  const named = new Set([...Object.keys(edits), ...Object.keys(intake)]);
  const changed = Object.entries(whole).filter(
    ([qid, entry]) => named.has(qid) || !isSame(onDay[qid], entry),
  );
  return { answers: Object.fromEntries(changed) };
}
