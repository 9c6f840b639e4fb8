import { canonicalJson } from '../ground/canonical-json.js';
import { type AnswerMap, entryOf } from '../intake/answers.js';

/** The answers of a change with those that its lookups change: what was asked for, and what is not as it was on the day. */
export function changedByLookups(onDay: AnswerMap, asked: AnswerMap, found: AnswerMap): AnswerMap {
  const changed = Object.entries(found).filter(
    ([qid, entry]) =>
      Object.hasOwn(asked, qid) || canonicalJson(entry) !== canonicalJson(entryOf(onDay, qid) ?? null),
  );
  return Object.fromEntries(changed);
}
