import { isOperation } from '../../expression/index.js';
import { canonicalJson } from '../../ground/canonical-json.js';
import { isObject } from '../../ground/json.js';
import type { Change, Path } from './change.js';
import { type ItemKind, identityOf, itemKind, nameOf } from './listed-items.js';
import { mostlyEqual, pairItems, sameShape } from './pair-items.js';
import { subjectOf } from './subjects.js';

/** A place in both definitions. */
export interface Spot {
  inA: Path;
  inB: Path;
  /** Its names, for people. */
  place: readonly string[];
}

/** Collects the differences between two definitions, part by part. */
export interface Comparison {
  changes: Change[];
  /** Items that one of the lists of their kind does not have: another list may. */
  strays: Stray[];
}

interface Stray {
  kind: ItemKind;
  item: unknown;
  side: 'A' | 'B';
  path: Path;
  place: readonly string[];
}

/** Parts of the structure that say nothing to people; the subject has the name of a plan. */
const unnamed = new Set(['product', 'display', 'ratingPlans', 'events', 'configurations', 'layout', 'loop']);

/** Compares two values at a place. Maps are compared by key, lists item by item, expressions as a whole. */
export function compareValues(a: unknown, b: unknown, spot: Spot, into: Comparison): void {
  if (canonicalJson(a ?? null) === canonicalJson(b ?? null) && (a === undefined) === (b === undefined))
    return;
  if (isObject(a) && isObject(b) && !isOperation(a) && !isOperation(b)) compareMaps(a, b, spot, into);
  else if (Array.isArray(a) && Array.isArray(b)) compareLists(a, b, spot, into);
  else if (a === undefined) add(into, 'ADDED', spot, { after: b });
  else if (b === undefined) add(into, 'REMOVED', spot, { before: a });
  else add(into, 'CHANGED', spot, { before: a, after: b });
}

function compareMaps(
  a: Record<string, unknown>,
  b: Record<string, unknown>,
  spot: Spot,
  into: Comparison,
): void {
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const [inA, inB] = [
      [...spot.inA, key],
      [...spot.inB, key],
    ];
    const isNamed = a[key] === undefined || b[key] === undefined || isNamedPart(inB, Array.isArray(b[key]));
    compareValues(a[key], b[key], { inA, inB, place: isNamed ? [...spot.place, key] : spot.place }, into);
  }
}

/** Whether people need the name of a part that both definitions have. The items of a list tell which list it is. */
function isNamedPart(path: Path, isList: boolean): boolean {
  const key = String(path.at(-1));
  const inSubject =
    (path.length === 1 && key === 'policy') || (path.length === 2 && path[0] === 'ratingPlans');
  if (inSubject || unnamed.has(key)) return false;
  if (path.at(-2) === 'events') return true;
  return !isList || /^(then|else|derive)$/.test(key);
}

function compareLists(a: readonly unknown[], b: readonly unknown[], spot: Spot, into: Comparison): void {
  const kind = itemKind(spot.inB);
  const known = kind && [...a, ...b].every((item) => identityOf(item, kind) !== undefined);
  const isScalar = (item: unknown) => item === null || typeof item !== 'object';
  const byPosition = !known && a.length === b.length && [...a, ...b].every(isScalar);
  const at = (inA: number, inB: number, item: unknown): Spot => ({
    inA: [...spot.inA, inA],
    inB: [...spot.inB, inB],
    place: [...spot.place, known ? nameOf(item, kind) : `${String(spot.inB.at(-1))} ${inB + 1}`],
  });
  const { pairs, removed, added } = byPosition
    ? { pairs: a.map((_, index) => ({ inA: index, inB: index, moved: false })), removed: [], added: [] }
    : pairItems(a, b, {
        identity: known ? (item) => identityOf(item, kind) ?? '' : canonicalJson,
        alike: known ? mostlyEqual : sameShape,
      });
  for (const { inA, inB, moved } of pairs) {
    const item = at(inA, inB, a[inA]);
    // A question is known by its id; its section matters only where it comes or goes.
    const here = kind?.isKnownAlone ? { ...item, place: item.place.slice(-1) } : item;
    if (moved) add(into, 'MOVED', here, { before: a[inA], after: b[inB] });
    compareValues(a[inA], b[inB], here, into);
  }
  for (const index of removed)
    only('A', a[index], at(index, index, a[index]), known ? kind : undefined, into);
  for (const index of added) only('B', b[index], at(index, index, b[index]), known ? kind : undefined, into);
}

/** An item that only one of the two lists has. */
function only(
  side: 'A' | 'B',
  item: unknown,
  spot: Spot,
  kind: ItemKind | undefined,
  into: Comparison,
): void {
  const path = side === 'A' ? spot.inA : spot.inB;
  if (kind?.moves) {
    into.strays.push({ kind, item, side, path, place: spot.place });
    return;
  }
  const outside = kind?.opens ? emptied(item, path) : item;
  const fields = side === 'A' ? { before: outside } : { after: outside };
  add(into, side === 'A' ? 'REMOVED' : 'ADDED', { ...spot, inA: path, inB: path }, fields);
  if (!kind?.opens) return;
  const [a, b] = side === 'A' ? [item, outside] : [outside, item];
  compareValues(a, b, { ...spot, inA: path, inB: path }, into);
}

/** The item without those within it that may come from elsewhere, or go there. */
function emptied(value: unknown, path: Path): unknown {
  if (Array.isArray(value)) {
    const kind = itemKind(path);
    if (kind?.moves || kind?.opens) return [];
  }
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, emptied(part, [...path, key])]))
    : value;
}

/** Questions and actions that are in another list than before: they have moved, and may have changed. */
export function compareStrays(into: Comparison): void {
  while (into.strays.length > 0) {
    const strays = into.strays.splice(0);
    const found = new Set<Stray>();
    for (const before of strays.filter(({ side }) => side === 'A')) {
      const after = strays.find(
        (stray) =>
          stray.side === 'B' &&
          !found.has(stray) &&
          stray.kind === before.kind &&
          identityOf(stray.item, stray.kind) === identityOf(before.item, before.kind),
      );
      if (!after) continue;
      found.add(before).add(after);
      const spot = { inA: before.path, inB: after.path, place: after.place };
      add(into, 'MOVED', spot, { before: before.item, after: after.item });
      compareValues(before.item, after.item, spot, into);
    }
    for (const { side, item, path, place } of strays.filter((stray) => !found.has(stray))) {
      const spot = { inA: path, inB: path, place };
      if (side === 'A') add(into, 'REMOVED', spot, { before: item });
      else add(into, 'ADDED', spot, { after: item });
    }
  }
}

export function add(
  { changes }: Comparison,
  kind: Change['kind'],
  { inA, inB, place }: Spot,
  values: Pick<Change, 'before' | 'after'>,
): void {
  const path = kind === 'REMOVED' ? inA : inB;
  const elsewhere = kind !== 'REMOVED' && kind !== 'ADDED' && inA.join('\n') !== inB.join('\n');
  changes.push({
    subject: subjectOf(path),
    kind,
    place,
    path,
    ...(elsewhere && { pathBefore: inA }),
    ...values,
  });
}
