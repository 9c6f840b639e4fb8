import { derivedId } from '../ground/derived-id.js';
import type { AnswerEdits, LoopEdits } from '../intake/answer-edits.js';
import { type AnswerMap, entryOf, type LoopIteration } from '../intake/answers.js';
import { answerMapOf, type GivenAnswer, type GivenIteration } from './answers.js';

/** A change as an assistant gives it: answers that are set, and items of lists that are added, changed and removed. */
export interface GivenEdits {
  answers?: Readonly<Record<string, GivenAnswer>> | undefined;
  add?: readonly { list: string; answers: GivenIteration }[] | undefined;
  change?: readonly { list: string; item: string; answers: GivenIteration }[] | undefined;
  remove?: readonly { list: string; item: string }[] | undefined;
}

/**
 * The edits of a change to the answers of a day. An item is named by its id, its number from 1, or a text that only one item's
 * answers hold. The items that are not there, or of which there are several, are named instead.
 */
export function editsOfItems(
  onDay: AnswerMap,
  given: GivenEdits,
): { edits: AnswerEdits } | { unknown: string[] } {
  const { answers = {}, add = [], change = [], remove = [] } = given;
  const unknown: string[] = [];
  const loops = new Map<string, LoopEdits>();
  const loopOf = (qid: string): LoopEdits => {
    const known = loops.get(qid) ?? { type: 'LOOP', qid, added: [], removed: [], edited: [] };
    loops.set(qid, known);
    return known;
  };
  const found = (list: string, item: string): string | undefined => {
    const id = itemIn(onDay, list, item);
    if (id === undefined) unknown.push(`${item} in ${list}`);
    return id;
  };
  for (const [index, { list, answers: added }] of add.entries()) {
    const iterationId = derivedId('item of an assistant', JSON.stringify([list, index, added]));
    loopOf(list).added.push({ iterationId, answers: entriesOf(added) });
  }
  for (const { list, item, answers: changed } of change) {
    const iterationId = found(list, item);
    if (iterationId !== undefined) loopOf(list).edited.push({ iterationId, answers: entriesOf(changed) });
  }
  for (const { list, item } of remove) {
    const iterationId = found(list, item);
    if (iterationId !== undefined) loopOf(list).removed.push(iterationId);
  }
  if (unknown.length > 0) return { unknown };
  return { edits: { ...entriesOf(answers), ...Object.fromEntries(loops) } };
}

const entriesOf = (answers: Readonly<Record<string, GivenAnswer>>) =>
  answerMapOf(answers) as LoopIteration['answers'];

function itemIn(answers: AnswerMap, list: string, item: string): string | undefined {
  const entry = entryOf(answers, list);
  const iterations = entry?.type === 'LOOP' ? entry.iterations : [];
  const byId = iterations.find(({ iterationId }) => iterationId === item.toLowerCase());
  if (byId !== undefined) return byId.iterationId;
  if (/^\d+$/.test(item) && iterations[Number(item) - 1] !== undefined)
    return iterations[Number(item) - 1]?.iterationId;
  const text = item.toLowerCase();
  const holding = iterations.filter((iteration) =>
    Object.values(iteration.answers).some((one) => one.answer.toLowerCase().includes(text)),
  );
  return holding.length === 1 ? holding[0]?.iterationId : undefined;
}
