import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DemoProductKey, demoProducts } from '../../../db/seeds/demo-products.js';
import { Decimal } from '../../../domain/expression/index.js';
import type { AnswerMap } from '../../../domain/intake/answers.js';
import { compileProduct, ratingOf } from '../../../domain/product/compile-product.js';
import type { CompiledPlan } from '../../../domain/rating/plan/compiled-plan.js';
import { likelyAnswers } from '../../support/likely-answers.js';
import { productIntakes } from '../../support/product-intakes.js';

const products = await demoProducts();
const effectiveDate = '2026-07-01';

interface Exposure {
  loop: string | null;
  qid: string;
  max: number;
  /** Only exposures that are at least that are raised. */
  from?: number;
}

/**
 * The exposures whose premium never falls as they rise, and how far that goes. The factor of a size curve falls with
 * size, so this holds only where the curve falls more slowly than the exposure rises, as those of these products do,
 * and where no rule refuses the larger exposure.
 */
const rising: Record<DemoProductKey, Exposure[]> = {
  'general-liability': [
    { loop: 'locations', qid: 'location.revenue', max: 100_000_000 },
    { loop: 'locations', qid: 'location.payroll', max: 50_000_000 },
    { loop: 'locations', qid: 'location.area', max: 1_000_000 },
    { loop: null, qid: 'operations.subcontractedCost', max: 50_000_000 },
  ],
  // Of the package's parts: what its credit is depends on how they share the premium, so it may fall as one rises.
  'business-package': [
    { loop: 'buildings', qid: 'building.value', max: 100_000_000 },
    { loop: 'buildings', qid: 'building.contents', max: 50_000_000 },
    { loop: 'buildings', qid: 'building.area', max: 1_000_000 },
    { loop: null, qid: 'business.annualSales', max: 100_000_000 },
  ],
  cyber: [
    { loop: null, qid: 'business.revenue', max: 500_000_000 },
    // What the records hold loads the premium from the first one on, and there is a credit where they are encrypted.
    { loop: null, qid: 'data.records', max: 50_000_000, from: 1 },
  ],
  // Not the list price: the vehicle with the highest one is rated with the occasional driver.
  'personal-auto': [{ loop: 'vehicles', qid: 'vehicle.annualMileage', max: 100_000 }],
};

describe.each(products)('$key', ({ key, definition }) => {
  const compiled = compileProduct(definition);
  const actions = definition.configurations.flatMap(({ events }) => events.GET_QUOTES ?? []);
  const rated = actions.flatMap((action) => ratingOf(compiled, action) ?? []);
  const ownPlans = actions.flatMap((action) => {
    if (action.type === 'IOI_RATING') return [action.plan];
    return action.type === 'BUNDLE_RATING' ? action.components.map(({ plan }) => plan) : [];
  });
  const plans = ownPlans.flatMap((name) => compiled.plans.get(name) ?? []);
  const intakes = productIntakes(definition.product, likelyAnswers[key]);

  it('adds up: coverages to the premium, and with taxes and fees to the total', () => {
    fc.assert(
      fc.property(intakes, (answers) => {
        for (const plan of rated) {
          const quote = plan.rate({ answers, effectiveDate, keepWorksheet: false });
          if (quote.outcome !== 'QUOTED') continue;
          const coverages = quote.coverages.reduce((sum, { premium }) => sum.plus(premium), Decimal.of(0));
          const charges = quote.taxesAndFees.reduce((sum, { amount }) => sum.plus(amount), Decimal.of(0));
          expect(coverages.toFixed(2)).toBe(quote.premium);
          expect(charges.toFixed(2)).toBe(quote.rateMeta.taxesAndFees);
          expect(coverages.plus(charges).toFixed(2)).toBe(quote.rateMeta.total);
          expect(coverages.isPositive()).toBe(true);
        }
      }),
      { numRuns: 200, seed: 11 },
    );
  });

  it.each(rising[key])('never costs less for more $qid', ({ qid, ...exposure }) => {
    let compared = 0;
    fc.assert(
      fc.property(intakes, fc.integer({ min: 1, max: 40 }), (answers, twentieths) => {
        const more = raised(
          answers,
          { qid, ...exposure },
          (amount) => amount + 1 + (amount * twentieths) / 20,
        );
        for (const plan of plans) {
          const [before, after] = [premiumOf(plan, answers), premiumOf(plan, more)];
          if (before === null || after === null) continue;
          compared += 1;
          expect(after.toNumber()).toBeGreaterThanOrEqual(before.toNumber());
        }
      }),
      { numRuns: 200, seed: 12 },
    );
    expect(compared).toBeGreaterThan(60);
  });
});

function premiumOf(plan: CompiledPlan, answers: AnswerMap) {
  const quote = plan.rate({ answers, effectiveDate, keepWorksheet: false });
  return quote.outcome === 'QUOTED' ? Decimal.of(quote.premium) : null;
}

/** The intake with one answer raised, in the first iteration where it is asked in a loop. */
function raised(
  answers: AnswerMap,
  { loop, qid, max, from = 0 }: Exposure,
  raise: (amount: number) => number,
): AnswerMap {
  const copy = structuredClone(answers);
  const entry = copy[loop ?? qid];
  const one = entry?.type === 'LOOP' ? entry.iterations[0]?.answers[qid] : entry;
  if (one?.type === 'ANSWER' && Number(one.answer) >= from) {
    one.answer = String(Math.min(max, Math.floor(raise(Number(one.answer)))));
  }
  return copy;
}
