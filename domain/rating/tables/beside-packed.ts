import { type Cell, exactValues, isWildcard } from './cells.js';
import type { PackedIndex } from './compile-packed.js';
import type { RatingTable } from './table.js';

/**
 * Whether two of the rows beside packed ones are found by one lookup: not if packed rows have all keys that both of them match,
 * for these win over rows with `otherwise`, and are told to overlap with others.
 */
export function meetsBesidePacked({ keys, rows }: RatingTable, { rowFor }: PackedIndex) {
  return (one: number, other: number): boolean => {
    const shared = keys.map((_, place) => sharedValues(rows[one]?.[place] ?? '', rows[other]?.[place] ?? ''));
    if (shared.some((values) => values === null)) return true;
    const isFree = (sought: readonly string[]): boolean => {
      const values = shared[sought.length];
      return values ? values.some((value) => isFree([...sought, value])) : rowFor(sought) === -1;
    };
    return isFree([]);
  };
}

/** The values that both cells match; null if these are all. */
function sharedValues(one: Cell, other: Cell): string[] | null {
  if (isWildcard(one)) return isWildcard(other) ? null : textsOf(other);
  if (isWildcard(other)) return textsOf(one);
  const others = new Set(textsOf(other));
  return textsOf(one).filter((text) => others.has(text));
}

function textsOf(cell: Cell): string[] {
  return exactValues(cell).map(String);
}
