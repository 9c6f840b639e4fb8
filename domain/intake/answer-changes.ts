import { canonicalJson } from '../ground/canonical-json.js';
import { type Answer, type AnswerMap, entryOf } from './answers.js';

/**
 * The map without the given loop iterations and their child answers (spec 2.2). A loop without remaining
 * iterations stays in the map, empty: it was answered. So do answers that name a removed iteration, such as the driver of
 * a vehicle. Unknown ids are ignored.
 */
export function withoutIterations(map: AnswerMap, iterationIds: readonly string[]): AnswerMap {
  const asked = new Set(iterationIds.map((id) => id.toLowerCase()));
  const removed = new Set(idsOfIterations(map).filter((id) => asked.has(id)));
  if (removed.size === 0) return map;
  const remaining = mapped(map, (entry) => {
    if (entry.type === 'ANSWER') return entry;
    const { iterations } = entry;
    return {
      ...entry,
      iterations: iterations.filter(({ iterationId }) => !removed.has(iterationId.toLowerCase())),
    };
  });
  return withoutReferences(remaining, removed);
}

/** The map with every answer cleared that names one of these iterations; ids are in lower case. */
export function withoutReferences(map: AnswerMap, iterationIds: ReadonlySet<string>): AnswerMap {
  if (iterationIds.size === 0) return map;
  const cleared = (answer: Answer): Answer =>
    iterationIds.has(answer.answer.trim().toLowerCase()) ? { ...answer, answer: '' } : answer;
  return mapped(map, (entry) => {
    if (entry.type === 'ANSWER') return cleared(entry);
    const iterations = entry.iterations.map((iteration) => ({
      ...iteration,
      answers: mapped(iteration.answers, cleared),
    }));
    return { ...entry, iterations };
  });
}

/** The ids of all iterations of loops, in lower case. */
export function idsOfIterations(map: AnswerMap): string[] {
  return Object.values(map).flatMap((entry) =>
    entry.type === 'LOOP' ? entry.iterations.map(({ iterationId }) => iterationId.toLowerCase()) : [],
  );
}

function mapped<Entry>(
  map: { [qid: string]: Entry },
  change: (entry: Entry) => Entry,
): { [qid: string]: Entry } {
  return Object.fromEntries(Object.entries(map).map(([qid, entry]) => [qid, change(entry)]));
}

/**
 * The existing map with every entry of `intake` over it, key by key; a loop replaces the whole loop. Entries
 * that the intake does not mention stay: the intake covers one product, and the client may have answers to
 * the questions of others.
 */
export function mergedAnswers(existing: AnswerMap, intake: AnswerMap): AnswerMap {
  return { ...existing, ...intake };
}

/** Whether two maps are equal, regardless of order. */
export function sameAnswers(a: AnswerMap, b: AnswerMap): boolean {
  return canonicalJson(a) === canonicalJson(b);
}

/** The first answer that is not blank among these questions, trimmed; `undefined` if there is none. */
export function firstAnswered(map: AnswerMap, qids: readonly string[]): string | undefined {
  for (const qid of qids) {
    const entry = entryOf(map, qid);
    const answered = entry?.type === 'ANSWER' ? entry.answer.trim() : '';
    if (answered !== '') return answered;
  }
  return undefined;
}
