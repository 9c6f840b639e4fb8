import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type DemoProduct, demoProducts } from '../../../db/seeds/demo-products.js';
import { Decimal } from '../../../domain/expression/index.js';
import type { AnswerMap } from '../../../domain/intake/answers.js';
import { type CompiledProduct, compileProduct } from '../../../domain/product/compile-product.js';
import type { CompiledPlan } from '../../../domain/rating/plan/compiled-plan.js';
import type { QuotedRating, RatingResult } from '../../../domain/rating/run/result.js';
import { quoted } from './rating-factory.js';

let products: (DemoProduct & { compiled: CompiledProduct })[];

beforeAll(async () => {
  products = (await demoProducts()).map((product) => ({
    ...product,
    compiled: compileProduct(product.definition),
  }));
});

const rateOn = (plan: CompiledPlan, answers: AnswerMap) =>
  plan.rate({ answers, effectiveDate: '2026-01-01' });

function everyQuote(): QuotedRating[] {
  return products.flatMap(({ compiled, intakes }) =>
    [...compiled.plans.values(), ...compiled.bundles.values()].flatMap((plan) =>
      Object.values(intakes).flatMap((answers) => {
        const result = rateOn(plan, answers);
        return result.outcome === 'QUOTED' ? [result] : [];
      }),
    ),
  );
}

/** The intake with some answers replaced, and one answer in the first iteration of each loop. */
function withAnswers(intake: AnswerMap, answers: Record<string, string>, inLoop: string): AnswerMap {
  const changed = structuredClone(intake);
  for (const entry of Object.values(changed)) {
    const inside = entry.type === 'LOOP' ? Object.values(entry.iterations[0]?.answers ?? {}) : [];
    const last = inside.at(inLoop.length % Math.max(1, inside.length));
    if (last) last.answer = inLoop;
  }
  for (const [qid, answer] of Object.entries(answers)) changed[qid] = { type: 'ANSWER', qid, answer };
  return changed;
}

/** Everything that a rating tells, but for its worksheet and what only that reads of the shares. */
const asText = (rating: RatingResult): string =>
  JSON.stringify({ ...rating, rateMeta: rating.rateMeta }, (key, value) =>
    key === 'read' ? undefined : value,
  );

describe('the demo products', () => {
  it('have coverages that add up to the premium', () => {
    const results = everyQuote();
    expect(results.length).toBeGreaterThan(4);
    for (const { coverages, premium } of results) {
      const sum = coverages.reduce((total, coverage) => total.plus(coverage.premium), Decimal.of(0));
      expect(sum.toFixed(2)).toBe(premium);
    }
  });

  it('rate alike with and without a worksheet', () => {
    for (const { compiled, intakes } of products) {
      for (const plan of [...compiled.plans.values(), ...compiled.bundles.values()]) {
        const request = { answers: intakes.quoted, effectiveDate: '2026-01-01' };
        const kept = plan.rate(request);
        const bare = plan.rate({ ...request, keepWorksheet: false });
        expect(asText(bare)).toBe(asText(kept));
        expect([kept.worksheet.length > 20, bare.worksheet]).toEqual([true, []]);
      }
    }
  });

  it('answer whatever is answered with a quote or with reasons, and never with a premium of zero', () => {
    const odd = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '',
        ' ',
        '0',
        '-1',
        '1e9',
        'NaN',
        'true',
        '2026-02-30',
        '[]',
        '["A"]',
        '99999999999999999999',
      ),
      fc.integer({ min: 0, max: 10_000 }).map(String),
    );
    for (const { compiled, intakes } of products) {
      const plans = [...compiled.plans.values(), ...compiled.bundles.values()];
      const replaced = fc.dictionary(fc.constantFrom(...compiled.questionTypes.keys()), odd, { maxKeys: 6 });
      fc.assert(
        fc.property(fc.constantFrom(...plans), replaced, odd, (plan, answers, inLoop) => {
          const result = rateOn(plan, withAnswers(intakes.quoted, answers, inLoop));
          if (result.outcome === 'QUOTED') expect(Number(result.premium)).toBeGreaterThan(0);
          else expect(result.messages.some(({ severity }) => severity === 'ERROR')).toBe(true);
        }),
        { numRuns: 300 },
      );
    }
  });

  it('cost no less for more revenue at a location', () => {
    const product = products.find(({ key }) => key === 'general-liability');
    const plan = product?.compiled.plans.get('standard');
    const answers = product?.intakes.quoted;
    if (!plan || !answers) throw new Error('general-liability is missing');
    const premiumAt = (revenue: number) => {
      const changed = structuredClone(answers);
      const loop = changed.locations;
      const first = loop?.type === 'LOOP' ? loop.iterations[0]?.answers['location.revenue'] : undefined;
      if (!first) throw new Error('the intake has no location');
      first.answer = String(revenue);
      return Decimal.of(quoted(rateOn(plan, changed)).premium);
    };
    fc.assert(
      fc.property(fc.nat(3_000_000), fc.nat(500_000), (revenue, more) => {
        expect(premiumAt(revenue + more).greaterThanOrEqualTo(premiumAt(revenue))).toBe(true);
      }),
    );
  });
});

describe('a configured action', () => {
  it('applies where its condition holds for the intake, read as rating reads it', () => {
    const product = products.find(({ key }) => key === 'general-liability');
    const actions = product?.definition.configurations[0]?.events.GET_QUOTES ?? [];
    const applying = (answers: AnswerMap) =>
      actions.filter(({ id }) => product?.compiled.actionApplies(id, answers)).map(({ name }) => name);
    const years = { type: 'ANSWER' as const, qid: 'business.yearsInBusiness', answer: '5' };
    const claims = { type: 'ANSWER' as const, qid: 'claims.count', answer: '0' };
    expect(applying({ [years.qid]: years, [claims.qid]: claims })).toEqual(['Standard', 'Preferred']);
    expect(applying({ [years.qid]: { ...years, answer: '4' }, [claims.qid]: claims })).toEqual(['Standard']);
    expect(applying({ [years.qid]: years })).toEqual(['Standard']);
    expect(product?.compiled.actionApplies('11111111-1111-1111-1111-111111111111', {})).toBe(false);
  });
});
