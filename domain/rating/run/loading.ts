import { Decimal } from '../../expression/index.js';
import type { LineForm } from './line-form.js';
import type { RatingRun } from './run.js';

/** An underwriter's loading as a rating applied it. */
export interface RatedLoading {
  /** Of the premium, decimal text; below zero for a credit. */
  percent: string;
  /** Its part of the term's premium as rated, before minimums of the term; decimal text. */
  amount: string;
}

const form: LineForm<'multiply'> = { op: 'multiply', inputs: ['by'] };

/**
 * The amount with the rating's loading, in a line of its own. It comes after the product's steps and before the term factor
 * and what is least for a term; as the rest of the premium, it is then allotted to the coverages.
 */
export function withLoading(run: RatingRun, amount: Decimal): Decimal {
  if (run.loading === undefined) return amount;
  const by = Decimal.of(run.loading).times('0.01').plus(1);
  const loaded = amount.times(by);
  run.step = 'Underwriting loading';
  if (run.sheet) run.record(form, [by], loaded, amount);
  return loaded;
}

/** The loading of a rating for its quote; undefined if it has none. */
export function ratedLoading(
  run: RatingRun,
  { before, after, digits }: { before: Decimal; after: Decimal; digits: number },
): RatedLoading | undefined {
  if (run.loading === undefined) return undefined;
  return { percent: run.loading, amount: after.minus(before).round(digits, 'HALF_UP').toFixed(digits) };
}
