import {
  Decimal,
  isDate,
  parseBoolean,
  RatingProblem,
  toDecimal,
  toText,
  type Value,
} from '../../expression/index.js';
import {
  type Cell,
  dateCell,
  decimalCell,
  exactValues,
  type Interval,
  intervalCell,
  isWildcard,
  type TableKey,
} from './cells.js';

/**
 * One indexed key column: every distinct cell (or, for ranges, every stretch between two range ends) is a
 * slot. `slotOf` finds the slot of a looked-up value; `slotsOf` the slots that a row's cell covers.
 */
export interface KeyIndex {
  slots: number;
  /** -1 if only wildcards cover the value. Throws a type mismatch. */
  slotOf(value: Value): number;
  /** Null if the cell is not of the column's type. */
  slotsOf(cell: Cell): number[] | null;
}

/** Indexes a key column over the cells of all rows. */
export function indexKey(key: TableKey, cells: readonly Cell[]): KeyIndex {
  if (key.match === 'dateRange' || (key.match === 'range' && key.type === 'date')) {
    return indexRanges(cells, key, dateCell, compareText, (value) => dateOf(value, key));
  }
  if (key.match === 'range') {
    return indexRanges(cells, key, decimalCell, bySize, (value) => decimalOf(value, key));
  }
  if (key.type === 'number') return indexNumbers(cells, key);
  return indexTexts(cells, key);
}

function indexTexts(cells: readonly Cell[], key: TableKey): KeyIndex {
  const slots = new Map<string, number>();
  const textOf = key.type === 'boolean' ? booleanText : key.type === 'date' ? dateCell : plainText;
  for (const value of cells.flatMap(exactValues)) {
    const text = value === null ? null : textOf(value);
    if (text !== null && !slots.has(text)) slots.set(text, slots.size);
  }
  const sought = soughtText(key);
  return {
    slots: slots.size,
    slotOf: (value) => slots.get(sought(value)) ?? -1,
    slotsOf: (cell) =>
      isWildcard(cell)
        ? [...slots.values(), slots.size]
        : slotsOfValues(cell, (value) => slots.get(textOf(value) ?? '')),
  };
}

/** The slots of an exact cell's values; null if one of them has none. */
function slotsOfValues(cell: Cell, slotOf: (value: Cell) => number | undefined): number[] | null {
  const slots = new Set<number>();
  for (const value of exactValues(cell)) {
    const slot = value === null ? undefined : slotOf(value);
    if (slot === undefined) return null;
    slots.add(slot);
  }
  return [...slots];
}

function indexNumbers(cells: readonly Cell[], key: TableKey): KeyIndex {
  const numbers = distinct(
    cells.flatMap(exactValues).map((value) => (value === null ? null : decimalCell(value))),
    bySize,
  );
  const byText = new Map(numbers.map((number, slot) => [number.toFixed(), slot]));
  const find = (sought: Decimal) => {
    const place = upperBound(numbers, sought, bySize) - 1;
    const found = numbers[place];
    return found?.equals(sought) ? place : -1;
  };
  return {
    slots: numbers.length,
    // Choices are usually answered in the notation of the table, which saves parsing the number.
    slotOf: (value) =>
      (typeof value === 'string' ? byText.get(value) : undefined) ?? find(decimalOf(value, key)),
    slotsOf: (cell) =>
      isWildcard(cell)
        ? [...numbers.keys(), numbers.length]
        : slotsOfValues(cell, (value) => {
            const number = decimalCell(value);
            return number === null ? undefined : find(number);
          }),
  };
}

function indexRanges<T>(
  cells: readonly Cell[],
  { from, to }: TableKey,
  read: (end: Cell | null) => T | null,
  compare: (a: T, b: T) => number,
  soughtOf: (value: Value) => T,
): KeyIndex {
  const intervalOf = (cell: Cell) => intervalCell(cell, read);
  if (from !== 'excluded' && to !== 'included') return indexIntervals(cells, intervalOf, compare, soughtOf);
  return indexIntervals<End<T>>(
    cells,
    (cell) => withEnds(intervalOf(cell), from === 'excluded', to === 'included'),
    (a, b) => compare(a.at, b.at) || Number(a.above) - Number(b.above),
    (value) => ({ at: soughtOf(value), above: false }),
  );
}

/** The end of a range: at a value, or just above it. */
interface End<T> {
  at: T;
  above: boolean;
}

/** A range that includes its upper end, or excludes its lower one, as one from an end to another. */
function withEnds<T>(interval: Interval<T> | null, over: boolean, upTo: boolean): Interval<End<T>> | null {
  if (interval === null) return null;
  const { from, to } = interval;
  return {
    from: from === null ? null : { at: from, above: over },
    to: to === null ? null : { at: to, above: upTo },
  };
}

function indexIntervals<T>(
  cells: readonly Cell[],
  intervalOf: (cell: Cell) => Interval<T> | null,
  compare: (a: T, b: T) => number,
  soughtOf: (value: Value) => T,
): KeyIndex {
  const intervals = cells.map(intervalOf);
  const ends = distinct(
    intervals.flatMap((interval) => [interval?.from ?? null, interval?.to ?? null]),
    compare,
  );
  // Slot n lies between end n - 1 and end n.
  const slotFrom = ({ from }: Interval<T>) => (from === null ? 0 : upperBound(ends, from, compare));
  const slotTo = ({ to }: Interval<T>) => (to === null ? ends.length : upperBound(ends, to, compare) - 1);
  return {
    slots: ends.length + 1,
    slotOf: (value) => upperBound(ends, soughtOf(value), compare),
    slotsOf: (cell) => {
      const interval = intervalOf(cell);
      if (!interval) return null;
      const [first, last] = [slotFrom(interval), slotTo(interval)];
      return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
    },
  };
}

/** The number of ascending `items` that are at most `sought`. */
function upperBound<T>(items: readonly T[], sought: T, compare: (a: T, b: T) => number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(items[middle] as T, sought) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function bySize(a: Decimal, b: Decimal): number {
  return a.comparedTo(b);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function distinct<T>(items: readonly (T | null)[], compare: (a: T, b: T) => number): T[] {
  const sorted = items.filter((item) => item !== null).sort(compare);
  return sorted.filter((item, index) => index === 0 || compare(sorted[index - 1] as T, item) !== 0);
}

/** The looked-up value as a number; throws a type mismatch if it is not one. */
export function decimalOf(value: Value, key: TableKey): Decimal {
  return toDecimal(value) ?? mismatch(value, key, 'a number');
}

function dateOf(value: Value, key: TableKey): string {
  return typeof value === 'string' && isDate(value) ? value : mismatch(value, key, 'a date');
}

/** The text by which a looked-up value is found in an exact key column; it throws a type mismatch. */
export function soughtText(key: TableKey): (value: Value) => string {
  if (key.type === 'number') return (value) => decimalOf(value, key).toFixed();
  if (key.type === 'date') return (value) => dateOf(value, key);
  if (key.type === 'boolean') {
    return (value) =>
      booleanText(typeof value === 'object' ? '' : value) ?? mismatch(value, key, 'true or false');
  }
  return (value) => (Array.isArray(value) ? mismatch(value, key, 'a single text') : toText(value));
}

function booleanText(cell: Cell): string | null {
  const value = typeof cell === 'string' ? parseBoolean(cell) : cell;
  return typeof value === 'boolean' ? String(value) : null;
}

function plainText(cell: Cell): string | null {
  if (Array.isArray(cell)) return null;
  return typeof cell === 'number' ? Decimal.of(cell).toFixed() : String(cell);
}

function mismatch(value: Value, key: TableKey, wanted: string): never {
  throw new RatingProblem('TYPE_MISMATCH', `"${toText(value)}" is not ${wanted}, as key "${key.name}" needs`);
}
