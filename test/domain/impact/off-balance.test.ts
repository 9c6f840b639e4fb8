import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { offBalanceOf, ratedFactor, readTarget } from '../../../domain/impact/off-balance.js';
import { ratingJobs } from '../../../domain/impact/rating-job.js';
import { stagesBetween } from '../../../domain/impact/stages.js';
import { withFactor } from '../../../domain/impact/with-factor.js';
import { compileProduct } from '../../../domain/product/compile-product.js';
import type { ProductDefinition } from '../../../domain/product/definition.js';
import { bundleIds, bundleProduct } from '../../support/bundle-product.js';
import { answers } from '../rating/rating-factory.js';
import { aDemoProduct, casesAsRisks, changed, impactOf } from './book.js';

describe('the off-balance factor', () => {
  it('is the ratio of the wanted and the new premium', () => {
    expect(offBalanceOf(100_000, 125_000, 0)).toMatchObject({ ratio: 0.8, target: 100_000, rated: null });
    expect(offBalanceOf(100_000, 125_000, 10)).toMatchObject({ ratio: 0.88, target: 110_000 });
    expect(offBalanceOf(0, 125_000, 0)).toBeNull();
  });

  it('is corrected where a minimum premium makes the ratio miss', async () => {
    const given = offBalanceOf(100_000, 125_000, 0)!;
    // A fifth of the premium is minimum premium and does not follow the factor.
    const totalWith = async (factor: number) => Math.round(25_000 + 100_000 * factor);
    expect(await ratedFactor(given, 125_000, totalWith)).toEqual({
      factor: 0.75,
      premium: 100_000,
      ratings: 2,
    });
  });

  it('gives up where the premium does not follow the factor', async () => {
    const given = offBalanceOf(100_000, 125_000, 0)!;
    const rated = await ratedFactor(given, 125_000, async () => 125_000);
    expect(rated).toEqual({ factor: 0.8, premium: 125_000, ratings: 1 });
  });

  it.each(['general-liability', 'business-package', 'cyber'])(
    'brings a revised %s to its target',
    async (key) => {
      const before = aDemoProduct(key);
      const after = changed(before, ({ ratingPlans }) => {
        for (const plan of Object.values(ratingPlans)) {
          for (const { steps } of plan.coverages) steps.push({ name: 'Trend', op: 'multiply', by: 1.07 });
        }
      });
      const risks = await casesAsRisks(key);
      const { totals } = impactOf(before, after, risks, { atMost: 1 }).report;
      const rate = ratingJobs({ stages: stagesBetween(before, after, { atMost: 1 }), by: [], intakes: null });
      const given = offBalanceOf(totals.before, totals.after, 0)!;
      expect(rate({ risks, factor: 1 }).premium).toBe(totals.after);
      const rated = await ratedFactor(given, totals.after, async (factor) => rate({ risks, factor }).premium);
      expect(Math.abs(rated.premium - totals.before) / totals.before).toBeLessThan(0.001);
      expect(rated.ratings).toBeLessThanOrEqual(4);
    },
  );

  it('leaves components of a package alone', () => {
    const product = aDemoProduct('business-package');
    const { ratingPlans } = withFactor(product, 1.1);
    for (const [key, plan] of Object.entries(product.ratingPlans)) expect(ratingPlans[key]).toEqual(plan);
    expect(() => compileProduct(withFactor(product, 1.1))).not.toThrow();
  });

  it('leaves overlays in force, also where a package shares the plan', () => {
    const changes = [{ step: 'Fee', set: { by: 50 } }];
    const product = changed(bundleProduct(), (copy) => {
      copy.product.display!.sections[0]!.subsections[0]!.questions.push({
        ...{
          qid: 'client.state',
          question: 'State',
          answerType: 'SELECT',
          required: true,
          answerChoices: ['OH'],
        },
      } as never);
      copy.ratingPlans = { house: copy.ratingPlans.house! };
      copy.ratingPlans.house!.policy.push({ name: 'Fee', op: 'add', by: 0 });
      const [bundle] = copy.configurations[0]!.events.GET_QUOTES!;
      if (bundle?.type === 'BUNDLE_RATING') bundle.components.splice(1);
      copy.configurations[0]!.events.GET_QUOTES!.push({
        id: randomUUID(),
        type: 'IOI_RATING',
        order: 1,
        name: 'House',
        plan: 'house',
      });
      copy.overlays = [{ name: 'Ohio', state: 'OH', from: '2026-01-01', policiesInForce: false, changes }];
    });
    const intake = answers({
      'owner.loyal': 'false',
      'house.value': '200000',
      cars: [{ 'car.value': '1' }],
      'client.state': 'OH',
    });
    const rate = (definition: ProductDefinition) => {
      const { plans, bundles } = compileProduct(definition);
      const [house, bundle] = [plans.get('house')!, bundles.get(bundleIds.action)!].map((one) =>
        one.rate({ answers: intake, effectiveDate: '2026-02-01' }),
      );
      return [house, bundle].map((rating) =>
        rating?.outcome === 'QUOTED' ? rating.premium : rating?.messages,
      );
    };
    expect(rate(product)).toEqual(['2050.00', '2050.00']);
    expect(rate(withFactor(product, 2))).toEqual(['4050.00', '4100.00']);
  });

  it('reads the wanted change', () => {
    expect(['+3%', '-1.5', '0', ' 2 % '].map(readTarget)).toEqual([3, -1.5, 0, 2]);
    expect(readTarget('-100%')).toContain('is no change of premium');
    expect(readTarget('three')).toContain('write a per cent');
  });
});
