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
  return rated.map(({ type, amount, authority, onCancellation = 'PRO_RATA' }) => ({
    type,
    ...(authority !== undefined && { authority }),
    amount,
    ...periodOf(onCancellation, term),
  }));
}

/** A change of answers from a day, and the rating of answers for a whole term. */
interface ChangeToPrice {
  from: string;
  edits: readonly DatedEdits[];
  rate(answers: AnswerMap): readonly RatedCharge[];
  answers?: AnswersAround;
}

/**
 * How a change of answers from a day changes taxes and fees. Those by days are priced like premium, each with its
 * earlier changes. A returned one changes in full, to what the term costs with all its changes; after a cancellation has returned it,
 * it is not charged again. A kept one follows each increase in the order of the days, and no decrease.
 */
export function priceCharges(term: PolicyTerm, change: ChangeToPrice): ChargeLayer[] {
  const { from, edits, rate, answers = answersAround(term, edits) } = change;
  const changed = (day: string) => rate(answers(day).after);
  const rated = alteredStretches(term, { from, answers }).flatMap(({ from: day }) => [
    ...rate(answers(day).before),
    ...changed(day),
  ]);
  const rules = new Map(rated.map(({ type, onCancellation = 'PRO_RATA' }) => [type, onCancellation]));
  const named = namedLike(rated);
  const atTheEnd = changed(lastDayWithCoverage(term));
  return [...rules].flatMap(([type, rule]): ChargeLayer[] => {
    if (rule === 'PRO_RATA') {
      const { stretches } = priceAnswers(term, {
        from,
        edits,
        answers,
        earlier: term.charges.filter((charge) => charge.type === type),
        rate: (each) => amountOf(rate(each), type),
      });
      return named(
        type,
        stretches.filter(({ inTerm }) => Number(inTerm) !== 0),
      );
    }
    if (rule === 'KEPT') return named(type, keptFee(term, type, { ...change, answers }));
    if (term.cancellation !== null) return [];
    const more = Cents.of(amountOf(atTheEnd, type)).minus(Cents.of(amountOf(term.charges, type)));
    if (more.isZero()) return [];
    const period = periodOf(rule, { from, until: endOfCoverage(term) });
    return named(type, [{ ...period, amount: more.toAmount() }]);
  });
}

/**
 * What a change charges of a kept fee, so that the fee is the same in whatever order changes were recorded: up to each
 * day it is the highest amount so far. Where the change is dated before others, their increases are charged anew; where it is
 * carried over from an earlier term, so is what the term began with.
 */
function keptFee(
  term: PolicyTerm,
  type: string,
  { from, edits, rate, answers: around }: ChangeToPrice & { answers: AnswersAround },
): PremiumLayer[] {
  const charged = term.charges.filter((charge) => charge.type === type);
  const isCarried = edits.some((each) => each.from < term.effectiveDate);
  const after = isCarried ? '' : from;
  let kept = totalOf(charged.filter((charge) => charge.from <= after));
  const increases = answersFrom(term, { from: after, edits, around }).map(({ day, answers }) => {
    const more = Cents.of(amountOf(rate(answers), type)).minus(kept);
    const amount = more.isLessThan(Cents.zero) ? Cents.zero : more;
    kept = kept.plus(amount);
    const on = laterOf(day, from);
    return { from: on, until: on, amount: amount.toAmount() };
  });
  return netted([...increases, ...reversed(charged.filter((charge) => charge.from > after))]);
}

/** The taxes and fees that a cancellation returns. */
export function chargesOfCancellation(
  charges: readonly ChargeLayer[],
  { term, cancelledOn }: { term: Period; cancelledOn: string },
): ChargeLayer[] {
  return byType([charges], ([own = []]) => linesOfCancellation(own, { term, cancelledOn, penalty: '0' }));
}

/** The taxes and fees that a reinstatement charges again. */
export function chargesOfReinstatement(
  charges: readonly ChargeLayer[],
  { cancellation, lapse }: { cancellation: readonly ChargeLayer[]; lapse: Period },
): ChargeLayer[] {
  return byType([charges, cancellation], ([own = [], cancelled = []]) =>
    linesOfReinstatement(own, { cancellation: cancelled, lapse }),
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

function amountOf(charges: readonly { type: string; amount: string }[], type: string): string {
  return totalOfCharges(charges.filter((charge) => charge.type === type));
}

function byType(
  lists: readonly (readonly ChargeLayer[])[],
  layersOf: (ofType: ChargeLayer[][]) => PremiumLayer[],
): ChargeLayer[] {
  const types = new Set(lists.flat().map(({ type }) => type));
  const named = namedLike(lists.flat());
  return [...types].flatMap((type) =>
    named(type, layersOf(lists.map((list) => list.filter((charge) => charge.type === type)))),
  );
}

/** Makes layers taxes or fees of a type; all of a type have one authority. */
function namedLike(charges: readonly Pick<RatedCharge, 'type' | 'authority'>[]) {
  const authorities = new Map(charges.map(({ type, authority }) => [type, authority]));
  return (type: string, layers: readonly ProratedLayer[]): ChargeLayer[] => {
    const authority = authorities.get(type);
    return layers.map(({ from, until, amount, inTerm }) => ({
      type,
      ...(authority !== undefined && { authority }),
      from,
      until,
      amount,
      ...(inTerm !== undefined && { inTerm }),
    }));
  };
}

/** Taxes and fees that take theirs back and charge them over moved periods, where they move. */
export function movedCharges(
  charges: readonly ChargeLayer[],
  move: (charge: ChargeLayer) => ChargeLayer,
): ChargeLayer[] {
  return byType([charges], ([own = []]) => netted([...reversed(own), ...own.map(move)]));
}
