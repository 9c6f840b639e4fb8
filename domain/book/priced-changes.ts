import { daysBetween } from '../ground/calendar.js';
import { derivedId } from '../ground/derived-id.js';
import type { AnswerMap } from '../intake/answers.js';
import { Cents, sumOfAmounts } from '../money/cents.js';
import type { PartOfStretch } from '../policy/policy-change.js';
import {
  allottedLike,
  type ExactPart,
  type LineSubject,
  ofPolicy,
  type PremiumPart,
  subjectKey,
} from '../policy/premium-part.js';
import type { Period } from '../policy/proration.js';
import type { RatedFor } from '../policy/rated-parts.js';
import { unitOf } from './answers.js';
import type { BookChange } from './records.js';

/** The price of a whole term, by what it is for. */
export type TermParts = ReadonlyMap<string, PremiumPart & { title: string }>;

interface ChangeToPrice {
  change: BookChange;
  /** Those on its day. */
  answers: AnswerMap;
  ratedFor: RatedFor;
  digits: number;
}

/** What a change charges in all. */
export function premiumOfChange({ premium, coverages }: BookChange): string {
  return premium ?? sumOfAmounts(coverages.map((each) => each.premium));
}

/** What a change charges, by coverage; without coverages, `otherwise` of its premium. */
export function partsOfChange(
  { change, answers, ratedFor }: ChangeToPrice,
  otherwise: (premium: string) => PremiumPart[],
): PremiumPart[] {
  if (change.coverages.length === 0) return otherwise(premiumOfChange(change));
  return change.coverages.map((each) => ({
    ...subjectOfCoverage(each, answers, ratedFor),
    amount: each.premium,
  }));
}

/** A premium of the policy as a whole. */
export const ofWhole =
  (ratedFor: RatedFor) =>
  (amount: string): PremiumPart[] =>
    Number(amount) === 0 ? [] : [{ ...ofPolicy, state: ratedFor.state, amount }];

/** A premium in proportion to the prices of the term. */
export const likeTerm =
  (prices: TermParts, digits: number) =>
  (amount: string): PremiumPart[] => {
    if (Number(amount) === 0) return [];
    const weights: ExactPart[] = [...prices.values()].map(({ amount: price, title: _, ...subject }) => ({
      subject,
      exact: Cents.of(price),
    }));
    return allottedLike(amount, { basis: 'RATED', weights, digits });
  };

/** By coverage and unit: what they are rated for may change. */
const placeOf = ({ coverage, unit }: LineSubject): string => JSON.stringify([coverage, unit]);

/** The prices of a term that a change begins. */
export function pricesAtBeginning(toPrice: ChangeToPrice): TermParts {
  const parts = partsOfChange(toPrice, ofWhole(toPrice.ratedFor));
  return new Map(parts.map((part) => [placeOf(part), { ...part, title: titleOf(toPrice.change, part) }]));
}

/**
 * The parts of what a change charges for the rest of its term, with what they add to a whole term, and the prices after it. A
 * price of a whole term that is not given follows by days from what is charged. What is rated for another state or class is
 * returned for the one and charged for the other.
 */
export function pricesAfter(
  toPrice: ChangeToPrice & { term: Period; rest: Period },
  before: TermParts,
): { parts: PartOfStretch[]; prices: TermParts; inTerm: string } {
  const { change, ratedFor, digits, term, rest } = toPrice;
  const [days, daysOfTerm] = [daysBetween(rest.from, rest.until), daysBetween(term.from, term.until)];
  const whole = (amount: string) =>
    days === 0 ? amount : Cents.of(amount).portion(daysOfTerm, days).toAmount(digits);
  const prices = new Map(before);
  const parts = partsOfChange(toPrice, ofWhole(ratedFor)).flatMap((part, index): PartOfStretch[] => {
    const key = placeOf(part);
    const earlier = prices.get(key);
    const known = earlier?.amount ?? '0.00';
    const given = change.coverages[index]?.termPremium ?? ofWholeAfter(change, before, known);
    const inTerm = given === undefined ? whole(part.amount) : Cents.of(given).minus(Cents.of(known)).toText();
    const amount = Cents.of(known).plus(Cents.of(inTerm)).toText();
    prices.set(key, { ...part, amount, title: earlier?.title ?? titleOf(change, part) });
    if (earlier === undefined || subjectKey(earlier) === subjectKey(part)) return [{ ...part, inTerm }];
    const { title: _, ...moved } = earlier;
    const unearned = Cents.of(Cents.of(known).portion(days, daysOfTerm).toAmount(digits));
    return [
      { ...moved, amount: unearned.negated().toText(), inTerm: Cents.of(known).negated().toText() },
      { ...part, amount: Cents.of(part.amount).plus(unearned).toText(), inTerm: amount },
    ];
  });
  return { parts, prices, inTerm: sumOfAmounts(parts.map((part) => part.inTerm)) };
}

/** The price of what is no coverage, by that of the whole term. */
function ofWholeAfter(
  { coverages, termPremium }: BookChange,
  before: TermParts,
  known: string,
): string | undefined {
  if (coverages.length > 0 || termPremium === undefined) return undefined;
  const others = Cents.of(sumOfAmounts([...before.values()].map(({ amount }) => amount))).minus(
    Cents.of(known),
  );
  return Cents.of(termPremium).minus(others).toText();
}

function subjectOfCoverage(
  { coverage, unit: given }: BookChange['coverages'][number],
  answers: AnswerMap,
  { state, unitClasses }: RatedFor,
): LineSubject {
  const unit = given === undefined ? null : (unitOf(given, answers) ?? given);
  return { ...ofPolicy, coverage, unit, unitClass: unitClasses.get(unit ?? '') ?? null, state };
}

function titleOf({ coverages }: BookChange, { coverage }: LineSubject): string {
  return coverages.find((each) => each.coverage === coverage)?.title ?? coverage ?? '';
}

/** The id of a record of a policy. */
export const idInBook = (policyId: string, ...parts: string[]): string =>
  derivedId(policyId, 'book', ...parts);
