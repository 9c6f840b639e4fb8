import { Fraction, inCents, none, whole } from './fraction.js';

/** Whole cents that are earned evenly over days, or at once if `until` is `from`. */
export interface Amount {
  cents: bigint;
  from: number;
  until: number;
  /** The entry by hand that it is of. */
  entry?: string;
}

/** Amounts of equal periods as one, in the order of their periods. */
export function gathered(amounts: readonly Amount[]): Amount[] {
  const periods = new Map<string, Amount>();
  for (const { cents, from, until } of amounts) {
    const key = `${from} ${until}`;
    periods.set(key, { from, until, cents: (periods.get(key)?.cents ?? 0n) + cents });
  }
  return [...periods.values()]
    .filter(({ cents }) => cents !== 0n)
    .sort((a, b) => a.from - b.from || a.until - b.until);
}

export const totalOf = (amounts: readonly Amount[]): bigint =>
  amounts.reduce((total, { cents }) => total + cents, 0n);

/** What is earned before a day, counted day by day. */
export function earnedBefore(amounts: readonly Amount[], day: number): Fraction {
  return amounts.reduce((sum, amount) => sum.plus(earnedOf(amount, day)), none);
}

function earnedOf({ cents, from, until }: Amount, day: number): Fraction {
  if (from === until) return day < from ? none : whole(cents);
  let days = 0n;
  for (let each = from; each < until && each < day; each += 1) days += 1n;
  return new Fraction(cents).times(days, BigInt(until - from));
}

/** The lowest that is earned before any day of the amounts, or zero. */
export function lowest(amounts: readonly Amount[]): Fraction {
  let least = none;
  const days = amounts.flatMap(({ from, until }) => [from, until]);
  for (let day = Math.min(...days); day <= Math.max(...days); day += 1) {
    const earned = earnedBefore(amounts, day);
    if (earned.isBelow(least)) least = earned;
  }
  return least;
}

/**
 * The amounts that are left where coverage ends on a day: nothing if it never began, else the earned part of each in
 * whole cents, over the days until then.
 */
export function endedOn(amounts: readonly Amount[], day: number, begun: number): Amount[] {
  if (day <= begun) return [];
  const current = gathered(amounts);
  const isAhead = ({ from, until }: Amount) => from > day || (from === day && until > from);
  const ahead = current.filter(isAhead);
  const running = current.filter(({ from, until }) => from < day && until > day);
  const past = current.filter((amount) => !ahead.includes(amount) && !running.includes(amount));
  const unearned = running.map((amount) => whole(amount.cents).minus(earnedOf(amount, day)));
  const returned = inCents([whole(totalOf(ahead)), ...unearned]).slice(1);
  const kept = running.map(({ cents, from }, index) => ({
    from,
    until: day,
    cents: cents - returned[index]!,
  }));
  return [...past, ...kept];
}

/** The credit for days without coverage, split where amounts begin or end. */
export function creditFor(amounts: readonly Amount[], from: number, until: number): Amount[] {
  if (until <= from) return [];
  const byDays = gathered(amounts).filter((amount) => amount.from < amount.until);
  const cuts = byDays
    .flatMap((amount) => [amount.from, amount.until])
    .filter((day) => day > from && day < until);
  const ends = [...new Set([...cuts, until])].sort((a, b) => a - b);
  const parts = ends.map((end, index) => ({ from: ends[index - 1] ?? from, until: end }));
  const credits = inCents(
    parts.map((part) => earnedBefore(byDays, part.from).minus(earnedBefore(byDays, part.until))),
  );
  return parts.map((part, index) => ({ ...part, cents: credits[index]! }));
}
