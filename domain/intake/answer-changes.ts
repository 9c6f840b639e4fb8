import { canonicalJson } from '../ground/canonical-json.js';
import type { AnswerMap } from './answers.js';

/**
 * The map without the loop iterations named, each with its child answers (spec 2.2). A loop that loses all of
 * its iterations stays, empty: it was answered. An id that no iteration has changes nothing.
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
 * The existing map with every entry of `intake` put over it, key by key; a loop replaces the whole loop.
 * What the intake does not mention stays: it is the view of one product, and the client may hold answers
 * to the questions of others.
 */
export function mergedAnswers(existing: AnswerMap, intake: AnswerMap): AnswerMap {
  return { ...existing, ...intake };
}

/** Whether two maps say the same, in whatever order they were written. */
export function sameAnswers(a: AnswerMap, b: AnswerMap): boolean {
  return canonicalJson(a) === canonicalJson(b);
}

/** The first of these questions that has an answer other than blank, trimmed; `undefined` where none has. */
export function firstAnswered(map: AnswerMap, qids: readonly string[]): string | undefined {
  for (const qid of qids) {
    const entry = Object.hasOwn(map, qid) ? map[qid] : undefined;
    const answered = entry?.type === 'ANSWER' ? entry.answer.trim() : '';
    if (answered !== '') return answered;
  }
  return undefined;
}
