import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demoProduct, demoProductKeys } from '../../../db/seeds/demo-products.js';
import { namedTerm, type Term } from '../../../domain/ground/term.js';
import { compileProduct } from '../../../domain/product/compile-product.js';
import type { RatingResult } from '../../../domain/rating/run/result.js';
import { likelyAnswers } from '../../support/likely-answers.js';
import { productIntakes } from '../../support/product-intakes.js';
import { readIntake } from '../rating/reference/intake.js';
import { everything } from '../rating/reference/plan.js';
import { worked } from './by-hand/products.js';
import type { Declined, Quote } from './by-hand/quote.js';
import { CannotBeRated } from './by-hand/rate-pages.js';
import { planOf } from './rating-support.js';

const intakes = 1000;
const dates = fc.date({ min: new Date('2026-07-01'), max: new Date('2030-12-31'), noInvalidDate: true });

/** What the engine must have in common with the calculation by hand. */
function ofEngine(result: RatingResult) {
  const rules = result.messages.flatMap(({ rule }) => rule ?? []);
  if (result.outcome === 'DECLINED') return { outcome: result.outcome, type: result.type, rules };
  const { premium, taxesAndFees, requiresUnderwriterApproval, requiresPolicyholderAcceptance } = result;
  return {
    outcome: result.outcome,
    premium,
    taxesAndFees: taxesAndFees.map(({ type, amount }) => ({ type, amount })),
    referred: requiresUnderwriterApproval,
    acceptance: requiresPolicyholderAcceptance,
    rules,
  };
}

function declinedIfNot(work: () => Quote | Declined): Quote | Declined {
  try {
    return work();
  } catch (error) {
    if (error instanceof CannotBeRated) return { outcome: 'DECLINED', type: 'DECLINE', rules: [] };
    throw error;
  }
}

describe.each(demoProductKeys)('%s, worked out by hand', async (key) => {
  const { plans, work } = worked[key];
  const { definition } = await demoProduct(key);
  const compiled = compileProduct(definition);
  const offered = planOf(compiled, plans[0]).terms;

  it(`gives what the engine gives for ${intakes} random intakes`, { timeout: 60_000 }, () => {
    const seen = { QUOTED: 0, REFERRED: 0, DECLINED: 0 };
    const random = fc.tuple(
      productIntakes(definition.product, likelyAnswers[key]),
      dates,
      fc.constantFrom<Term>(...offered, ...offered, ...offered, ...namedTerm.options),
      fc.constantFrom(...plans),
    );
    fc.assert(
      fc.property(random, ([answers, date, term, plan]) => {
        const effectiveDate = date.toISOString().slice(0, 10);
        const rated = planOf(compiled, plan);
        const result = rated.rate({ answers, effectiveDate, term, keepWorksheet: false });
        const intake = readIntake(definition.product, answers, effectiveDate);
        if (intake.faults(everything).length > 0 || !rated.terms.includes(term)) {
          expect(result.outcome).toBe('DECLINED');
          return;
        }
        const expected = declinedIfNot(() => work(intake, { effectiveDate, term, plan }));
        const { coverages: yearly = {}, ...quote } = { coverages: undefined, ...expected };
        expect(ofEngine(result)).toEqual(quote);
        expect(result.rateMeta).toMatchObject(yearly);
        seen[quote.outcome] += 1;
        if (quote.outcome === 'QUOTED' && quote.referred) seen.REFERRED += 1;
      }),
      { numRuns: intakes, seed: 2026 },
    );
    expect(seen.QUOTED).toBeGreaterThan(intakes / 4);
    expect(seen.DECLINED).toBeGreaterThan(intakes / 40);
    expect(seen.REFERRED).toBeGreaterThan(intakes / 40);
  });
});
