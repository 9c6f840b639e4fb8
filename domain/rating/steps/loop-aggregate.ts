import type { Decimal } from '../../expression/index.js';
import { zero } from '../../money/total.js';

/** How one amount is taken from a loop's iterations. */
export interface Aggregate {
  /** The input of a line that holds the amount, and the formula's function. */
  word: 'sum' | 'max' | 'min' | 'average';
  /** What it takes from the results for all iterations. */
  taken: string;
  /** Combines two iterations, in any order. */
  combine(a: Decimal, b: Decimal): Decimal;
  /** The result for all iterations combined. Null if there is none. */
  finish(combined: Decimal | null, count: number): Decimal | null;
}

const asCombined = (combined: Decimal | null) => combined;

/** The steps that take an amount from iterations, by `op`. */
export const aggregates = {
  sumOverLoop: {
    word: 'sum',
    taken: 'the sum',
    combine: (a, b) => a.plus(b),
    finish: (combined) => combined ?? zero,
  },
  maxOverLoop: {
    word: 'max',
    taken: 'the highest',
    combine: (a, b) => (a.lessThan(b) ? b : a),
    finish: asCombined,
  },
  minOverLoop: {
    word: 'min',
    taken: 'the lowest',
    combine: (a, b) => (a.greaterThan(b) ? b : a),
    finish: asCombined,
  },
  averageOverLoop: {
    word: 'average',
    taken: 'the average',
    combine: (a, b) => a.plus(b),
    finish: (combined, count) => (combined === null ? null : combined.dividedBy(count)),
  },
} as const satisfies Record<string, Aggregate>;

export type AggregateOp = keyof typeof aggregates;
