/** Two matching items, or one without a match. */
export type Pair<T> = { a: T; b: T } | { a: T; b: null } | { a: null; b: T };

/**
 * Pairs two lists by key, in an order that both agree with. Repeated keys are counted. An item that moved
 * past its neighbors is not paired. O(n log n).
 */
export function align<T>(a: readonly T[], b: readonly T[], keyOf: (item: T) => string): Pair<T>[] {
  const places = new Map(counted(b, keyOf).map((key, place) => [key, place]));
  const candidates = counted(a, keyOf).flatMap((key, place) => {
    const other = places.get(key);
    return other === undefined ? [] : [{ inA: place, inB: other }];
  });
  const pairs: Pair<T>[] = [];
  let nextA = 0;
  let nextB = 0;
  for (const { inA, inB } of [...rising(candidates), { inA: a.length, inB: b.length }]) {
    for (const item of a.slice(nextA, inA)) pairs.push({ a: item, b: null });
    for (const item of b.slice(nextB, inB)) pairs.push({ a: null, b: item });
    const both = { a: a[inA], b: b[inB] };
    if (both.a !== undefined && both.b !== undefined) pairs.push({ a: both.a, b: both.b });
    nextA = inA + 1;
    nextB = inB + 1;
  }
  return pairs;
}

function counted<T>(list: readonly T[], keyOf: (item: T) => string): string[] {
  const seen = new Map<string, number>();
  return list.map((item) => {
    const key = keyOf(item);
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    return `${count}\n${key}`;
  });
}

interface Candidate {
  inA: number;
  inB: number;
}

/** The longest sequence whose positions rise in both lists; `candidates` rise in A already. */
function rising(candidates: readonly Candidate[]): Candidate[] {
  /** The candidate that ends the best chain of each length, and the predecessor of each candidate. */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  const placeOf = (index: number | undefined) => candidates[index ?? -1]?.inB ?? -1;
  candidates.forEach(({ inB }, index) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (placeOf(ends[middle]) < inB) low = middle + 1;
      else high = middle;
    }
    before[index] = ends[low - 1];
    ends[low] = index;
  });
  const chain: Candidate[] = [];
  for (let index = ends.at(-1); index !== undefined; index = before[index]) {
    const candidate = candidates[index];
    if (candidate) chain.push(candidate);
  }
  return chain.reverse();
}
