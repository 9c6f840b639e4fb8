import { roundedSum, type Share } from './rounded-sum.js';

/** Premium of a term in units of its currency, earned evenly from one day until another one. Days are numbers. */
export interface EarnedLine {
  /** The day on which it was recorded. */
  knownOn: number;
  from: number;
  until: number;
  units: number;
}

/** From a day on, and known from a day on, so much more is earned. */
export interface EarnedChange {
  knownOn: number;
  day: number;
  units: number;
}

/**
 * By how much each line of a term changes what is earned by the end of each day: the running total of the term, rounded once,
 * with the line less without it. So the sums of the changes of all terms are the premium report to the cent, on any day, as
 * known on any day.
 * @param since only the changes known on this day or later; lines known earlier count as known.
 */
export function* earnedChanges(lines: readonly EarnedLine[], since: number): Generator<EarnedChange> {
  const known = lines.filter(({ knownOn }) => knownOn < since);
  const later = lines.filter(({ knownOn }) => knownOn >= since);
  for (const knownOn of [...new Set(later.map((line) => line.knownOn))].sort((a, b) => a - b)) {
    const added = later.filter((line) => line.knownOn === knownOn);
    const all = [...known, ...added];
    let before = 0;
    const until = Math.max(...added.map((line) => line.until));
    for (let end = Math.min(...added.map((line) => line.from)); end <= until; end += 1) {
      const gained = earnedBefore(all, end) - earnedBefore(known, end);
      if (gained !== before) yield { knownOn, day: end - 1, units: gained - before };
      before = gained;
    }
    known.push(...added);
  }
}

/** What lines have earned before a day begins: as `earnedShare` of the reports has it. */
function earnedBefore(lines: readonly EarnedLine[], end: number): number {
  let whole = 0;
  const shares: Share[] = [];
  for (const { from, until, units } of lines) {
    if (from > end) continue;
    if (until <= end) whole += units;
    else if (from < end) shares.push({ units: units * (end - from), parts: until - from });
  }
  return roundedSum(whole, shares);
}
