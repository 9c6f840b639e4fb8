import { Decimal, RatingProblem, type Value } from '../../expression/index.js';
import { type Possible, written, writtenNumber } from './possible.js';
import { intersection, type Range } from './range.js';
import type { StretchEnd, UsedColumn } from './table-usage.js';

/** A slot of a key column that a lookup can look into. */
export interface SoughtSlot {
  slot: number;
  /** What is looked up there, in words: `"NY"`, `from 3 to 5`. */
  what: string;
  /** It is sure to be looked up by some answer: not an estimate, nor beyond bounds that nobody stated. */
  certain: boolean;
}

/** Whole numbers are tried one by one against exact cells, up to this many. */
const mostWholeNumbers = 500;

/** The slots that a key can be looked up in; null where that cannot be told. */
export function soughtSlots(column: UsedColumn, possible: Possible): SoughtSlot[] | null {
  const { list, range, direct, type } = possible;
  if (type === 'list') return null;
  if (list) return list.flatMap((value) => slotOf(column, value, direct));
  // A computed number need not come near the ends of what it is estimated at.
  if (!range || !direct) return null;
  if (column.ends) {
    // Excluded ends need not leave room for fractions; an end that is not whole is a slip there.
    const whole = possible.whole === true && column.key.to === 'included';
    return stretches(column.ends, range, whole);
  }
  const [from, to] = [Math.ceil(range.from), Math.floor(range.to)];
  if (column.key.type !== 'number' || to - from >= mostWholeNumbers) return null;
  const whole = Array.from({ length: to - from + 1 }, (_, index) => Decimal.of(from + index));
  return whole.flatMap((value) => slotOf(column, value, possible.whole === true));
}

function slotOf({ index }: UsedColumn, value: Value, certain: boolean): SoughtSlot[] {
  try {
    const slot = index.slotOf(value);
    return [{ slot: slot === -1 ? index.slots : slot, what: written(value), certain }];
  } catch (error) {
    // Of another type than the key, which is told apart from rows.
    if (error instanceof RatingProblem) return [];
    throw error;
  }
}

/** The stretches between the ends of ranges that numbers from one to another lie in. */
function stretches(
  ends: readonly StretchEnd[],
  range: NonNullable<Possible['range']>,
  whole: boolean,
): SoughtSlot[] {
  return Array.from({ length: ends.length + 1 }, (_, slot): SoughtSlot[] => {
    const stretch = stretchBetween(ends[slot - 1], ends[slot]);
    const part = intersection(stretch, range);
    if (!part || (whole && !hasWhole(part))) return [];
    const certain = Number.isFinite(part.from) && Number.isFinite(part.to);
    return [{ slot, what: stretchText(part.from, part.to), certain }];
  }).flat();
}

function stretchBetween(below: StretchEnd | undefined, above: StretchEnd | undefined): Range {
  return {
    from: below?.at ?? Number.NEGATIVE_INFINITY,
    to: above?.at ?? Number.POSITIVE_INFINITY,
    fromOpen: below?.above ?? false,
    toOpen: above ? !above.above : false,
  };
}

function hasWhole({ from, to, fromOpen, toOpen }: Range): boolean {
  const first = fromOpen ? Math.floor(from) + 1 : Math.ceil(from);
  return first <= (toOpen ? Math.ceil(to) - 1 : Math.floor(to));
}

function stretchText(low: number, high: number): string {
  if (low === high) return writtenNumber(low);
  if (!Number.isFinite(high)) return Number.isFinite(low) ? `from ${writtenNumber(low)} on` : 'any number';
  return Number.isFinite(low)
    ? `from ${writtenNumber(low)} to ${writtenNumber(high)}`
    : `below ${writtenNumber(high)}`;
}
