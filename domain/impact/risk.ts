import type { CaseOutcome } from '../cases/case.js';
import type { RatedQuestion } from '../rerating/rerate.js';

/** A risk of a book: what it is rated on. */
export interface Risk extends RatedQuestion {
  id: string;
  /** Its stored premium on the first version, which takes the place of a rating; null if it was declined. */
  stored?: { premium: string | null } | undefined;
}

/** A risk on one version: its outcome, and in whole cents the premium of the term, and taxes and fees. */
export interface Priced {
  outcome: CaseOutcome;
  /** 0 without a quote, as are the charges. */
  premium: number;
  charges: number;
}

/** A risk on the first version and at each stage on the way to the second. Plain data, for threads. */
export interface RatedRisk {
  id: string;
  effectiveDate: string;
  term: string;
  before: Priced;
  /** On the first version, rated again where a stored premium takes its place. */
  rerated: Priced;
  /** With the changes of the first stages; the last is the second version. */
  stages: Priced[];
  /** With the change of one stage only; null if that does not work alone. */
  alone: (Priced | null)[];
  /** The values to split by, in the order of the keys; null if it has none. */
  values: (string | null)[];
  /** Why the second version does not quote it; reasons of one kind differ in an answer or an amount only. */
  reason: { kind: string; message: string } | null;
}

export function isQuoted({ outcome }: Priced): boolean {
  return outcome === 'QUOTED' || outcome === 'REFERRED' || outcome === 'ACCEPTANCE';
}

/** The second version's result. */
export function afterOf({ stages, before }: Pick<RatedRisk, 'before' | 'stages'>): Priced {
  return stages.at(-1) ?? before;
}
