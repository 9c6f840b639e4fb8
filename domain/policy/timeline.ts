import type { DayOf } from '../ground/business-time.js';
import { addDays, laterOf } from '../ground/calendar.js';
import { type AnswerEdits, byId, type DatedEdits, edited, keyOf } from '../intake/answer-edits.js';
import type { AnswerMap } from '../intake/answers.js';
import type { PolicyChange, PolicyChangeKind, PricedStretch } from './policy-change.js';
import type { ChargeLayer, Period } from './proration.js';

/** The edits of a change, from a day. */
interface AnswerChange {
  effectiveDate: string;
  seq: number;
  /** Its place among those that a correction has moved to the same day. */
  place?: number;
  edits: AnswerEdits;
  /** Of a premium audit of an ended term: what was counted then is not carried over into the next term. */
  isAudit?: boolean;
}

/** The cancellation of a term. A reinstatement takes it back. */
interface TermCancellation {
  cancelledOn: string;
  /** The number of the change. */
  seq: number;
  /** The returned taxes and fees. */
  charges: readonly ChargeLayer[];
  /** Null: none was stated. */
  reason: string | null;
  /** The policy was voided while it waited for its finance company. */
  neverInForce: boolean;
}

/** Days without coverage before a reinstatement, with the reason of the cancellation that it undid. They are free. */
export type Lapse = Period & { reason: string | null };

/** A priced stretch with its change and the quote that rated it; null for an agreed premium and for a lapse. */
export type RatedStretch = PricedStretch & { seq: number; quoteId: string | null };

/** One term of a policy, folded from its changes. */
export interface PolicyTerm {
  number: number;
  effectiveDate: string;
  /** First day that the term does not cover. */
  expirationDate: string;
  quoteId: string | null;
  /** The prices of the term, in the order of recording. The premium is in the policy's ledger. */
  stretches: readonly RatedStretch[];
  /** Taxes and fees, charged and returned. */
  charges: readonly ChargeLayer[];
  lapses: readonly Lapse[];
  cancellation: TermCancellation | null;
  /** All answers at the beginning of the term; `answerChanges` has the later ones. */
  answers: AnswerMap;
  /** What its renewal wished otherwise than the last day of the term before. */
  wishes: AnswerEdits;
  answerChanges: readonly AnswerChange[];
}

/** A policy as the result of its changes. */
export interface PolicyHistory {
  /** The anchor of term ends: the first day of the first term, or of a corrected one. */
  begunOn: string;
  terms: readonly PolicyTerm[];
  policyNumber: string | null;
  nonRenewed: boolean;
  /** The last change included. */
  seq: number;
  /** The last one that affects the premium or its days: what was quoted before it is out of date. */
  pricedSeq: number;
}

/** A policy on a day, as known at a time; its premium is in its ledger. */
export interface PolicyOnDate {
  term: PolicyTerm;
  /** Whether the day is covered. */
  inForce: boolean;
  /** Decimal text: the price of a whole term as the policy is on this day. */
  termPremium: string;
  answers: AnswerMap;
}

/** The changes recorded up to a time. */
export function knownAt(changes: readonly PolicyChange[], time: Date): PolicyChange[] {
  return changes.filter(({ recordedAt }) => recordedAt.getTime() <= time.getTime());
}

/**
 * The changes that a document of a day shows: those recorded or in effect by the day, and corrections, which are of
 * what was wrong from the start.
 */
export function shownOn<Change extends Pick<PolicyChange, 'kind' | 'effectiveDate' | 'recordedAt'>>(
  changes: readonly Change[],
  day: string,
  dayOf: DayOf,
): Change[] {
  return changes.filter(
    ({ kind, effectiveDate, recordedAt }) =>
      kind.startsWith('CORRECT_') || effectiveDate <= day || dayOf(recordedAt) <= day,
  );
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
    pricedSeq: 0,
  };
  for (const change of ordered) history = afterChange(history, change);
  return history;
}

const unpriced: ReadonlySet<PolicyChangeKind> = new Set(['CORRECT_NUMBER', 'PAYMENT_PLAN', 'NON_RENEW']);

/** The history with one more change, the last one recorded. */
export function afterChange(history: PolicyHistory, change: PolicyChange): PolicyHistory {
  const { seq, kind } = change;
  const pricedSeq = unpriced.has(kind) ? history.pricedSeq : seq;
  return { ...changedBy(history, change), seq, pricedSeq };
}

/** The policy on a day; null before its first term or without a history. */
export function policyOn(history: PolicyHistory | null, date: string): PolicyOnDate | null {
  const term = history?.terms.findLast(({ effectiveDate }) => effectiveDate <= date);
  if (term === undefined) return null;
  const day = date < term.expirationDate ? date : addDays(term.expirationDate, -1);
  return {
    term,
    inForce: date < endOfCoverage(term) && !isLapsed(term, date),
    termPremium: termPremiumOn(term, day),
    answers: answersOn(term, date),
  };
}

/** The current or last term of a policy. */
export function currentTerm({ terms }: PolicyHistory): PolicyTerm {
  const term = terms.at(-1);
  if (term === undefined) throw new RangeError('a policy begins with its first term');
  return term;
}

/** The price of a whole term as the policy is on a day of it: the latest price for that day. */
export function termPremiumOn({ stretches }: PolicyTerm, date: string): string {
  return stretches.findLast(({ from, until }) => from <= date && date < until)?.termPremium ?? '0.00';
}

/** The first day that a term does not cover: its end, or the day of its cancellation. */
export function endOfCoverage({
  cancellation,
  expirationDate,
}: Pick<PolicyTerm, 'cancellation' | 'expirationDate'>): string {
  return cancellation?.cancelledOn ?? expirationDate;
}

/** The last day that a term covers; the day before a term that was canceled from its first day. */
export function lastDayWithCoverage(term: PolicyTerm): string {
  return addDays(endOfCoverage(term), -1);
}

/** The covered day of a term that is nearest to a day. */
export function coveredDay(term: PolicyTerm, date: string): string {
  const last = lastDayWithCoverage(term);
  return laterOf(term.effectiveDate, date < last ? date : last);
}

/** Whether a day is in a lapse before a reinstatement. */
export function isLapsed({ lapses }: { lapses: readonly Period[] }, date: string): boolean {
  return lapses.some(({ from, until }) => from <= date && date < until);
}

/** The last covered day before a lapse; the day itself if it is in none, or if the term has no covered day before. */
export function dayBeforeLapse(
  { effectiveDate, lapses }: Pick<PolicyTerm, 'effectiveDate' | 'lapses'>,
  date: string,
) {
  let day = date;
  while (day >= effectiveDate) {
    const around = lapses.find(({ from, until }) => from <= day && day < until);
    if (around === undefined) return day;
    day = addDays(around.from, -1);
  }
  return date;
}

/** The lapses within the coverage of a term, by day; one that lies within another is part of it. */
export function lapsesOf(term: Pick<PolicyTerm, 'lapses' | 'cancellation' | 'expirationDate'>): Lapse[] {
  const end = endOfCoverage(term);
  const within = term.lapses.filter(({ from }) => from < end);
  return within
    .filter((lapse, index) => !within.some((other, at) => at > index && holds(other, lapse)))
    .toSorted((a, b) => a.from.localeCompare(b.from));
}

const holds = (outer: Period, inner: Period) => outer.from <= inner.from && inner.until <= outer.until;

/**
 * The answers on a day: those at the beginning of the term with the edits of all changes up to the day, in the order of their
 * days and, on one day, of recording. So they are the same in whatever order the changes were recorded.
 */
export function answersOn({ answers, answerChanges }: PolicyTerm, date: string): AnswerMap {
  const upTo = answerChanges.filter(({ effectiveDate }) => effectiveDate <= date);
  return answersByDay({ answers, answerChanges: upTo })(date);
}

/** The changes of a term's answers, in the order of their days and, on one day, of recording. */
export function inOrder({ answerChanges }: Pick<PolicyTerm, 'answerChanges'>): AnswerChange[] {
  const placeOf = ({ place = Infinity }: AnswerChange) => place;
  return answerChanges.toSorted(
    (a, b) => compared(a.effectiveDate, b.effectiveDate) || compared(placeOf(a), placeOf(b)) || a.seq - b.seq,
  );
}

/** The same for many days, folded once: days between the same changes have the same object. */
export function answersByDay({
  answers,
  answerChanges,
}: Pick<PolicyTerm, 'answers' | 'answerChanges'>): (date: string) => AnswerMap {
  const folded = [{ from: '', answers }];
  let latest = answers;
  for (const { effectiveDate: from, edits } of inOrder({ answerChanges })) {
    latest = edited(latest, edits);
    folded.push({ from, answers: latest });
  }
  return (date) => folded.findLast(({ from }) => from <= date)?.answers ?? answers;
}

const compared = <Key extends string | number>(a: Key, b: Key) => (a < b ? -1 : a > b ? 1 : 0);

/** The answers of the current term: those of a day or, before the term, those of its first day. */
export function currentAnswers(history: PolicyHistory, date: string): AnswerMap {
  const term = currentTerm(history);
  return answersOn(term, laterOf(date, term.effectiveDate));
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
      return inTerm(history, change.termNumber, (term) => endorsed(term, change));
    case 'TRUE_UP':
      return inTerm(history, change.termNumber, (term) =>
        endorsed(term, change, { isAudit: term.number < history.terms.length }),
      );
    case 'CANCEL':
      return inLastTerm(history, (term) => ({
        ...term,
        charges: [...term.charges, ...chargesOf(change, term)],
        cancellation: {
          cancelledOn: change.effectiveDate,
          seq: change.seq,
          charges: chargesOf(change, term),
          reason: change.data.reason ?? null,
          neverInForce: change.data.waitedForFinance === true,
        },
      }));
    case 'REINSTATE':
      return inLastTerm(history, (term) => ({
        ...endorsed(term, change),
        lapses: [
          ...term.lapses,
          ...(change.data.stretches ?? []).map(({ from, until }) => ({
            from,
            until,
            reason: term.cancellation?.reason ?? null,
          })),
        ],
        cancellation: null,
      }));
    case 'CORRECT_EFFECTIVE_DATE':
      return {
        ...inLastTerm(history, (term) => moved(term, change)),
        begunOn: change.effectiveDate,
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
  const { seq, effectiveDate, premiumChange, termPremium, quoteId, answers, edits = [], data } = change;
  const expirationDate = data.expirationDate ?? effectiveDate;
  const days = { from: effectiveDate, until: expirationDate };
  const whole = { ...days, amount: premiumChange, termPremium, seq, quoteId };
  return {
    number,
    effectiveDate,
    expirationDate,
    quoteId,
    stretches: [whole],
    charges: chargesOf(change, { expirationDate }),
    lapses: [],
    cancellation: null,
    answers: answers ?? {},
    wishes: edits[0]?.edits ?? {},
    answerChanges: [],
  };
}

/**
 * A change that was recorded before its taxes and fees had periods has their total: by days until the end of the
 * term, unless a cancellation returned it or a reinstatement charged it again.
 */
function chargesOf(
  { kind, effectiveDate: from, data }: PolicyChange,
  { expirationDate }: Pick<PolicyTerm, 'expirationDate'>,
): readonly ChargeLayer[] {
  if (data.charges !== undefined) return data.charges;
  if (Number(data.taxesAndFees ?? 0) === 0) return [];
  const until = kind === 'CANCEL' || kind === 'REINSTATE' ? from : expirationDate;
  return [{ type: 'TAXES_AND_FEES', from, until, amount: data.taxesAndFees ?? '0' }];
}

function endorsed(term: PolicyTerm, change: PolicyChange, { isAudit = false } = {}): PolicyTerm {
  const { seq, quoteId, edits = [], data } = change;
  const rated = (data.stretches ?? []).map((stretch) => ({ ...stretch, seq, quoteId }));
  return {
    ...withEdits(term, edits, { seq, ...(isAudit && { isAudit }) }),
    stretches: [...term.stretches, ...rated],
    charges: [...term.charges, ...chargesOf(change, term)],
  };
}

/**
 * A term with a change of its answers. What is carried over from a day before the term changes the answers that it begins
 * with, as if it had been known when the term was renewed: the renewal's wishes are over it.
 */
export function withEdits(
  term: PolicyTerm,
  edits: readonly DatedEdits[],
  by: Pick<AnswerChange, 'seq' | 'isAudit'>,
): PolicyTerm {
  const isEarlier = ({ from }: DatedEdits) => from < term.effectiveDate;
  const carried = edits.filter(isEarlier).map((each) => each.edits);
  const own = edits.filter((each) => !isEarlier(each));
  return {
    ...term,
    answers: carried.length === 0 ? term.answers : begunWith(term, carried),
    answerChanges: [
      ...term.answerChanges,
      ...own.map(({ from, edits: each }) => ({ effectiveDate: from, ...by, edits: each })),
    ],
  };
}

/** The answers that a term begins with, with what is carried over from the term before under the renewal's wishes. */
function begunWith({ answers, wishes }: PolicyTerm, carried: readonly AnswerEdits[]): AnswerMap {
  const handedOn = Object.entries(answers).map(([qid, entry]): [string, AnswerMap[string]] => {
    const wished = wishes[qid];
    if (entry.type !== 'LOOP' || wished?.type !== 'LOOP') return [qid, entry];
    // The wishes add them again as they were wished, whatever the change has cleared in them.
    const added = byId(wished.added);
    const iterations = entry.iterations.filter(({ iterationId }) => !added.has(keyOf(iterationId)));
    return [qid, { ...entry, iterations }];
  });
  return [...carried, wishes].reduce(edited, Object.fromEntries(handedOn));
}

/** A corrected term with its prices, charges, lapses and changes of answers. */
function moved(term: PolicyTerm, { effectiveDate, data }: PolicyChange): PolicyTerm {
  const expirationDate = data.expirationDate ?? term.expirationDate;
  const move = movedPeriod(term, { effectiveDate, expirationDate });
  // Those that come to lie on one day keep their order.
  const answerChanges = inOrder(term).map((change, place) => {
    const { from } = move({ from: change.effectiveDate, until: expirationDate });
    return { ...change, effectiveDate: from, place };
  });
  // A term is rated for its first day, and amounts keep their cents: what they were prorated from no longer holds.
  const stretches = term.stretches.map(({ inTerm: _, parts: __, ...stretch }) => {
    const inside = move(stretch);
    if (inside.from < inside.until) return inside;
    return { ...stretch, from: effectiveDate, until: addDays(effectiveDate, 1) };
  });
  const lapses = term.lapses.map(move).filter(({ from, until }) => from < until);
  const charges = term.charges.map(({ inTerm: _, ...charge }) => move(charge));
  return { ...term, effectiveDate, expirationDate, stretches, charges, lapses, answerChanges };
}

type TermDates = Pick<PolicyTerm, 'effectiveDate' | 'expirationDate'>;

/**
 * Moves periods with a corrected term: those that began or ended with the term still do, and none lies outside
 * of it.
 */
export function movedPeriod(before: TermDates, { effectiveDate, expirationDate }: TermDates) {
  const moved = (day: string) => {
    if (day === before.effectiveDate || day < effectiveDate) return effectiveDate;
    return day === before.expirationDate || day > expirationDate ? expirationDate : day;
  };
  return <P extends Period>(period: P): P => ({
    ...period,
    from: moved(period.from),
    until: moved(period.until),
  });
}

function inLastTerm(history: PolicyHistory, change: (term: PolicyTerm) => PolicyTerm): PolicyHistory {
  return inTerm(history, history.terms.length, change);
}

function inTerm(
  history: PolicyHistory,
  number = history.terms.length,
  change: (term: PolicyTerm) => PolicyTerm,
): PolicyHistory {
  return { ...history, terms: history.terms.map((term) => (term.number === number ? change(term) : term)) };
}
