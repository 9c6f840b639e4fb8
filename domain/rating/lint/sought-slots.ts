import { Decimal, RatingProblem, type Value } from '../../expression/index.js';
import { keyType } from '../tables/canonical-table.js';
import { type Cell, exactValues } from '../tables/cells.js';
import { dateOf } from './days.js';
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
  if (possible.days && column.ends && keyType(column.key) === 'date')
    return dates(column, column.ends, possible.days);
  // A computed number need not come near the ends of what it is estimated at.
  if (!range || !direct) return null;
  if (column.ends) {
    // Excluded ends need not leave room for fractions; an end that is not whole is a slip there.
    const whole = possible.whole === true && column.key.to === 'included';
    return stretches(column.ends, range, whole).map(({ slot, from, to }) => ({
      slot,
      what: stretchText(from, to, writtenNumber),
      certain: Number.isFinite(from) && Number.isFinite(to),
    }));
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

/** What each slot of a key column holds, in words. */
export function slotTexts(
  { key, index, ends }: UsedColumn,
  cells: readonly Cell[],
): (slot: number) => string {
  if (ends) {
    return (slot) => {
      const { from, to } = stretchBetween(ends[slot - 1], ends[slot]);
      return stretchText(from, to, keyType(key) === 'date' ? dateOf : writtenNumber);
    };
  }
  let known: Map<number, string> | undefined;
  return (slot) => {
    known ??= new Map(
      cells.flatMap(exactValues).flatMap((value) => {
        const slots = value === null ? null : index.slotsOf(value);
        return (slots ?? []).map((each) => [each, JSON.stringify(value)] as const);
      }),
    );
    return known.get(slot) ?? 'of no other row';
  };
}

/** Nobody states the first and the last date of a policy, so that dates beyond all rows are left out. */
function dates({ covered }: UsedColumn, ends: readonly StretchEnd[], range: Range): SoughtSlot[] {
  return stretches(ends, range, true).flatMap(({ slot, from, to }) => {
    const isOpen = !Number.isFinite(from) || !Number.isFinite(to);
    if (isOpen && !covered[slot]) return [];
    return [{ slot, what: stretchText(from, to, dateOf), certain: false }];
  });
}

/** The stretches between the ends of ranges that numbers from one to another lie in, and the part that they fill. */
function stretches(
  ends: readonly StretchEnd[],
  range: Range,
  whole: boolean,
): { slot: number; from: number; to: number }[] {
  return Array.from({ length: ends.length + 1 }, (_, slot) => {
    const part = intersection(stretchBetween(ends[slot - 1], ends[slot]), range);
    return !part || (whole && !hasWhole(part)) ? [] : [{ slot, from: part.from, to: part.to }];
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

function stretchText(low: number, high: number, text: (end: number) => string): string {
  if (low === high) return text(low);
  if (!Number.isFinite(high)) return Number.isFinite(low) ? `from ${text(low)} on` : 'any number';
  return Number.isFinite(low) ? `from ${text(low)} to ${text(high)}` : `below ${text(high)}`;
}
