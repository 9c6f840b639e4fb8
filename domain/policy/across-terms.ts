import { addDays } from '../ground/calendar.js';
import { canonicalJson } from '../ground/canonical-json.js';
import type { Objection } from '../ground/objection.js';
import { type AnswerEdits, type DatedEdits, editsOf } from '../intake/answer-edits.js';
import type { AnswerMap } from '../intake/answers.js';
import { answersAround } from './answers-around.js';
import type { BindingSide } from './binding-rules.js';
import {
  type ConflictChoice,
  conflictsOf,
  type EditConflict,
  type ResolvedConflict,
  resolved,
} from './edit-conflicts.js';
import type { PolicySettings } from './policy-settings.js';
import { answersOn, type PolicyHistory, type PolicyTerm, withEdits } from './timeline.js';

/** What a change does in one of the terms that it reaches. */
export interface ChangeInTerm {
  term: PolicyTerm;
  /** Its first day in the term. */
  from: string;
  /** In a later term, those with the day of the change are of the answers that the term begins with. */
  edits: DatedEdits[];
}

/** A change in each term that it reaches, and where it meets what takes effect later. */
export interface ChangeByTerms {
  reached: [ChangeInTerm, ...ChangeInTerm[]];
  /** With later changes, and with the wishes of the renewals that began later terms. */
  conflicts: ResolvedConflict[];
}

/**
 * A change in the term of its day and in each later one that it reaches. What it alters of the last day of a term goes on
 * into the next one, as if it had been known at the renewal: under the renewal's wishes and the later changes, unless they
 * are chosen otherwise.
 */
export function changeByTerms(
  term: PolicyTerm,
  laterTerms: readonly PolicyTerm[],
  { asked, choiceOf }: { asked: DatedEdits; choiceOf: (conflict: EditConflict) => ConflictChoice },
): ChangeByTerms {
  const metIn = (meeting: PolicyTerm, change: DatedEdits) => {
    const conflicts = conflictsOf(meeting, change).map((each) => ({ ...each, choice: choiceOf(each) }));
    return { conflicts, edits: resolved(meeting, change, conflicts) };
  };
  const { conflicts, edits } = metIn(term, asked);
  const own: ChangeInTerm = { term, from: asked.from, edits };
  const change: ChangeByTerms = { reached: [own], conflicts };
  let before = own;
  for (const next of laterTerms) {
    const lastDay = handedOn(before.term);
    const carried = alteredEdits(lastDay, handedOn(withEdits(before.term, before.edits, { seq: Infinity })));
    if (Object.keys(carried).length === 0) break;
    const met = metIn(withWishes(next, lastDay), { from: asked.from, edits: carried });
    before = { term: next, from: next.effectiveDate, edits: met.edits };
    change.conflicts.push(...met.conflicts);
    if (altersAnswers(before)) change.reached.push(before);
  }
  return change;
}

/** Whether a change alters the answers of any day of a term: the renewal's wishes may leave nothing of it. */
function altersAnswers({ term, from, edits }: ChangeInTerm): boolean {
  const around = answersAround(term, edits);
  const days = [from, ...term.answerChanges.map(({ effectiveDate }) => effectiveDate)];
  return days.some((day) => around(day).before !== around(day).after);
}

/** The answers that a term hands on to the next one: an audit counted for its own term only. */
function handedOn({ answers, answerChanges, expirationDate, ...term }: PolicyTerm): AnswerMap {
  const ofNext = answerChanges.filter(({ isAudit = false }) => !isAudit);
  return answersOn({ ...term, answers, expirationDate, answerChanges: ofNext }, expirationDate);
}

function alteredEdits(before: AnswerMap, after: AnswerMap): AnswerEdits {
  const altered = Object.entries(after).filter(
    ([qid, entry]) => canonicalJson(before[qid] ?? null) !== canonicalJson(entry),
  );
  return editsOf(before, Object.fromEntries(altered));
}

/** A term with its renewal's wishes as the first change of its first day. */
function withWishes(term: PolicyTerm, lastDay: AnswerMap): PolicyTerm {
  const { effectiveDate, wishes, answerChanges } = term;
  const asChange = { effectiveDate, seq: 0, place: -1, edits: wishes };
  return { ...term, answers: lastDay, wishes: {}, answerChanges: [asChange, ...answerChanges] };
}

/** The earlier term of a renewed policy that a day is in, or after which it is; undefined from the current term on. */
export function earlierTermOn({ terms }: Pick<PolicyHistory, 'terms'>, date: string): PolicyTerm | undefined {
  const term = terms.findLast(({ effectiveDate }) => effectiveDate <= date);
  return term !== undefined && term.number < terms.length ? term : undefined;
}

/**
 * Why a change cannot begin in an earlier term of a policy; null if it can. The product sets for how many days back each
 * side can. An agreed premium is of one term: nothing says what it is in the next.
 */
export function whyNotEarlierTerm(
  { terms }: Pick<PolicyHistory, 'terms'>,
  term: PolicyTerm,
  {
    from,
    today,
    side,
    changes,
    isAgreed,
  }: {
    from: string;
    today: string;
    side: BindingSide;
    changes: PolicySettings['changes'];
    isAgreed: boolean;
  },
): Objection | null {
  const field = 'effectiveDate';
  const current = terms.at(-1) ?? term;
  const backDays = changes.backDays[side];
  const earliest = addDays(today, -backDays);
  if (from < earliest) {
    const reason = `${from} is in an earlier term: the current term begins on ${current.effectiveDate}`;
    const until = backDays === 0 ? '' : `, and the ${side} can change a policy from ${earliest} (backDays)`;
    return { reason: `${reason}${until}`, field };
  }
  if (from >= term.expirationDate) {
    return { reason: `${from} is between two terms: the earlier one ended on ${term.expirationDate}`, field };
  }
  if (isAgreed) {
    const reason = `${from} is in an earlier term, from which an agreed premium cannot be carried over: quote the change`;
    return { reason, field };
  }
  const cancelled = terms.find(({ number, cancellation }) => number >= term.number && cancellation !== null);
  if (cancelled === undefined) return null;
  const { number, cancellation } = cancelled;
  return { reason: `term ${number} was canceled from ${cancellation?.cancelledOn}`, field };
}
