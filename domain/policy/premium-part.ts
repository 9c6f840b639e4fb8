import { allotted, inProportion } from '../money/allot.js';
import { Cents, sumOf } from '../money/cents.js';

/**
 * Why an amount of premium is charged or returned.
 *
 * - `RATED`: by the rating of its coverage.
 * - `AGREED`: by an agreement beside the rating.
 * - `BY_HAND`: by an entry of the back office.
 * - `PENALTY`: what a cancellation at short rate, or a minimum earned premium, keeps of unearned premium.
 * - `DIFFERENCE`: by which a carrier's coverages differ from its premium.
 */
export const lineBases = ['RATED', 'AGREED', 'BY_HAND', 'PENALTY', 'DIFFERENCE'] as const;
export type LineBasis = (typeof lineBases)[number];

/** The code of the coverage that stands for what a carrier's coverages differ from its premium. */
export const differenceCode = 'DIFFERENCE';

/** What an amount of premium is for. */
export type LineSubject = {
  /** The code of the coverage; null: the policy as a whole. */
  coverage: string | null;
  /** The id of the iteration (vehicle, location) that it is for; null: of all. */
  unit: string | null;
  /** The unit's answer to the question that the product names for its class; null without one. */
  unitClass: string | null;
  /** The state of the insured; null if it is unknown. */
  state: string | null;
  basis: LineBasis;
};

/** A part of the premium of a whole term; decimal text. */
export type PremiumPart = LineSubject & { amount: string };

/** Of an amount that names none. */
export const ofPolicy: LineSubject = {
  coverage: null,
  unit: null,
  unitClass: null,
  state: null,
  basis: 'RATED',
};

/** The same for the same subjects, and in the order in which their amounts are allotted. */
export function subjectKey({ coverage, unit, unitClass, state, basis }: LineSubject): string {
  return JSON.stringify([coverage ?? '', unit ?? '', unitClass ?? '', state ?? '', basis]);
}

/** An exact amount for a subject. */
export interface ExactPart {
  subject: LineSubject;
  exact: Cents;
}

/** Exact amounts added up by subject, in the order of {@link subjectKey}; those of nothing stay. */
export function bySubject(parts: Iterable<ExactPart>): ExactPart[] {
  const sums = new Map<string, ExactPart>();
  for (const { subject, exact } of parts) {
    const key = subjectKey(subject);
    const sum = sums.get(key)?.exact;
    sums.set(key, { subject, exact: sum === undefined ? exact : sum.plus(exact) });
  }
  return [...sums.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, part]) => part);
}

/** A rounded amount with its exact parts: it is their sum, rounded alone or with others. */
export interface AmountInParts {
  /** Decimal text. */
  amount: string;
  parts: readonly ExactPart[];
}

/**
 * Rounded amounts divided by subject, with so many decimals as their currency has (`digits`). The amounts so far have an exact sum for each subject, and one total, which is
 * allotted to the subjects ({@link allotted}); a part is the difference of two such allotments. So the parts of an amount add
 * up to it, and those of a subject to its exact sum, to the smallest unit. `before` are parts of earlier amounts.
 */
export function dividedInTurn(
  amounts: readonly AmountInParts[],
  { digits, before = [] }: { digits: number; before?: readonly ExactPart[] },
): PremiumPart[][] {
  let sums = bySubject(before);
  let total = Cents.of(sumOf(sums.map(({ exact }) => exact)).toAmount(digits));
  let known = allottedTo(total, sums, digits);
  return amounts.map(({ amount, parts }) => {
    sums = bySubject([...sums, ...parts]);
    total = total.plus(Cents.of(amount));
    const earlier = known;
    known = allottedTo(total, sums, digits);
    return differenceOf(earlier, known);
  });
}

function allottedTo(total: Cents, parts: readonly ExactPart[], digits: number): PremiumPart[] {
  const amounts = allotted(
    total,
    parts.map(({ exact }) => exact),
    digits,
  );
  return withAmounts(parts, amounts);
}

function withAmounts(parts: readonly ExactPart[], amounts: readonly Cents[]): PremiumPart[] {
  return parts.map(({ subject }, index) => ({
    ...subject,
    amount: (amounts[index] ?? Cents.zero).toText(),
  }));
}

/** An amount in proportion to what others are for; of the policy as a whole if those add up to nothing. */
export function allottedLike(
  amount: string,
  { basis, weights, digits }: { basis: LineBasis; weights: readonly ExactPart[]; digits: number },
): PremiumPart[] {
  const subjects = bySubject(
    weights.map(({ subject, exact }) => ({ subject: { ...subject, basis }, exact })),
  );
  const amounts = inProportion(
    Cents.of(amount),
    subjects.map(({ exact }) => exact),
    digits,
  );
  return amounts === undefined ? [{ ...ofPolicy, basis, amount }] : withAmounts(subjects, amounts);
}

/** How the premium of a whole term differs, by subject; what stays the same is left out. */
export function differenceOf(before: readonly PremiumPart[], after: readonly PremiumPart[]): PremiumPart[] {
  const exactOf = ({ amount, ...subject }: PremiumPart) => ({ subject, exact: Cents.of(amount) });
  const lost = before.map(exactOf).map(({ subject, exact }) => ({ subject, exact: exact.negated() }));
  return bySubject([...lost, ...after.map(exactOf)])
    .filter(({ exact }) => !exact.isZero())
    .map(({ subject, exact }) => ({ ...subject, amount: exact.toText() }));
}
