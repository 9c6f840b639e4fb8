import { type DatedEdits, edited } from '../intake/answer-edits.js';
import type { AnswerMap } from '../intake/answers.js';
import { answersByDay, endOfCoverage, inOrder, type PolicyTerm, withEdits } from './timeline.js';

/**
 * The answers on a day of a term before and after a change. Where the change alters nothing, both are the same object; so
 * are those of days between the same changes.
 */
export type AnswersAround = (day: string) => { before: AnswerMap; after: AnswerMap };

/** The answers of a term's days around a change that is not recorded yet, each of its edits from its day. */
export function answersAround(term: PolicyTerm, edits: readonly DatedEdits[]): AnswersAround {
  const before = answersByDay(term);
  const after = changedByDay(term, edits);
  const isUnaltered = new Map<AnswerMap, boolean>();
  return (day) => {
    const [now, then] = [before(day), after(day)];
    const known = isUnaltered.get(then) ?? isEqual(now, then);
    isUnaltered.set(then, known);
    return { before: now, after: known ? now : then };
  };
}

/** The answers on a day with a new change among those of the term. */
export function changedOn(
  term: PolicyTerm,
  { day, edits }: { day: string; edits: readonly DatedEdits[] },
): AnswerMap {
  return changedByDay(term, edits)(day);
}

/**
 * The answers from the first day of a new change on, and again after each later change of a covered day, in order. At the end of
 * a day they are the same object as `around` has.
 */
export function answersFrom(
  term: PolicyTerm,
  { from, edits, around }: { from: string; edits: readonly DatedEdits[]; around: AnswersAround },
): { day: string; answers: AnswerMap }[] {
  const changed = withChange(term, edits);
  let answers = around(from).after;
  const later = inOrder(changed).filter(({ effectiveDate: day }) => day > from && day < endOfCoverage(term));
  return [
    { day: from, answers },
    ...later.map(({ effectiveDate: day, edits: own }, index) => {
      const isLastOfDay = later[index + 1]?.effectiveDate !== day;
      answers = isLastOfDay ? around(day).after : edited(answers, own);
      return { day, answers };
    }),
  ];
}

const changedByDay = (term: PolicyTerm, edits: readonly DatedEdits[]) =>
  answersByDay(withChange(term, edits));

const withChange = (term: PolicyTerm, edits: readonly DatedEdits[]) =>
  withEdits(term, edits, { seq: Infinity });

/** Whether two JSON values are equal. What they share is not looked into. */
function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [keys, others] = [Object.keys(a), Object.keys(b)];
  return (
    keys.length === others.length &&
    keys.every((key) => Object.hasOwn(b, key) && isEqual(Reflect.get(a, key), Reflect.get(b, key)))
  );
}
