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
 * answers hold. `drivers[0]` as an answer is the first item of `drivers`, those that are added counted last. The items that are not
 * there, or of which there are several, are named instead.
 */
export function editsOfItems(
  onDay: AnswerMap,
  asked: GivenEdits,
): { edits: AnswerEdits } | { unknown: string[] } {
  const { answers = {}, add = [], change = [], remove = [] } = asked;
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
  const added = add.map(({ list, answers: given }, index) => {
    const iterationId = derivedId('item of an assistant', JSON.stringify([list, index, given]));
    return { list, iterationId, given };
  });
  const entriesOf = (given: GivenIteration) =>
    answerMapOf(
      Object.fromEntries(Object.entries(given).map(([qid, answer]) => [qid, placed(answer)])),
    ) as LoopIteration['answers'];
  const placed = (answer: GivenAnswer): GivenAnswer => {
    const [, list = '', index = ''] =
      (typeof answer === 'string' && /^([\w.]+)\[(\d+)\]$/.exec(answer)) || [];
    const items = [...iterationsOf(onDay, list), ...added.filter((one) => one.list === list)];
    if (items.length === 0) return answer;
    const item = items[Number(index)];
    if (item === undefined) unknown.push(String(answer));
    return item?.iterationId ?? answer;
  };
  for (const { list, iterationId, given } of added)
    loopOf(list).added.push({ iterationId, answers: entriesOf(given) });
  for (const { list, item, answers: changed } of change) {
    const iterationId = found(list, item);
    if (iterationId !== undefined) loopOf(list).edited.push({ iterationId, answers: entriesOf(changed) });
  }
  for (const { list, item } of remove) {
    const iterationId = found(list, item);
    if (iterationId !== undefined) loopOf(list).removed.push(iterationId);
  }
  const ofPolicy = entriesOf(answers);
  if (unknown.length > 0) return { unknown };
  return { edits: { ...ofPolicy, ...Object.fromEntries(loops) } };
}

function iterationsOf(answers: AnswerMap, list: string): readonly LoopIteration[] {
  const entry = entryOf(answers, list);
  return entry?.type === 'LOOP' ? entry.iterations : [];
}

function itemIn(answers: AnswerMap, list: string, item: string): string | undefined {
  const iterations = iterationsOf(answers, list);
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
