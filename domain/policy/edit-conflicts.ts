import { z } from 'zod';
import { calendarDate, uuid } from '../ground/primitives.js';
import {
  type AnswerEdits,
  byId,
  type DatedEdits,
  edited,
  iterationsOf,
  keyOf,
  type LoopEdits,
} from '../intake/answer-edits.js';
import { type Answer, type AnswerMap, entryOf, type LoopIteration } from '../intake/answers.js';
import { changedOn } from './answers-around.js';
import { answersOn, type PolicyTerm } from './timeline.js';

/** What to do where a change from an earlier day meets one that takes effect later. */
export const conflictChoice = z.enum(['KEEP_LATER', 'APPLY_THROUGHOUT']).meta({
  id: 'ConflictChoice',
  description:
    '`KEEP_LATER`: the later change stays. `APPLY_THROUGHOUT`: this change applies from the later day, too.',
});
export type ConflictChoice = z.infer<typeof conflictChoice>;

/** A question, in an iteration of a loop if it has one; without a question, the iteration itself. */
export const editedCell = z
  .object({
    qid: z.string().optional().meta({ description: 'The question; none where the iteration is meant.' }),
    loopQid: z.string().optional().meta({ description: 'The loop that the question or iteration is in.' }),
    iterationId: uuid.optional(),
  })
  .meta({ id: 'EditedCell' });
export type EditedCell = z.infer<typeof editedCell>;

/** A cell that a change edits and that a change recorded before edits from a later day. */
export const editConflict = editedCell
  .extend({
    effectiveDate: calendarDate,
    value: z
      .string()
      .nullable()
      .meta({ description: 'By this change; null: cleared, or the iteration is removed.' }),
    laterEffectiveDate: calendarDate,
    laterValue: z.string().nullable().meta({ description: 'By the later change; null as above.' }),
    choice: conflictChoice,
  })
  .meta({ id: 'EditConflict' });
export type ResolvedConflict = z.infer<typeof editConflict>;
export type EditConflict = Omit<ResolvedConflict, 'choice'>;

interface EditedAnswer extends EditedCell {
  value: string | null;
}

/** The cells of edits, each with its answer; an iteration that is removed is a cell with null. */
function cellsOf(edits: AnswerEdits): EditedAnswer[] {
  return Object.entries(edits).flatMap(([qid, edit]): EditedAnswer[] => {
    if (edit.type === 'ANSWER') return [{ qid, value: edit.answer }];
    const of = { loopQid: qid };
    return [
      ...edit.removed.map((iterationId) => ({ ...of, iterationId, value: null })),
      ...edit.edited.flatMap(({ iterationId, answers, cleared = [] }) => [
        ...Object.entries(answers).map(([child, { answer }]) => ({
          ...of,
          iterationId,
          qid: child,
          value: answer,
        })),
        ...cleared.map((child) => ({ ...of, iterationId, qid: child, value: null })),
      ]),
    ];
  });
}

const isIteration = (a: EditedCell, b: EditedCell) =>
  a.loopQid === b.loopQid && keyOf(a.iterationId ?? '') === keyOf(b.iterationId ?? '');

/** The same question of the same iteration, or a question of an iteration that the other one removes. */
const meet = (a: EditedCell, b: EditedCell) =>
  isIteration(a, b) &&
  (a.qid === b.qid || (a.loopQid !== undefined && (a.qid === undefined || b.qid === undefined)));

/** The answers of edits that name one of these iterations, such as the driver of a vehicle; those of added iterations, too. */
function namingCells(edits: AnswerEdits, iterationIds: ReadonlySet<string>): EditedAnswer[] {
  const added = Object.entries(edits).flatMap(([loopQid, edit]) =>
    edit.type === 'ANSWER'
      ? []
      : edit.added.flatMap(({ iterationId, answers }) =>
          Object.entries(answers).map(([qid, { answer }]) => ({ loopQid, iterationId, qid, value: answer })),
        ),
  );
  return [...cellsOf(edits), ...added].filter(
    ({ value }) => value !== null && iterationIds.has(keyOf(value.trim())),
  );
}

/**
 * Where a change meets changes that take effect on later days: the same cell with another answer, an iteration that one
 * edits and the other removes, or an answer that names an iteration which this one removes. In the order of days.
 */
export function conflictsOf(term: PolicyTerm, { from, edits }: DatedEdits): EditConflict[] {
  const own = cellsOf(edits);
  const removed = new Set(
    own.flatMap(({ qid, iterationId }) => (qid === undefined && iterationId ? [keyOf(iterationId)] : [])),
  );
  return term.answerChanges
    .filter(({ effectiveDate }) => effectiveDate > from)
    .toSorted((a, b) => a.effectiveDate.localeCompare(b.effectiveDate) || a.seq - b.seq)
    .flatMap(({ effectiveDate, edits: later }) => {
      const days = { effectiveDate: from, laterEffectiveDate: effectiveDate };
      const same = cellsOf(later).flatMap((cell) =>
        own
          .filter((each) => meet(each, cell) && (each.value !== cell.value || each.qid !== cell.qid))
          .map(({ value, ...each }) => ({
            ...each,
            qid: each.qid ?? cell.qid,
            ...days,
            value,
            laterValue: cell.value,
          })),
      );
      const naming = namingCells(later, removed)
        .filter((cell) => !same.some((each) => isIteration(each, cell) && each.qid === cell.qid))
        .map(({ value, ...cell }) => ({ ...cell, ...days, value: null, laterValue: value }));
      return [...same, ...naming];
    });
}

const isSameCell = (a: EditedCell, b: EditedCell) => isIteration(a, b) && a.qid === b.qid;

/** The choice that a caller made for a conflict: of its cell, else of all. */
export function choiceAmong({
  onConflict = 'KEEP_LATER',
  conflictChoices = [],
}: {
  onConflict?: ConflictChoice | undefined;
  conflictChoices?: readonly (EditedCell & { choice: ConflictChoice })[] | undefined;
}): (conflict: EditConflict) => ConflictChoice {
  return (conflict) => conflictChoices.find((cell) => isSameCell(cell, conflict))?.choice ?? onConflict;
}

/** The places among a caller's choices at which a change meets no later one. */
export function choicesForNothing(
  { conflictChoices = [] }: { conflictChoices?: readonly EditedCell[] | undefined },
  conflicts: readonly EditedCell[],
): number[] {
  return conflictChoices.flatMap((cell, index) =>
    conflicts.some((conflict) => isSameCell(cell, conflict)) ? [] : [index],
  );
}

/**
 * The edits of a change with those by which it also applies from the days of later changes, for those of its
 * {@link conflictsOf} whose choice is `APPLY_THROUGHOUT`.
 */
export function resolved(
  term: PolicyTerm,
  change: DatedEdits,
  conflicts: readonly ResolvedConflict[],
): DatedEdits[] {
  const { from, edits } = change;
  const throughout = conflicts.filter(({ choice }) => choice === 'APPLY_THROUGHOUT');
  const days = [...new Set(throughout.map(({ laterEffectiveDate }) => laterEffectiveDate))];
  // As the answers would be had the later change not touched these cells.
  const later = days.map((day) => {
    const cells = throughout.filter(({ laterEffectiveDate }) => laterEffectiveDate === day);
    const wanted = edited(
      answersOn({ ...term, answerChanges: term.answerChanges.filter((one) => one.effectiveDate < day) }, day),
      edits,
    );
    return { from: day, edits: again(wanted, cells, changedOn(term, { day, edits: [change] })) };
  });
  return [{ from, edits }, ...later];
}

/** The edits that give cells the answers which they have in another map. */
function again(wanted: AnswerMap, cells: readonly EditedCell[], now: AnswerMap): AnswerEdits {
  const edits: AnswerEdits = {};
  for (const { qid, loopQid, iterationId = '' } of cells) {
    if (loopQid === undefined) {
      const entry = wanted[qid ?? ''];
      if (entry?.type !== 'LOOP' && qid !== undefined) edits[qid] = entry ?? blank(qid);
      continue;
    }
    const known = edits[loopQid];
    const loop =
      known?.type === 'LOOP'
        ? known
        : { type: 'LOOP' as const, qid: loopQid, added: [], removed: [], edited: [] };
    const [there, is] = [iterationOf(wanted, loopQid, iterationId), iterationOf(now, loopQid, iterationId)];
    if (there === undefined && is !== undefined && qid !== undefined) {
      // The later change adds it, with an answer that names what is gone.
      const without = { iterationId, answers: { [qid]: blank(qid) } };
      edits[loopQid] = { ...loop, edited: withCell(loop.edited, without, qid) };
    } else if (there === undefined)
      edits[loopQid] = { ...loop, removed: [...new Set([...loop.removed, iterationId])] };
    else if (is === undefined)
      edits[loopQid] = { ...loop, added: [...byId([...loop.added, there]).values()] };
    else edits[loopQid] = { ...loop, edited: withCell(loop.edited, there, qid ?? '') };
  }
  return edits;
}

const blank = (qid: string): Answer => ({ type: 'ANSWER', qid, answer: '' });

function iterationOf(answers: AnswerMap, loopQid: string, iterationId: string) {
  return byId(iterationsOf(answers, loopQid) ?? []).get(keyOf(iterationId));
}

/** The edits of iterations with one that gives a question the answer of an iteration. */
function withCell(
  edits: LoopEdits['edited'],
  { iterationId, answers }: LoopIteration,
  qid: string,
): LoopEdits['edited'] {
  const known = byId(edits).get(keyOf(iterationId)) ?? { iterationId, answers: {} };
  const answer = entryOf(answers, qid);
  const cell =
    answer === undefined
      ? { ...known, cleared: [...(known.cleared ?? []), qid] }
      : { ...known, answers: { ...known.answers, [qid]: answer } };
  return [...edits.filter((each) => keyOf(each.iterationId) !== keyOf(iterationId)), cell];
}
