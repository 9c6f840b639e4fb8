import { Decimal } from '../expression/index.js';
import { zero } from '../money/total.js';
import { type Bucket, binsOf, type ImpactBin, percentilesOf, together } from './distribution.js';

/** One quote with two versions: its premium before taxes and fees, or why there is none. */
export interface QuoteImpact {
  requestId: string;
  /** With the version that the candidate is compared with. */
  baseline: Premium;
  candidate: Premium;
}

/** `NOT_OFFERED`: the version lacks the action that quoted, or does not run it for this intake. */
export type Premium = Decimal | 'DECLINED' | 'NOT_OFFERED';

export type ImpactOutcome =
  | 'QUOTED_ON_BOTH'
  | 'QUOTED_ON_BASELINE_ONLY'
  | 'QUOTED_ON_CANDIDATE_ONLY'
  | 'QUOTED_ON_NEITHER';

/** A quote's change in per cent. */
export interface Extreme {
  requestId: string;
  percent: Decimal;
}

export interface ImpactReport {
  outcomes: Record<ImpactOutcome, number>;
  /** Totals of the quotes with a premium on both versions. */
  baseline: Decimal;
  candidate: Decimal;
  raised: number;
  lowered: number;
  unchanged: number;
  lowest: Extreme | null;
  highest: Extreme | null;
  /** Change in per cent, to a tenth, that this share of the quotes does not exceed. Empty without quotes. */
  percentiles: { share: number; percent: number }[];
  bins: ImpactBin[];
}

/** Changes are counted by tenths of a per cent; greater ones count as this. */
const mostTenths = 10_000;

/**
 * Totals another version's changes of premiums. It keeps counts and sums by tenth of a per cent and no
 * quotes, so its size does not grow with their number.
 */
export class ImpactTally {
  readonly #buckets = new Map<number, Bucket>();
  readonly #outcomes: Record<ImpactOutcome, number> = {
    QUOTED_ON_BOTH: 0,
    QUOTED_ON_BASELINE_ONLY: 0,
    QUOTED_ON_CANDIDATE_ONLY: 0,
    QUOTED_ON_NEITHER: 0,
  };
  #lowest: Extreme | null = null;
  #highest: Extreme | null = null;

  add({ requestId, baseline, candidate }: QuoteImpact): void {
    this.#outcomes[outcomeOf(baseline, candidate)]++;
    if (typeof baseline === 'string' || typeof candidate === 'string') return;
    const percent = percentOf(baseline, candidate);
    const tenths = tenthsOf(percent);
    const bucket = this.#buckets.get(tenths) ?? { quotes: 0, baseline: zero, candidate: zero };
    this.#buckets.set(tenths, {
      quotes: bucket.quotes + 1,
      baseline: bucket.baseline.plus(baseline),
      candidate: bucket.candidate.plus(candidate),
    });
    if (!this.#lowest || percent.lessThan(this.#lowest.percent)) this.#lowest = { requestId, percent };
    if (!this.#highest || percent.greaterThan(this.#highest.percent)) this.#highest = { requestId, percent };
  }

  report(): ImpactReport {
    const buckets = [...this.#buckets].sort(([a], [b]) => a - b);
    const quotesWhere = (holds: (tenths: number) => boolean) =>
      buckets.reduce((count, [tenths, { quotes }]) => count + (holds(tenths) ? quotes : 0), 0);
    const all = together(buckets);
    return {
      outcomes: { ...this.#outcomes },
      baseline: all.baseline,
      candidate: all.candidate,
      raised: quotesWhere((tenths) => tenths > 0),
      lowered: quotesWhere((tenths) => tenths < 0),
      unchanged: quotesWhere((tenths) => tenths === 0),
      lowest: this.#lowest,
      highest: this.#highest,
      percentiles: percentilesOf(buckets),
      bins: binsOf(buckets),
    };
  }
}

/** The change in per cent. A change from zero counts as the greatest one. */
export function percentOf(baseline: Decimal, candidate: Decimal): Decimal {
  if (baseline.isZero()) return candidate.isZero() ? zero : Decimal.of(mostTenths).dividedBy(10);
  return candidate.minus(baseline).dividedBy(baseline).times(100);
}

function outcomeOf(baseline: Premium, candidate: Premium): ImpactOutcome {
  if (typeof baseline === 'string') {
    return typeof candidate === 'string' ? 'QUOTED_ON_NEITHER' : 'QUOTED_ON_CANDIDATE_ONLY';
  }
  return typeof candidate === 'string' ? 'QUOTED_ON_BASELINE_ONLY' : 'QUOTED_ON_BOTH';
}

/** Tenths of a per cent, rounded; a small change never becomes zero. */
function tenthsOf(percent: Decimal): number {
  if (percent.isZero()) return 0;
  const tenths = percent.times(10).round().toNumber();
  if (tenths === 0) return percent.isNegative() ? -1 : 1;
  return Math.max(-mostTenths, Math.min(mostTenths, tenths));
}
