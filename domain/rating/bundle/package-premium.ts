import { Decimal } from '../../expression/index.js';
import { zero } from '../../money/total.js';
import {
  type AllowedPremium,
  finishPremium,
  type SpreadCoverage,
  spread,
  sumForm,
} from '../plan/compile-premium.js';
import { type RatedLoading, ratedLoading, withLoading } from '../run/loading.js';
import type { RatedCoverage } from '../run/result.js';
import type { RatingRun } from '../run/run.js';
import type { Runner } from '../steps/step-kind.js';
import type { ComponentRating } from './result.js';

/** The package's changes to the sum of its components' premiums. */
export interface PackagePricing extends AllowedPremium {
  /** The decimals of the currency. */
  minorDigits: number;
  steps: Runner;
  /** The slots of the package's premium and, by key, of each component's part of it. */
  slots: { premium: number; packagePremiums: ReadonlyMap<string, number> };
}

/**
 * Adds up the premiums of the included components, applies the package's steps and rounding to the sum, and
 * allocates the result to the coverages of all of them in proportion to their standalone premiums. Each
 * component gets its part (`packagePremium`).
 */
export function combinePremiums(
  run: RatingRun,
  components: ComponentRating[],
  pricing: PackagePricing,
): { premium: Decimal; coverages: RatedCoverage[]; loading: RatedLoading | undefined } {
  const included = components.filter(({ state }) => state === 'INCLUDED');
  run.enter('policy');
  run.step = 'Sum of the components';
  const premiums = included.map(({ key, rating }) => [key, premiumOf(rating)] as const);
  const sum = premiums.reduce((total, [, premium]) => total.plus(premium), zero);
  if (run.sheet)
    run.record(
      sumForm(premiums.map(([key]) => key)),
      premiums.map(([, premium]) => premium),
      sum,
    );
  const unloaded = pricing.steps(run, run.policy, sum) ?? zero;
  const exact = withLoading(run, unloaded);
  const premium = finishPremium(run, exact, pricing.slots.premium, pricing);
  const places = { digits: pricing.rounding.digits, written: pricing.minorDigits };
  const coverages = spread(run, included.flatMap(spreadable), premium, places);
  shareOut(run, included, coverages, pricing);
  const loading = ratedLoading(run, { before: unloaded, after: exact, ...pricing.rounding });
  return { premium, coverages, loading };
}

function premiumOf(rating: ComponentRating['rating']): Decimal {
  return rating.outcome === 'QUOTED' ? Decimal.of(rating.premium) : zero;
}

function spreadable({ rating }: ComponentRating): SpreadCoverage[] {
  if (rating.outcome !== 'QUOTED') return [];
  return rating.coverages.map((coverage) => ({
    ...coverage,
    coverage,
    amount: Decimal.of(coverage.premium),
  }));
}

/** Coverages come in the order of the components, so each component's are the next ones. */
function shareOut(
  run: RatingRun,
  included: ComponentRating[],
  coverages: readonly RatedCoverage[],
  { slots: { packagePremiums }, minorDigits }: PackagePricing,
): void {
  let next = 0;
  for (const component of included) {
    const { rating } = component;
    const count = rating.outcome === 'QUOTED' ? rating.coverages.length : 0;
    const part = coverages
      .slice(next, next + count)
      .reduce((total, { premium }) => total.plus(premium), zero);
    next += count;
    component.packagePremium = part.toFixed(minorDigits);
    const slot = packagePremiums.get(component.key);
    if (slot !== undefined) run.policy.values[slot] = part;
  }
}
