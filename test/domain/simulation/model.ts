import { type Amount, creditFor, earnedBefore, endedOn, gathered, lowest, totalOf } from './amounts.js';
import { dateOf, dayOf } from './days.js';
import { Fraction, inCents, none, whole } from './fraction.js';
import { type Answers, type Method, product } from './steps.js';

export const taxTypes = ['TAX', 'FEE', 'INSPECTION'] as const;
export type TaxType = (typeof taxTypes)[number];
type Taxes = Record<TaxType, Amount[]>;

/** The price of a year in cents. */
export function priceOf({ revenue, staff }: Answers): { premium: bigint } & Record<TaxType, bigint> {
  const premium = BigInt(revenue) + 500n * BigInt(staff);
  return {
    premium,
    TAX: new Fraction(premium, 20n).round(),
    FEE: premium < 500_000n ? 2_500n : 4_000n,
    INSPECTION: 100n * BigInt(staff),
  };
}

interface Term {
  start: number;
  end: number;
  premium: Amount[];
  taxes: Taxes;
  answers: Answers;
  changes: { from: number; answers: Partial<Answers> }[];
  /** What endorsements and audits cost so far, not rounded. */
  exact: Record<'premium' | 'TAX', Fraction>;
  /** Days on which a price began; a change is split there. */
  cuts: number[];
  lapses: { from: number; until: number }[];
  /** What was there before the cancellation; entries by hand since are in `since`. */
  cancelled: { on: number; premium: Amount[]; taxes: Taxes } | null;
  since: Amount[];
}

/**
 * A policy by the rules in `docs/`, in exact fractions and day by day. It replaces amounts where the service adds lines
 * to a journal. Its methods tell whether the service does what is asked, or refuses it.
 */
export class Model {
  readonly terms: Term[] = [];
  #anchor: number;

  constructor(answers: Answers, start: number) {
    this.#anchor = start;
    this.#begin(answers, start);
  }

  get term(): Term {
    return this.terms.at(-1)!;
  }

  written(term: Term = this.term): bigint {
    return totalOf(amountsOf(term));
  }

  earned(term: Term, day: number): bigint {
    return earnedBefore(amountsOf(term), day).round();
  }

  /** The policy is renewed at the end of each term, unless it was canceled. */
  pass(today: number): void {
    while (this.term.cancelled === null && this.term.end <= today) {
      const { end } = this.term;
      this.#begin(answersOn(this.term, end), end);
    }
  }

  endorse(from: number, answers: Partial<Answers>): boolean {
    return this.#isOpenTo(from) && this.#change(this.term, from, answers);
  }

  /** The counted revenue of an ended term, within the days for it. */
  audit(term: Term, from: number, revenue: number, today: number): boolean {
    return today <= term.end + product.auditDays && this.#change(term, from, { revenue });
  }

  #change(term: Term, from: number, answers: Partial<Answers>): boolean {
    const changed = { ...term, changes: [...term.changes, { from, answers }] };
    const premium = priced(term, changed, from, 'premium');
    if (!this.#staysPositive([...term.premium, ...premium.amounts], term)) return false;
    const tax = priced(term, changed, from, 'TAX');
    const atTheEnd = priceOf(answersOn(changed, term.end - 1));
    const inspection = atTheEnd.INSPECTION - totalOf(term.taxes.INSPECTION);
    term.taxes = {
      TAX: [...term.taxes.TAX, ...tax.amounts],
      FEE: keptFees(changed),
      INSPECTION: [...term.taxes.INSPECTION, { cents: inspection, from: term.end, until: term.end }],
    };
    term.premium.push(...premium.amounts);
    term.exact = { premium: premium.exact, TAX: tax.exact };
    term.changes = changed.changes;
    term.cuts.push(from);
    return true;
  }

  agree(from: number, cents: bigint): boolean {
    const { term } = this;
    const amount = { cents, from, until: term.end };
    if (!this.#isOpenTo(from) || !this.#staysPositive([...term.premium, amount])) return false;
    term.premium.push(amount);
    term.cuts.push(from);
    return true;
  }

  /** An entry by hand. */
  enter(from: number, cents: bigint, entry: string): boolean {
    return this.#replace([], from, cents, entry);
  }

  edit(entry: string, from: number, cents: bigint): boolean {
    return this.#replace([entry], from, cents, entry);
  }

  delete(entry: string): boolean {
    const left = this.term.premium.filter((amount) => amount.entry !== entry);
    const since = this.term.since.filter((amount) => amount.entry !== entry);
    if (!this.#staysPositive([...left, ...since])) return false;
    Object.assign(this.term, { premium: left, since });
    return true;
  }

  cancel(on: number, method: Method): boolean {
    const { term } = this;
    if (!this.#isOpenTo(on)) return false;
    const before = term.premium;
    const total = whole(totalOf(before));
    const unearned = on <= term.start ? total : total.minus(earnedBefore(before, on));
    const returned = returnedOf(unearned, { total, method, term, on });
    const penalty = unearned.round() - returned.round();
    term.cancelled = { on, premium: before, taxes: term.taxes };
    term.premium = [...endedOn(before, on, term.start), { cents: penalty, from: on, until: on }];
    term.taxes = ofEach((type) => endedOn(term.cancelled!.taxes[type], on, term.start));
    if (totalOf(before) - totalOf(term.premium) !== returned.round())
      throw new Error('the model does not add up');
    return true;
  }

  reinstate(from: number, today: number): boolean {
    const { term } = this;
    const { cancelled, end } = term;
    if (cancelled === null || today > cancelled.on + product.reinstatementDays) return false;
    if (from < cancelled.on || from >= end) return false;
    const before = [...cancelled.premium, ...term.since];
    const premium = [...before, ...creditFor(before, cancelled.on, from)];
    if (!this.#staysPositive(premium)) return false;
    term.premium = premium;
    term.taxes = ofEach((type) => [
      ...cancelled.taxes[type],
      ...creditFor(cancelled.taxes[type], cancelled.on, from),
    ]);
    if (from > cancelled.on) {
      term.lapses.push({ from: cancelled.on, until: from });
      term.cuts.push(cancelled.on, from);
    }
    Object.assign(term, { cancelled: null, since: [] });
    return true;
  }

  correct(to: number): boolean {
    const { term } = this;
    const { start, end } = term;
    if (to === start) return true;
    if (term.cancelled !== null || to < (this.terms.at(-2)?.end ?? to)) return false;
    const newEnd = aYearAfter(to, to);
    // A change of the term must stay within it.
    if ([...term.cuts, ...term.changes.map(({ from }) => from)].some((each) => each >= newEnd)) return false;
    const day = (each: number) => {
      if (each === start || each < to) return to;
      return each === end || each > newEnd ? newEnd : each;
    };
    const moved = <P extends { from: number; until: number }>(period: P): P => ({
      ...period,
      from: day(period.from),
      until: day(period.until),
    });
    if (!this.#staysPositive(term.premium.map(moved))) return false;
    term.premium = term.premium.map(moved);
    term.taxes = ofEach((type) => term.taxes[type].map(moved));
    term.lapses = term.lapses.map(moved).filter(({ from, until }) => from < until);
    term.cuts = term.cuts.map(day);
    term.changes = term.changes.map((change) => ({ ...change, from: day(change.from) }));
    // What was charged for other days stays in whole cents.
    Object.assign(term, { start: to, end: newEnd, exact: { premium: none, TAX: none } });
    this.#anchor = to;
    return true;
  }

  #begin(answers: Answers, start: number): void {
    const end = aYearAfter(start, this.#anchor);
    const { premium, ...taxes } = priceOf(answers);
    const periods = {
      TAX: { from: start, until: end },
      FEE: { from: start, until: start },
      INSPECTION: { from: end, until: end },
    };
    this.terms.push({
      ...{ start, end, answers, changes: [], cuts: [], lapses: [], cancelled: null, since: [] },
      exact: { premium: none, TAX: none },
      premium: [{ cents: premium, from: start, until: end }],
      taxes: ofEach((type) => [{ cents: taxes[type], ...periods[type] }]),
    });
  }

  #replace(entries: readonly string[], from: number, cents: bigint, entry: string): boolean {
    const { term } = this;
    if (from < term.start || from >= term.end) return false;
    const coverageEnds = term.cancelled?.on ?? term.end;
    const amount = { cents, from, until: Math.max(from, coverageEnds), entry };
    const isLeft = (each: Amount) => each.entry === undefined || !entries.includes(each.entry);
    const [premium, since] = [term.premium.filter(isLeft), term.since.filter(isLeft)];
    if (!this.#staysPositive([...premium, ...since, amount])) return false;
    (term.cancelled === null ? premium : since).push(amount);
    Object.assign(term, { premium, since });
    return true;
  }

  #isOpenTo(day: number): boolean {
    const { cancelled, start, end } = this.term;
    return cancelled === null && start <= day && day < end;
  }

  #staysPositive(amounts: readonly Amount[], term: Term = this.term): boolean {
    const after = lowest(amounts);
    // Less than a cent comes from rounding.
    return whole(-1n).isBelow(after) || !after.isBelow(lowest(amountsOf(term)));
  }
}

export function amountsOf({ premium, since }: Term): Amount[] {
  return gathered([...premium, ...since]);
}

export function taxesOf({ taxes }: Term): (Amount & { type: TaxType })[] {
  return taxTypes.flatMap((type) => gathered(taxes[type]).map((amount) => ({ ...amount, type })));
}

function ofEach(amounts: (type: TaxType) => Amount[]): Taxes {
  return { TAX: amounts('TAX'), FEE: amounts('FEE'), INSPECTION: amounts('INSPECTION') };
}

/** The revenue that a term is rated for on a day. */
export const revenueOn = (term: Term, day: number): number => answersOn(term, day).revenue;

/** Later dates win; on one day, what was recorded later. */
/** A kept fee is what it was highest so far, in the order of the days. */
function keptFees({ start, answers, changes }: Term): Amount[] {
  let [kept, now] = [0n, answers];
  const steps = [{ from: start, answers: {} }, ...changes.toSorted((a, b) => a.from - b.from)];
  return steps.map(({ from, answers: changed }) => {
    now = { ...now, ...changed };
    const { FEE: fee } = priceOf(now);
    const more = fee > kept ? fee - kept : 0n;
    kept += more;
    return { cents: more, from, until: from };
  });
}

function answersOn({ answers, changes }: Pick<Term, 'answers' | 'changes'>, day: number): Answers {
  return changes
    .filter(({ from }) => from <= day)
    .sort((a, b) => a.from - b.from)
    .reduce((merged, change) => Object.assign(merged, change.answers), { ...answers });
}

/**
 * What a change costs on each covered day, in the stretches between the days on which prices begin: what all changes cost in
 * whole cents with it, less what they cost without it.
 */
function priced(before: Term, after: Term, from: number, part: 'premium' | 'TAX') {
  const { start, end, lapses } = before;
  const days = BigInt(end - start);
  const later = before.changes.map((change) => change.from);
  const cuts = [...before.cuts, ...later].filter((day) => day > from && day < end);
  const ends = [...new Set([...cuts, end])].sort((a, b) => a - b);
  const stretches = ends.map((until, index) => ({ from: ends[index - 1] ?? from, until }));
  const exact = stretches.map((stretch) => {
    let difference = 0n;
    for (let day = stretch.from; day < stretch.until; day += 1) {
      if (lapses.some((lapse) => lapse.from <= day && day < lapse.until)) continue;
      difference += priceOf(answersOn(after, day))[part] - priceOf(answersOn(before, day))[part];
    }
    return new Fraction(difference).times(1n, days);
  });
  const soFar = before.exact[part];
  const cents = inCents([soFar, ...exact]).slice(1);
  return {
    amounts: stretches.map((stretch, index): Amount => ({ ...stretch, cents: cents[index]! })),
    exact: exact.reduce((sum, own) => sum.plus(own), soFar),
  };
}

function returnedOf(
  unearned: Fraction,
  { total, method, term, on }: { total: Fraction; method: Method; term: Term; on: number },
): Fraction {
  if (on <= term.start || unearned.isBelow(none) || method === 'PRO_RATA' || method === 'NON_PAYMENT') {
    return unearned;
  }
  if (method === 'PENALTY') return unearned.minus(unearned.times(1n, 10n));
  const inAYear = ((on - term.start) * 365) / (term.end - term.start);
  const kept = product.table.find(({ days }) => inAYear <= days)?.kept ?? '1';
  const left = total.minus(total.times(BigInt(Number(kept) * 10), 10n));
  if (left.isBelow(none)) return none;
  return left.isBelow(unearned) ? left : unearned;
}

/** The same day of the next year, on the anchor's day of the month. */
function aYearAfter(day: number, anchor: number): number {
  const date = dateOf(day);
  const wanted = dateOf(anchor).slice(8);
  const month = `${Number(date.slice(0, 4)) + 1}-${date.slice(5, 7)}`;
  for (let dayOfMonth = Number(wanted); ; dayOfMonth -= 1) {
    const result = dayOf(`${month}-${String(dayOfMonth).padStart(2, '0')}`);
    if (!Number.isNaN(result) && dateOf(result).startsWith(month)) return result;
  }
}
