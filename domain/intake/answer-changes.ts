import { canonicalJson } from '../ground/canonical-json.js';
import type { AnswerMap } from './answers.js';

/**
 * The map without the given loop iterations and their child answers (spec 2.2). A loop without remaining
 * iterations stays in the map, empty: it was answered. Unknown ids are ignored.
 */
export function withoutIterations(map: AnswerMap, iterationIds: readonly string[]): AnswerMap {
  if (iterationIds.length === 0) return map;
  const removed = new Set(iterationIds.map((id) => id.toLowerCase()));
  return Object.fromEntries(
    Object.entries(map).map(([qid, entry]) => {
      if (entry.type === 'ANSWER') return [qid, entry];
      const iterations = entry.iterations.filter(
        ({ iterationId }) => !removed.has(iterationId.toLowerCase()),
      );
      return [qid, { ...entry, iterations }];
    }),
  );
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
    const entry = Object.hasOwn(map, qid) ? map[qid] : undefined;
    const answered = entry?.type === 'ANSWER' ? entry.answer.trim() : '';
    if (answered !== '') return answered;
  }
  return undefined;
}
