import type { Decimal } from '../expression/index.js';
import { zero } from '../money/total.js';

/** Quotes of one change, or of several, with the sums of their premiums. */
export interface Bucket {
  quotes: number;
  baseline: Decimal;
  candidate: Decimal;
}

/** Quotes whose premium changes between `from` and `to` per cent. Both are 0 for unchanged premiums. */
export interface ImpactBin extends Bucket {
  /** Included; null: open. Unchanged premiums are only in their own bin. */
  from: number | null;
  /** Excluded; null: open. */
  to: number | null;
}

/** Buckets by change in tenths of a per cent, in ascending order. */
export type Buckets = readonly (readonly [tenths: number, Bucket])[];

const shares = [5, 25, 50, 75, 95];
/** Widths of a bin in per cent; the first that gives at most `mostBins` bins is used. */
const widths = [0.5, 1, 2.5, 5, 10, 25];
const widest = 50;
const mostBins = 20;

/** The change in per cent that the given share of quotes does not exceed. */
export function percentilesOf(buckets: Buckets): { share: number; percent: number }[] {
  if (buckets.length === 0) return [];
  return shares.map((share) => ({ share, percent: tenthsAt(buckets, share) / 10 }));
}

/**
 * Bins of one width without gaps, with one for unchanged premiums. The width depends on the middle 98 per
 * cent of the changed quotes; those farther out are in the open bins at the ends.
 */
export function binsOf(buckets: Buckets): ImpactBin[] {
  if (buckets.length === 0) return [];
  const changed = buckets.filter(([tenths]) => tenths !== 0);
  // Starts at zero, so that the bins on both sides of it meet there.
  const low = Math.min(0, tenthsAt(changed, 1));
  const high = Math.max(-1, changed.length > 0 ? tenthsAt(changed, 99) : -1);
  const inWidth = (tenths: number, width: number) => Math.floor(tenths / (width * 10));
  const width = widths.find((each) => inWidth(high, each) - inWidth(low, each) < mostBins) ?? widest;
  const [first, last] = [inWidth(low, width), inWidth(high, width)];
  const within = (from: number | null, to: number | null, holds: (bin: number) => boolean): ImpactBin => {
    const inside = changed.filter(([tenths]) => holds(inWidth(tenths, width)));
    return { from, to, ...together(inside) };
  };
  const bins = Array.from({ length: last - first + 1 }, (_, index) => {
    const bin = first + index;
    return within(bin * width, (bin + 1) * width, (other) => other === bin);
  });
  const unchanged = { from: 0, to: 0, ...together(buckets.filter(([tenths]) => tenths === 0)) };
  bins.splice(-first, 0, ...filled([unchanged]));
  return [
    ...filled([within(null, first * width, (bin) => bin < first)]),
    ...bins,
    ...filled([within((last + 1) * width, null, (bin) => bin > last)]),
  ];
}

export function together(buckets: Buckets): Bucket {
  const sum: Bucket = { quotes: 0, baseline: zero, candidate: zero };
  for (const [, { quotes, baseline, candidate }] of buckets) {
    sum.quotes += quotes;
    sum.baseline = sum.baseline.plus(baseline);
    sum.candidate = sum.candidate.plus(candidate);
  }
  return sum;
}

function filled(bins: readonly ImpactBin[]): ImpactBin[] {
  return bins.filter(({ quotes }) => quotes > 0);
}

/** The change, in tenths, that the given per cent of the quotes do not exceed. */
function tenthsAt(buckets: Buckets, share: number): number {
  const quotes = buckets.reduce((count, [, bucket]) => count + bucket.quotes, 0);
  const rank = Math.max(1, Math.ceil((quotes * share) / 100));
  let passed = 0;
  for (const [tenths, bucket] of buckets) {
    passed += bucket.quotes;
    if (passed >= rank) return tenths;
  }
  return 0;
}
