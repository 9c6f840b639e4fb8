import type { Logic } from '../../expression/normalize.js';
import { type DateBound, readDateBound } from '../../questions/bounds.js';
import type { Knowledge } from './knowledge.js';
import { anyNumber, numbers, type Possible } from './possible.js';
import { everyNumber } from './range.js';

/** The units of a bound that give whole results of an operator, with their number in one. */
const units: ReadonlyMap<string, Partial<Record<DateBound['by']['unit'], number>>> = new Map([
  ['yearsBetween', { year: 1 }],
  ['monthsBetween', { year: 12, month: 1 }],
  ['daysBetween', { day: 1 }],
]);

export function isTimeBetween(operator: string): boolean {
  return units.has(operator);
}

/**
 * The time between an answer and a date on which its bounds depend: where a date of birth is
 * `effectiveDate - 16 years` at most, the years from it to the effective date are 16 at least.
 */
export function timeBetween(
  operator: string,
  [from = null, to = null]: readonly Logic[],
  parts: readonly Possible[],
  { types }: Knowledge,
): Possible {
  const optional = parts.some((part) => part.optional);
  const [qid, base] = [nameIn(from, 'answer'), nameIn(to, 'value')];
  const { min, max } = types.get(qid ?? '')?.definition ?? {};
  const timeTo = (bound: string | number | undefined): number | undefined => {
    const date = typeof bound === 'string' ? readDateBound(bound) : null;
    if (!date || date.base !== base) return undefined;
    const { count, unit } = date.by;
    const inOne = units.get(operator)?.[unit];
    // The date itself is no time away, in whichever unit.
    return count === 0 ? 0 : inOne === undefined ? undefined : -count * inOne;
  };
  const [least, most] = [timeTo(max), timeTo(min)];
  if (base === undefined || (least === undefined && most === undefined))
    return { ...anyNumber, optional, whole: true };
  const range = { from: least ?? everyNumber.from, to: most ?? everyNumber.to };
  return numbers(range, { optional, direct: true, whole: true });
}

function nameIn(logic: Logic, operator: 'answer' | 'value'): string | undefined {
  if (logic === null || typeof logic !== 'object' || Array.isArray(logic)) return undefined;
  const name = logic[operator]?.[0];
  return typeof name === 'string' ? name : undefined;
}
