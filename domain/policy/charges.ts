import { laterOf } from '../ground/calendar.js';
import type { DatedEdits } from '../intake/answer-edits.js';
import type { AnswerMap } from '../intake/answers.js';
import { Cents, sumOfAmounts } from '../money/cents.js';
import type { OnCancellation } from '../money/on-cancellation.js';
import { type AnswersAround, answersAround, answersFrom } from './answers-around.js';
import { linesOfCancellation, linesOfReinstatement } from './cancellation.js';
import { alteredStretches, priceAnswers } from './endorsement.js';
import {
  type ChargeLayer,
  netted,
  type Period,
  type PremiumLayer,
  type ProratedLayer,
  type RatedCharge,
  reversed,
  totalOf,
} from './proration.js';
import { endOfCoverage, lastDayWithCoverage, type PolicyTerm } from './timeline.js';

/** The taxes and fees of a term that begins, with the periods over which they are earned. */
export function chargesOfTerm(rated: readonly RatedCharge[], term: Period): ChargeLayer[] {
  return rated.map(({ amount, onCancellation = 'PRO_RATA', ...charge }) => ({
    ...subjectOf(charge),
    amount,
    ...periodOf(onCancellation, term),
  }));
}

/** A change of answers from a day, and the rating of answers for a whole term. */
interface ChangeToPrice {
  from: string;
  /** The decimals of the currency. */
  digits: number;
  edits: readonly DatedEdits[];
  rate(answers: AnswerMap): readonly RatedCharge[];
  answers?: AnswersAround;
}

/**
 * How a change of answers from a day changes taxes and fees. Those by days are priced like premium, each with its
 * earlier changes. A returned one changes in full, to what the term costs with all its changes; after a cancellation has returned it,
 * it is not charged again. A kept one follows each increase in the order of the days, and no decrease. What is owed to another
 * authority or state from some day on, such as after a move, is returned to one and charged for the other.
 */
export function priceCharges(term: PolicyTerm, change: ChangeToPrice): ChargeLayer[] {
  const { from, edits, rate, digits, answers = answersAround(term, edits) } = change;
  const changed = (day: string) => rate(answers(day).after);
  const rated = alteredStretches(term, { from, answers }).flatMap(({ from: day }) => [
    ...rate(answers(day).before),
    ...changed(day),
  ]);
  const rules = new Map(rated.map(({ type, onCancellation = 'PRO_RATA' }) => [type, onCancellation]));
  const atTheEnd = changed(lastDayWithCoverage(term));
  return [...rules].flatMap(([type, rule]): ChargeLayer[] => {
    const charged = term.charges.filter((charge) => charge.type === type);
    if (rule === 'KEPT') return keptFee(term, { type, charged }, { ...change, answers });
    if (rule === 'PRO_RATA') {
      return subjectsOf(rated.filter((charge) => charge.type === type)).flatMap((subject) => {
        const { stretches } = priceAnswers(term, {
          from,
          edits,
          answers,
          digits,
          earlier: charged.filter(isOf(subject)),
          rate: (each) => totalOfCharges(rate(each).filter(isOf(subject))),
        });
        return named(
          subject,
          stretches.filter(({ inTerm }) => Number(inTerm) !== 0),
        );
      });
    }
    if (term.cancellation !== null) return [];
    const owed = atTheEnd.filter((charge) => charge.type === type);
    const period = periodOf(rule, { from, until: endOfCoverage(term) });
    return subjectsOf([...charged, ...owed]).flatMap((subject) => {
      const [before, after] = [charged, owed].map((each) =>
        Cents.of(totalOfCharges(each.filter(isOf(subject)))),
      );
      const more = (after ?? Cents.zero).minus(before ?? Cents.zero);
      return more.isZero() ? [] : named(subject, [{ ...period, amount: more.toText() }]);
    });
  });
}

/**
 * What a change charges of a kept fee, so that the fee is the same in whatever order changes were recorded: up to each
 * day it is the highest amount so far. Where the change is dated before others, their increases are charged anew; where it is
 * carried over from an earlier term, so is what the term began with.
 */
function keptFee(
  term: PolicyTerm,
  { type, charged }: { type: string; charged: readonly ChargeLayer[] },
  { from, edits, rate, answers: around }: ChangeToPrice & { answers: AnswersAround },
): ChargeLayer[] {
  const isCarried = edits.some((each) => each.from < term.effectiveDate);
  const after = isCarried ? '' : from;
  let kept = totalOf(charged.filter((charge) => charge.from <= after));
  const increases = answersFrom(term, { from: after, edits, around }).flatMap(({ day, answers }) => {
    const rated = rate(answers).filter((charge) => charge.type === type);
    const more = Cents.of(totalOfCharges(rated)).minus(kept);
    const [charge] = rated;
    if (charge === undefined || more.isLessThan(Cents.zero)) return [];
    kept = kept.plus(more);
    const on = laterOf(day, from);
    return named(charge, [{ from: on, until: on, amount: more.toText() }]);
  });
  return bySubject([increases, charged.filter((charge) => charge.from > after)], ([own = [], undone = []]) =>
    netted([...own, ...reversed(undone)]),
  );
}

/** The taxes and fees that a cancellation returns. */
export function chargesOfCancellation(
  charges: readonly ChargeLayer[],
  ended: { term: Period; cancelledOn: string; digits: number },
): ChargeLayer[] {
  return bySubject([charges], ([own = []]) => linesOfCancellation(own, { ...ended, penalty: '0' }));
}

/** The taxes and fees that a reinstatement charges again. */
export function chargesOfReinstatement(
  charges: readonly ChargeLayer[],
  { cancellation, lapse, digits }: { cancellation: readonly ChargeLayer[]; lapse: Period; digits: number },
): ChargeLayer[] {
  return bySubject([charges, cancellation], ([own = [], cancelled = []]) =>
    linesOfReinstatement(own, { cancellation: cancelled, lapse, digits }),
  );
}

/** The total of taxes and fees, decimal text. */
export function totalOfCharges(charges: readonly { amount: string }[]): string {
  return sumOfAmounts(charges.map(({ amount }) => amount));
}

function periodOf(rule: OnCancellation, { from, until }: Period): Period {
  switch (rule) {
    case 'PRO_RATA':
      return { from, until };
    case 'KEPT':
      return { from, until: from };
    case 'RETURNED':
      return { from: until, until };
  }
}

type Charge = Pick<RatedCharge, 'type' | 'authority' | 'state'>;

/** What taxes and fees are, apart from their amounts: each once, in their order. */
function subjectsOf(charges: readonly Charge[]): Charge[] {
  return [...new Map(charges.map((charge) => [keyOf(charge), subjectOf(charge)])).values()];
}

function subjectOf({ type, authority, state }: Charge): Charge {
  return { type, ...(authority !== undefined && { authority }), ...(state && { state }) };
}

const keyOf = ({ type, authority, state }: Charge) =>
  JSON.stringify([type, authority ?? null, state ?? null]);

/** Whether a tax or fee is of the same type, authority and state. */
function isOf(subject: Charge): (charge: Charge) => boolean {
  const key = keyOf(subject);
  return (charge) => keyOf(charge) === key;
}

function bySubject(
  lists: readonly (readonly ChargeLayer[])[],
  layersOf: (ofSubject: ChargeLayer[][]) => PremiumLayer[],
): ChargeLayer[] {
  return subjectsOf(lists.flat()).flatMap((subject) =>
    named(subject, layersOf(lists.map((list) => list.filter(isOf(subject))))),
  );
}

/** Makes layers taxes or fees. */
function named(subject: Charge, layers: readonly ProratedLayer[]): ChargeLayer[] {
  return layers.map(({ from, until, amount, inTerm }) => ({
    ...subjectOf(subject),
    from,
    until,
    amount,
    ...(inTerm !== undefined && { inTerm }),
  }));
}

/** Taxes and fees that take theirs back and charge them over moved periods, where they move. */
export function movedCharges(
  charges: readonly ChargeLayer[],
  move: (charge: ChargeLayer) => ChargeLayer,
): ChargeLayer[] {
  return bySubject([charges], ([own = []]) => netted([...reversed(own), ...own.map(move)]));
}
