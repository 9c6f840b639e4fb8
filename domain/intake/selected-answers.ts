import type { JsonObject } from '../ground/json.js';
import { parsed } from '../ground/parse.js';
import { loop } from './answers.js';

/**
 * The entries of an event's answers under these question ids (spec 4.8, `intakeQuestionIds`). A question of a loop is found
 * in its iterations, which then have the answers to the named questions only.
 */
export function answersTo(answers: JsonObject, questionIds: readonly string[]): JsonObject {
  const wanted = new Set(questionIds);
  const entries = Object.entries(answers).flatMap(([id, entry]): [string, JsonObject[string]][] => {
    if (wanted.has(id)) return [[id, entry]];
    const found = wanted.size === 0 ? undefined : parsed(loop, entry)?.data;
    if (found === undefined) return [];
    const iterations = found.iterations.flatMap(({ iterationId, answers: all }) => {
      const own = Object.entries(all).filter(([qid]) => wanted.has(qid));
      return own.length === 0 ? [] : [{ iterationId, answers: Object.fromEntries(own) }];
    });
    return iterations.length === 0 ? [] : [[id, { ...found, iterations }]];
  });
  return Object.fromEntries(entries);
}
