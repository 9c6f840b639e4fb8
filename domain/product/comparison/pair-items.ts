import { canonicalJson } from '../../ground/canonical-json.js';
import { align } from '../../rating/comparison/align.js';

/** The same item in both lists, by its positions. */
export interface PairedItem {
  inA: number;
  inB: number;
  /** It passed neighbors that are in both lists. */
  moved: boolean;
}

export interface PairedLists {
  /** In the order of A. */
  pairs: PairedItem[];
  /** Positions in A. */
  removed: number[];
  /** Positions in B. */
  added: number[];
}

/** Comparing each of so many items with each costs little. */
const mostCompared = 40;

/** Finds the items of A in B: by their identity, then those without a match by what `alike` says of them. */
export function pairItems<T>(
  a: readonly T[],
  b: readonly T[],
  { identity, alike }: { identity: (item: T) => string; alike: (a: T, b: T) => boolean },
): PairedLists {
  const places = new Map<string, number[]>();
  b.forEach((item, inB) => {
    const key = identity(item);
    const known = places.get(key);
    if (known) known.push(inB);
    else places.set(key, [inB]);
  });
  const found = new Map<number, number>();
  const keep = (place: number): void => {
    const twins = places.get(identity(a[place] as T));
    if (!twins?.includes(place)) return;
    twins.splice(twins.indexOf(place), 1);
    found.set(place, place);
  };
  // Of equal items, the one in the same place is the same: its changed twin has not moved.
  if (a.length === b.length) for (const place of a.keys()) keep(place);
  a.forEach((item, inA) => {
    if (found.has(inA)) return;
    const inB = places.get(identity(item))?.shift();
    if (inB !== undefined) found.set(inA, inB);
  });
  let added = [...places.values()].flat().sort((one, other) => one - other);
  const left = [...a.keys()].filter((inA) => !found.has(inA));
  if (left.length <= mostCompared && added.length <= mostCompared) {
    for (const inA of left) {
      const inB = added.find((place) => alike(a[inA] as T, b[place] as T));
      if (inB === undefined) continue;
      found.set(inA, inB);
      added = added.filter((place) => place !== inB);
    }
  }
  return {
    pairs: withMoves([...found].sort(([one], [other]) => one - other)),
    removed: [...a.keys()].filter((inA) => !found.has(inA)),
    added,
  };
}

/** Those outside the longest sequence that is in the same order in both lists have moved. */
function withMoves(found: readonly (readonly [number, number])[]): PairedItem[] {
  const inOrderOfB = found.toSorted(([, one], [, other]) => one - other);
  const stayed = new Set(
    align(found, inOrderOfB, ([inA]) => String(inA)).flatMap(({ a, b }) => (a && b ? [a[0]] : [])),
  );
  return found.map(([inA, inB]) => ({ inA, inB, moved: !stayed.has(inA) }));
}

/** Whether two values share at least half of their leaves. */
export function mostlyEqual(a: unknown, b: unknown): boolean {
  const [ofA, ofB] = [new Set(leaves(a)), new Set(leaves(b))];
  const shared = [...ofA].filter((leaf) => ofB.has(leaf)).length;
  return shared > 0 && shared * 2 >= ofA.size + ofB.size - shared;
}

function leaves(value: unknown, path = ''): string[] {
  if (value === null || typeof value !== 'object') return [`${path}:${canonicalJson(value)}`];
  return Object.entries(value).flatMap(([key, part]) =>
    leaves(part, Array.isArray(value) ? path : `${path}.${key}`),
  );
}

/** Whether two values could be versions of one: texts, lists, or maps with the same keys. */
export function sameShape(a: unknown, b: unknown): boolean {
  return shapeOf(a) === shapeOf(b);
}

function shapeOf(value: unknown): string {
  if (value === null || typeof value !== 'object') return 'leaf';
  return Array.isArray(value) ? 'list' : Object.keys(value).sort().join();
}
