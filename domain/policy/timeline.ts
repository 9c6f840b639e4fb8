import { addDays } from '../ground/calendar.js';
import { mergedAnswers } from '../intake/answer-changes.js';
import type { AnswerMap } from '../intake/answers.js';
import { Cents } from '../money/cents.js';
import type { PolicyChange, PricedStretch } from './policy-change.js';
import { type Period, premiumOf, totalOf } from './proration.js';

/** The answers of a change, from its effective date. */
interface AnswerChange {
  effectiveDate: string;
  seq: number;
  answers: AnswerMap;
}

/** The cancellation of a term. A reinstatement charges its amounts again; decimal text. */
interface TermCancellation {
  cancelledOn: string;
  returned: string;
  taxesAndFees: string;
}

/** One term of a policy, folded from its changes. */
export interface PolicyTerm {
  number: number;
  effectiveDate: string;
  /** First day that the term does not cover. */
  expirationDate: string;
  quoteId: string | null;
  /** The charged premium as it is earned, excluding the return premium of a cancellation. */
  stretches: readonly PricedStretch[];
  /** Days without coverage before a reinstatement; they are free. */
  lapses: readonly Period[];
  cancellation: TermCancellation | null;
  /** All answers at the beginning of the term; `answerChanges` has the later ones. */
  answers: AnswerMap;
  answerChanges: readonly AnswerChange[];
}

/** A policy as the result of its changes. */
export interface PolicyHistory {
  /** The first day of the first term: the anchor of all term ends. */
  begunOn: string;
  terms: readonly PolicyTerm[];
  policyNumber: string | null;
  nonRenewed: boolean;
  /** The last change included. */
  seq: number;
}

/** A policy on a day, as known at a time. */
export interface PolicyOnDate {
  term: PolicyTerm;
  /** Whether the day is covered. */
  inForce: boolean;
  /** Decimal text: the price of a whole term as the policy is on this day. */
  termPremium: string;
  /** Decimal text: the total premium of the term, with all known changes. */
  premium: string;
  /** Decimal text: the earned premium at the beginning of the day. */
  earned: string;
  answers: AnswerMap;
}

/** The changes recorded up to a time. */
export function knownAt(changes: readonly PolicyChange[], time: Date): PolicyChange[] {
  return changes.filter(({ recordedAt }) => recordedAt.getTime() <= time.getTime());
}

/**
 * Folds a policy's changes in the order of recording. From its effective date, the price of a change
 * replaces earlier prices; a change that was recorded late has already repriced the later stretches. Null
 * for a policy that is not issued yet.
 */
export function historyOf(changes: readonly PolicyChange[]): PolicyHistory | null {
  const ordered = [...changes].sort((a, b) => a.seq - b.seq);
  const [first] = ordered;
  if (first === undefined) return null;
  let history: PolicyHistory = {
    begunOn: first.effectiveDate,
    terms: [],
    policyNumber: null,
    nonRenewed: false,
    seq: 0,
  };
  for (const change of ordered) history = { ...changedBy(history, change), seq: change.seq };
  return history;
}

/** The policy on a day; null before its first term or without a history. */
export function policyOn(history: PolicyHistory | null, date: string): PolicyOnDate | null {
  const term = history?.terms.findLast(({ effectiveDate }) => effectiveDate <= date);
  if (term === undefined) return null;
  const end = term.cancellation?.cancelledOn ?? term.expirationDate;
  const day = date < term.expirationDate ? date : addDays(term.expirationDate, -1);
  return {
    term,
    inForce: date < end && !isLapsed(term, date),
    termPremium: termPremiumOn(term, day),
    premium: premiumOfTerm(term),
    earned: premiumOf(term.stretches, {
      from: term.effectiveDate,
      until: date < end ? date : end,
    }).toAmount(),
    answers: answersOn(term, date),
  };
}

/** The current or last term of a policy. */
export function currentTerm({ terms }: PolicyHistory): PolicyTerm {
  const term = terms.at(-1);
  if (term === undefined) throw new RangeError('a policy begins with its first term');
  return term;
}

/** The net premium of a term, decimal text: charges less returns. */
export function premiumOfTerm({ stretches, cancellation }: PolicyTerm): string {
  return totalOf(stretches)
    .minus(Cents.of(cancellation?.returned ?? '0'))
    .toAmount();
}

/** The price of a whole term as the policy is on a day of it: the latest price for that day. */
export function termPremiumOn({ stretches }: PolicyTerm, date: string): string {
  return stretches.findLast(({ from, until }) => from <= date && date < until)?.termPremium ?? '0.00';
}

/** Whether a day is in a lapse before a reinstatement. */
export function isLapsed({ lapses }: Pick<PolicyTerm, 'lapses'>, date: string): boolean {
  return lapses.some(({ from, until }) => from <= date && date < until);
}

/** The answers on a day: those at the beginning of the term, with every change in force by then. */
export function answersOn({ answers, answerChanges }: PolicyTerm, date: string): AnswerMap {
  return answerChanges
    .filter(({ effectiveDate }) => effectiveDate <= date)
    .toSorted((a, b) => a.effectiveDate.localeCompare(b.effectiveDate) || a.seq - b.seq)
    .reduce((merged, change) => mergedAnswers(merged, change.answers), answers);
}

function changedBy(history: PolicyHistory, change: PolicyChange): PolicyHistory {
  switch (change.kind) {
    case 'ISSUE':
    case 'RENEW':
      return {
        ...history,
        terms: [...history.terms, begunBy(change, history.terms.length + 1)],
        policyNumber: change.data.policyNumber ?? history.policyNumber,
        nonRenewed: false,
      };
    case 'ENDORSE':
    case 'TRUE_UP':
      return inLastTerm(history, (term) => endorsed(term, change));
    case 'CANCEL':
      return inLastTerm(history, (term) => ({
        ...term,
        cancellation: {
          cancelledOn: change.effectiveDate,
          returned: Cents.of(change.premiumChange).negated().toAmount(),
          taxesAndFees: Cents.of(change.data.taxesAndFees ?? '0')
            .negated()
            .toAmount(),
        },
      }));
    case 'REINSTATE':
      return inLastTerm(history, (term) => ({
        ...endorsed(term, change),
        lapses: [
          ...term.lapses,
          ...(change.data.stretches ?? []).map(({ from, until }) => ({ from, until })),
        ],
        cancellation: null,
      }));
    case 'CORRECT_EFFECTIVE_DATE':
      return {
        ...inLastTerm(history, (term) => moved(term, change)),
        begunOn: history.terms.length === 1 ? change.effectiveDate : history.begunOn,
      };
    case 'NON_RENEW':
      return { ...history, nonRenewed: true };
    case 'CORRECT_NUMBER':
      return { ...history, policyNumber: change.data.policyNumber ?? history.policyNumber };
    case 'PAYMENT_PLAN':
      return history;
  }
}

function begunBy(change: PolicyChange, number: number): PolicyTerm {
  const { effectiveDate, premiumChange, termPremium, quoteId, answers, data } = change;
  const expirationDate = data.expirationDate ?? effectiveDate;
  const whole = { from: effectiveDate, until: expirationDate, amount: premiumChange, termPremium };
  return {
    number,
    effectiveDate,
    expirationDate,
    quoteId,
    stretches: [whole],
    lapses: [],
    cancellation: null,
    answers: answers ?? {},
    answerChanges: [],
  };
}

function endorsed(term: PolicyTerm, { seq, effectiveDate, answers, data }: PolicyChange): PolicyTerm {
  const changed = answers === null ? [] : [{ effectiveDate, seq, answers }];
  return {
    ...term,
    stretches: [...term.stretches, ...(data.stretches ?? [])],
    answerChanges: [...term.answerChanges, ...changed],
  };
}

/** A corrected term: periods that began or ended with the term still do, and none lies outside it. */
function moved(term: PolicyTerm, { effectiveDate, data }: PolicyChange): PolicyTerm {
  const expirationDate = data.expirationDate ?? term.expirationDate;
  const within = <P extends Period>(period: P): P => {
    const begins = period.from === term.effectiveDate || period.from < effectiveDate;
    const ends = period.until === term.expirationDate || period.until > expirationDate;
    return {
      ...period,
      from: begins ? effectiveDate : period.from,
      until: ends ? expirationDate : period.until,
    };
  };
  const stretches = term.stretches.map((stretch) => {
    const inside = within(stretch);
    if (inside.from < inside.until) return inside;
    return { ...stretch, from: effectiveDate, until: addDays(effectiveDate, 1) };
  });
  const lapses = term.lapses.map(within).filter(({ from, until }) => from < until);
  return { ...term, effectiveDate, expirationDate, stretches, lapses };
}

function inLastTerm(history: PolicyHistory, change: (term: PolicyTerm) => PolicyTerm): PolicyHistory {
  const last = history.terms.at(-1);
  return last === undefined ? history : { ...history, terms: [...history.terms.slice(0, -1), change(last)] };
}
