import { Decimal } from '../../expression/index.js';
import { zero } from '../../money/total.js';
import { sumForm } from '../plan/compile-premium.js';
import type { TaxOrFee } from '../plan/compile-taxes.js';
import type { RatingRun } from '../run/run.js';
import type { ComponentRating } from './result.js';

/** Taxes and fees of the included components, then the package's own; those of one type and authority are added up. */
export function combineTaxes(
  run: RatingRun,
  components: readonly ComponentRating[],
  ofPackage: readonly TaxOrFee[],
): TaxOrFee[] {
  const bySource = new Map<string, { source: string; amount: Decimal }[]>();
  const declared = new Map<string, Omit<TaxOrFee, 'amount'>>();
  const add = ({ amount, ...tax }: TaxOrFee, source: string): void => {
    const key = JSON.stringify([tax.type, tax.authority ?? null]);
    const sources = bySource.get(key);
    if (sources) sources.push({ source, amount });
    else bySource.set(key, [{ source, amount }]);
    // All of a type have the same rule in a product.
    declared.set(key, tax);
  };
  for (const { key, state, rating } of components) {
    if (state !== 'INCLUDED' || rating.outcome !== 'QUOTED') continue;
    for (const tax of rating.taxesAndFees) add({ ...tax, amount: Decimal.of(tax.amount) }, key);
  }
  const chargedByComponents = new Set(bySource.keys());
  for (const tax of ofPackage) add(tax, 'package');

  return [...declared].map(([key, tax]) => {
    const sources = bySource.get(key) ?? [];
    const amount = sources.reduce((total, source) => total.plus(source.amount), zero);
    if (run.sheet && chargedByComponents.has(key)) {
      run.enter(`taxes:${tax.type}`);
      run.step = 'Sum of the components';
      run.record(
        sumForm(sources.map(({ source }) => source)),
        sources.map((one) => one.amount),
        amount,
      );
    }
    return { ...tax, amount };
  });
}
