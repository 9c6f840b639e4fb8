import { canonicalJson } from '../ground/canonical-json.js';
import { align } from '../rating/comparison/align.js';

/** How two versions of a value are compared: as one part, or part by part. */
export type Shape =
  | { kind: 'whole' }
  /** No part: the value of the first version stays, or that of the second if the first has none. */
  | { kind: 'kept' }
  | { kind: 'fields'; fields: { readonly [field: string]: Field }; others: Shape }
  /** @param eitherStays an entry of one version only is no part, and is in every blend. */
  | { kind: 'map'; of: Shape; titleOf(key: string): string; eitherStays?: true }
  | { kind: 'list'; of: Shape; keyOf(item: Item): string; titleOf(key: string, item: Item): string };

interface Field {
  shape: Shape;
  /** In the part's title; empty if the parts below it say enough. */
  title: string;
}

export type Item = Readonly<Record<string, unknown>>;

/** A part that differs between the two versions. */
export interface ChangedPart {
  /** Identifies it among the parts of the two versions. */
  key: string;
  /** `coverage PREMISES, step "Base rate"`. */
  title: string;
}

export interface Blend<T> {
  value: T;
  /** The changed parts in the order of the value, with their places in the blend. */
  parts: (ChangedPart & { path: readonly (string | number)[] })[];
}

/** Version `a` of a value, with the parts of version `b` that are `taken`. */
export function blend<T>(shape: Shape, a: T, b: T, taken: (key: string) => boolean): Blend<T> {
  const parts: Blend<T>['parts'] = [];
  const place = { keys: [], titles: [], path: [] };
  return { value: blended(shape, a, b, place, { taken, parts }) as T, parts };
}

interface Place {
  keys: readonly string[];
  titles: readonly string[];
  path: readonly (string | number)[];
}

interface Work {
  taken(key: string): boolean;
  parts: Blend<unknown>['parts'];
}

function blended(shape: Shape, a: unknown, b: unknown, place: Place, work: Work): unknown {
  if (shape.kind === 'kept') return a === undefined ? b : a;
  if (a === b || canonicalJson(a ?? null) === canonicalJson(b ?? null)) return a;
  if (shape.kind === 'list' && Array.isArray(a) && Array.isArray(b)) return list(shape, a, b, place, work);
  if (shape.kind === 'fields' && isItem(a) && isItem(b)) return fields(shape, a, b, place, work);
  if (shape.kind === 'map' && isItem(a) && isItem(b)) return map(shape, a, b, place, work);
  return part(a, b, place, work);
}

/** A value that is one part as a whole. */
function part(a: unknown, b: unknown, { keys, titles, path }: Place, { taken, parts }: Work): unknown {
  const key = keys.join('\n');
  const known = parts.some((other) => other.key === key);
  if (!known) parts.push({ key, title: titles.filter((title) => title !== '').join(', '), path });
  return taken(key) ? b : a;
}

function fields(
  shape: Shape & { kind: 'fields' },
  a: Item,
  b: Item,
  place: Place,
  work: Work,
): Record<string, unknown> {
  const names = new Set([...Object.keys(shape.fields), ...Object.keys(a), ...Object.keys(b)]);
  return members(names, a, b, (name) => {
    const field = shape.fields[name];
    return blended(
      field?.shape ?? shape.others,
      a[name],
      b[name],
      below(place, name, field?.title ?? name),
      work,
    );
  });
}

function map(
  { of, titleOf, eitherStays }: Shape & { kind: 'map' },
  a: Item,
  b: Item,
  place: Place,
  work: Work,
): Record<string, unknown> {
  return members(new Set([...Object.keys(a), ...Object.keys(b)]), a, b, (name) => {
    if (eitherStays && !(Object.hasOwn(a, name) && Object.hasOwn(b, name))) return a[name] ?? b[name];
    return blended(of, a[name], b[name], below(place, name, titleOf(name)), work);
  });
}

function members(
  names: ReadonlySet<string>,
  a: Item,
  b: Item,
  memberOf: (name: string) => unknown,
): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const name of names) {
    if (!Object.hasOwn(a, name) && !Object.hasOwn(b, name)) continue;
    const value = memberOf(name);
    if (value !== undefined) found[name] = value;
  }
  return found;
}

/** Items in an order that both versions agree with. A moved item is removed and added as one part. */
function list(
  { of, keyOf, titleOf }: Shape & { kind: 'list' },
  a: readonly Item[],
  b: readonly Item[],
  place: Place,
  work: Work,
): unknown[] {
  const found: unknown[] = [];
  for (const pair of align(a, b, keyOf)) {
    const item = pair.a ?? pair.b;
    const key = keyOf(item);
    const at = below(place, key, titleOf(key, item), found.length);
    const inner = pair.a === null || pair.b === null ? { kind: 'whole' as const } : of;
    const value = blended(inner, pair.a ?? undefined, pair.b ?? undefined, at, work);
    if (value !== undefined) found.push(value);
  }
  return found;
}

function below({ keys, titles, path }: Place, key: string, title: string, index?: number): Place {
  return { keys: [...keys, key], titles: [...titles, title], path: [...path, index ?? key] };
}

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
