import { createHash } from 'node:crypto';

/** The kinds of records in a book. */
export const idKinds = {
  policy: 1,
  client: 2,
  quote: 3,
  statement: 4,
  payment: 5,
  entry: 6,
  policyEvent: 7,
  event: 8,
  agency: 9,
  producer: 10,
  pipeline: 11,
} as const;

export type IdKind = (typeof idKinds)[keyof typeof idKinds];

const seeds = new Map<string, string>();

/**
 * The id of one of the book's records, derived from the seed, so that the same book has the same ids. It
 * begins with the index, so that rows loaded together are close together in every index.
 */
export function idOf(seed: string, kind: IdKind, index: number, ordinal = 0): string {
  return `${index.toString(16).padStart(8, '0')}${idTail(seed, kind, ordinal)}`;
}

/** The part of an id after the index. */
export function idTail(seed: string, kind: IdKind, ordinal = 0): string {
  let hash = seeds.get(seed);
  if (hash === undefined) {
    hash = createHash('sha256').update(`demo book ${seed}`).digest('hex');
    seeds.set(seed, hash);
  }
  const of = kind.toString(16).padStart(2, '0') + ordinal.toString(16).padStart(2, '0');
  return `-${of}-8${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}
