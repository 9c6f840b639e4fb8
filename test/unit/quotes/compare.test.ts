import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type DemoProduct, demoProducts } from '../../../db/seeds/demo-products.js';
import type { ConfiguredAction } from '../../../domain/actions/configured-action.js';
import { Decimal } from '../../../domain/expression/index.js';
import { contentHash } from '../../../domain/ground/canonical-json.js';
import type { Term } from '../../../domain/ground/term.js';
import type { AnswerMap } from '../../../domain/intake/answers.js';
import { type CompiledProduct, compileProduct, ratingOf } from '../../../domain/product/compile-product.js';
import type { ProductDefinition } from '../../../domain/product/definition.js';
import { quoteDetailsOf } from '../../../domain/quote/quote-details.js';
import type { RatingResult } from '../../../domain/rating/run/result.js';
import {
  type ComparableQuote,
  compareQuotes,
  type QuoteComparison,
} from '../../../domain/rerating/compare-quotes.js';
import { changed } from '../../domain/demo-products/rating-support.js';
import { aCoverage, answers, compiled, set } from '../../domain/rating/rating-factory.js';
import { intakesNear } from '../../support/generated-intakes.js';

let products: (DemoProduct & { compiled: CompiledProduct })[];
beforeAll(async () => {
  products = (await demoProducts()).map((product) => ({
    ...product,
    compiled: compileProduct(product.definition),
  }));
});

const general = () => products.find(({ key }) => key === 'general-liability')!;

interface Rated {
  rating: RatingResult;
  intake: AnswerMap;
  term?: Term | undefined;
  versionId?: string;
}

/** A quote as the database gives it back. */
function aQuote({ rating, intake, term = 'ANNUAL', versionId = 'version' }: Rated): ComparableQuote {
  const quoted = rating.outcome === 'QUOTED' ? rating : undefined;
  return {
    ...JSON.parse(
      JSON.stringify({
        actionId: 'action',
        actionType: 'IOI_RATING',
        productVersionId: versionId,
        effectiveDate: '2026-07-01',
        term,
        intake,
        outcome: rating.outcome,
        premium: quoted?.premium ?? null,
        quoteDetails: quoted ? quoteDetailsOf(quoted, '2026-12-01T00:00:00.000Z') : null,
        messages: rating.messages,
        metadata: {},
        worksheet: rating.worksheet,
        worksheetSha256: contentHash(rating.worksheet),
      }),
    ),
    quoteTimestamp: new Date(),
  };
}

function rateBy(
  product: { compiled: CompiledProduct; definition: ProductDefinition },
  rated: Omit<Rated, 'rating'>,
) {
  const [action] = ownActions(product);
  const { intake, term } = rated;
  const plan = ratingOf(product.compiled, action!)!;
  return aQuote({ ...rated, rating: plan.rate({ answers: intake, effectiveDate: '2026-07-01', term }) });
}

function ownActions({
  compiled: by,
  definition,
}: {
  compiled: CompiledProduct;
  definition: ProductDefinition;
}) {
  const actions: ConfiguredAction[] = definition.configurations.flatMap(
    ({ events }) => events.GET_QUOTES ?? [],
  );
  return actions.filter((action) => ratingOf(by, action) !== undefined);
}

function explained({ steps }: QuoteComparison) {
  return steps.reduce((sum, { explains }) => sum.plus(explains ?? 0), Decimal.of(0)).toFixed(2);
}

function expectExplained(comparison: QuoteComparison): void {
  const { premium, taxesAndFees, unexplained } = comparison.amounts!;
  expect(unexplained).toBe('0.00');
  const difference = Decimal.of(premium.difference).plus(taxesAndFees.difference).toFixed(2);
  expect(explained(comparison)).toBe(difference);
  const begun = comparison.steps.reduce((sum, { own }) => sum.plus(own ?? 0), Decimal.of(0));
  expect(begun.toFixed(2)).toBe(difference);
}

describe('comparing quotes', () => {
  it('finds nothing between a quote and itself', () => {
    const quote = rateBy(general(), { intake: general().intakes.quoted! });
    expect(compareQuotes(quote, quote, 'USD')).toMatchObject({
      givens: [],
      answers: [],
      outcomes: [],
      steps: [],
    });
  });

  it('explains a changed answer by the steps that used it', () => {
    const intake = general().intakes.quoted!;
    const a = rateBy(general(), { intake });
    const b = rateBy(general(), { intake: changed(intake, { 'coverage.deductible': '5000' }) });
    const comparison = compareQuotes(a, b, 'USD');
    expect(comparison.answers).toEqual([{ field: 'coverage.deductible', a: '1000', b: '5000' }]);
    expect(comparison.givens).toEqual([]);
    const loaded = compareQuotes(a, { ...a, loading: '12.5' }, 'USD');
    expect(loaded.givens).toEqual([{ field: 'loading', a: null, b: '12.5' }]);
    expectExplained(comparison);
    const explaining = comparison.steps.filter(({ explains }) => explains !== null && Number(explains) !== 0);
    expect(explaining.length).toBeGreaterThan(0);
    for (const { differences } of explaining) expect(differences.length).toBeGreaterThan(0);
    expect(comparison.steps.flatMap(({ differences }) => differences)).toContainEqual({
      field: expect.stringMatching(/^inputs\..*deductible$/i),
      a: '1000',
      b: '5000',
    });
  });

  it('follows the difference back through derived values and coverages to where it begins', () => {
    const intake = general().intakes.quoted!;
    const a = rateBy(general(), { intake });
    const b = rateBy(general(), { intake: changed(intake, { 'coverage.deductible': '5000' }) });
    const { steps, amounts } = compareQuotes(a, b, 'USD');
    const of = (name: string) => steps.find(({ section, step }) => section === 'derive' && step === name)!;
    const { difference } = amounts!.premium;
    expect(Number(difference)).toBeLessThan(0);
    expect(of('Risk factor')).toMatchObject({ explains: null, carries: difference, own: '0.00' });
    expect(of('Deductible factor')).toMatchObject({ explains: null, carries: difference, own: difference });
    expect(steps.filter(({ own }) => Number(own) !== 0)).toHaveLength(1);
  });

  it('follows the difference through the values of other iterations to the iterations of another loop', () => {
    const auto = products.find(({ key }) => key === 'personal-auto')!;
    const intake = auto.intakes.quoted!;
    const { drivers, violations } = intake;
    if (drivers?.type !== 'LOOP' || violations?.type !== 'LOOP') throw new Error('no loops');
    const another = {
      iterationId: '9b1a4c8e-1111-4111-8111-000000000009',
      answers: answers({
        'violation.driver': drivers.iterations[0]!.iterationId,
        'violation.date': '2026-01-05',
        'violation.type': 'SPEEDING_HIGH',
      }),
    } as (typeof violations.iterations)[number];
    const more = { ...violations, iterations: [...violations.iterations, another] };
    const comparison = compareQuotes(
      rateBy(auto, { intake }),
      rateBy(auto, { intake: { ...intake, violations: more } }),
      'USD',
    );
    expectExplained(comparison);
    const begins = comparison.steps.filter(({ own }) => own !== null && Number(own) !== 0);
    expect(begins).toMatchObject([
      { section: 'loop:drivers', iteration: 'drivers #1', step: 'Points of violations', own: '158.00' },
    ]);
  });

  it('shares a difference among the values of an expression, and keeps what is no value', () => {
    const plan = compiled({
      derive: [
        { name: 'Size', op: 'derive', as: 'size', value: { '/': [{ answer: 'sales' }, 100] } },
        { name: 'Staff', op: 'derive', as: 'staff', value: { answer: 'employees' } },
        { name: 'Unused', op: 'derive', as: 'unused', value: { '*': [{ value: 'staff' }, 2] } },
      ],
      coverages: [
        aCoverage('MAIN', [
          set({ '+': [{ '*': [{ value: 'size' }, { value: 'staff' }] }, { answer: 'employees' }] }),
        ]),
      ],
    });
    const rated = (sales: string, employees: string) => {
      const intake = answers({ sales, employees });
      return aQuote({ intake, rating: plan.rate({ answers: intake, effectiveDate: '2026-01-01' }) });
    };
    // 10 × 5 + 5 = 55; with the new size 20 × 5 + 5 = 105; with the new staff 20 × 7 + 5 = 145; at last 147.
    const { steps } = compareQuotes(rated('1000', '5'), rated('2000', '7'), 'USD');
    const own = Object.fromEntries(steps.map(({ step, carries, own: of }) => [step, [carries, of]]));
    expect(own).toMatchObject({
      Size: ['50.00', '50.00'],
      Staff: ['40.00', '40.00'],
      Unused: ['0.00', '0.00'],
    });
    const main = steps.find(({ section }) => section === 'coverage:MAIN')!;
    expect(main).toMatchObject({ explains: '92.00', own: '2.00' });
  });

  it('explains the whole difference of any two quotes, step by step', () => {
    let compared = 0;
    for (const product of products) {
      if (ownActions(product).length === 0) continue;
      const near = intakesNear(product.compiled.questionTypes, product.intakes.quoted!);
      const terms = fc.constantFrom<Term>('ANNUAL', 'HALF_YEAR');
      fc.assert(
        fc.property(near, near, terms, terms, (intakeA, intakeB, termA, termB) => {
          const a = rateBy(product, { intake: intakeA, term: termA });
          const b = rateBy(product, { intake: intakeB, term: termB });
          const comparison = compareQuotes(a, b, 'USD');
          if (a.premium === null || b.premium === null) {
            expect(comparison.amounts).toBeUndefined();
            return;
          }
          expectExplained(comparison);
          compared++;
        }),
        { numRuns: 150 },
      );
    }
    expect(compared).toBeGreaterThan(30);
  }, 120_000);

  it('pairs the iterations of two clients by their order, and tells those that only one has', () => {
    const plan = compiled({
      coverages: [
        {
          code: 'MAIN',
          title: 'Main',
          type: 'Main',
          steps: [
            {
              name: 'Locations',
              op: 'sumOverLoop',
              loop: 'locations',
              apply: 'set',
              steps: [{ name: 'Area', op: 'set', by: { answer: 'location.area' } }],
            },
            { name: 'Load', op: 'multiply', by: 1.5 },
          ],
        },
      ],
    });
    const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
    const rated = (areas: string[], ids: number) => {
      const intake = answers({ locations: areas.map((area) => ({ 'location.area': area })) });
      const loop = intake.locations!;
      if (loop.type === 'LOOP') {
        loop.iterations.forEach((iteration, index) => {
          iteration.iterationId = idOf(ids + index);
        });
      }
      return aQuote({ intake, rating: plan.rate({ answers: intake, effectiveDate: '2026-01-01' }) });
    };
    const comparison = compareQuotes(rated(['100', '200'], 1), rated(['100', '300', '40'], 7), 'USD');
    expectExplained(comparison);
    expect(comparison.steps).toEqual([
      expect.objectContaining({
        kind: 'CHANGED',
        step: 'Area',
        iteration: 'locations #2',
        explains: '150.00',
        differences: expect.arrayContaining([{ field: 'inputs.by', a: '200', b: '300' }]),
      }),
      expect.objectContaining({ kind: 'ONLY_B', step: null, iteration: 'locations #3', explains: '60.00' }),
    ]);
    expect(comparison.answers).toEqual([
      { field: 'locations #2 location.area', iterationId: idOf(2), a: '200', b: '300' },
      { field: 'locations #3 location.area', iterationId: idOf(9), a: null, b: '40' },
    ]);
  });

  it('explains what is taken from iterations, whichever of them decides', () => {
    const location = fc.record({
      'location.area': fc.integer({ min: 1, max: 40 }).map(String),
      'location.state': fc.constantFrom('CA', 'NY'),
    });
    const locations = fc.array(location, { minLength: 1, maxLength: 4 });
    const large = { '>': [{ answer: 'location.area' }, 20] };
    fc.assert(
      fc.property(
        fc.constantFrom('maxOverLoop', 'minOverLoop', 'averageOverLoop', 'sumOverLoop'),
        locations,
        locations,
        (op, inA, inB) => {
          const steps = [
            {
              ...{ name: 'Locations', op, loop: 'locations', apply: 'add' },
              steps: [{ name: 'Area', op: 'set', by: { answer: 'location.area' }, when: large }],
            },
            { name: 'Load', op: 'multiply', by: 1.5 },
          ];
          const guard = { ...steps[0], when: { value: 'any' } };
          const plan = compiled({
            derive: [{ name: 'Any', op: 'anyOverLoop', loop: 'locations', condition: large, as: 'any' }],
            coverages: [aCoverage('MAIN', [set(1), guard, ...steps.slice(1)])],
          });
          const [a, b] = [inA, inB].map((given) => {
            const intake = answers({ locations: given });
            return aQuote({ intake, rating: plan.rate({ answers: intake, effectiveDate: '2026-01-01' }) });
          });
          const comparison = compareQuotes(a!, b!, 'USD');
          expectExplained(comparison);
          expect(comparison.amounts?.unexplained).toBe('0.00');
        },
      ),
      { numRuns: 300, seed: 14 },
    );
  });

  it('explains added steps, coverages, taxes and fees', () => {
    const one = (more: Parameters<typeof compiled>[0]) => {
      const rating = compiled(more).rate({ answers: {}, effectiveDate: '2026-01-01' });
      return aQuote({ intake: {}, rating });
    };
    const main = { code: 'MAIN', title: 'Main', type: 'Main', steps: [set(100)] };
    const a = one({ coverages: [main] });
    const b = one({
      coverages: [
        { ...main, steps: [set(100), { name: 'Load', op: 'multiply', by: 1.1 }] },
        { code: 'EXTRA', title: 'Extra', type: 'Main', steps: [set(50)] },
      ],
      policy: [{ name: 'Discount', op: 'multiply', by: 0.9 }],
      taxesAndFees: [{ type: 'FEE', steps: [set(25)] }],
    } as Parameters<typeof compiled>[0]);
    const comparison = compareQuotes(a, b, 'USD');
    expectExplained(comparison);
    expect(
      comparison.steps.map(({ kind, section, step, explains }) => [kind, section, step, explains]),
    ).toEqual([
      ['ONLY_B', 'coverage:MAIN', 'Load', '10.00'],
      ['ONLY_B', 'coverage:EXTRA', null, '50.00'],
      ['ONLY_B', 'policy', 'Discount', '-16.00'],
      ['ONLY_B', 'taxes:FEE', null, '25.00'],
    ]);
    expect(comparison.amounts).toMatchObject({
      premium: { a: '100.00', b: '144.00', difference: '44.00' },
      taxesAndFees: { a: '0.00', b: '25.00', difference: '25.00' },
    });
  });

  it('says so where a worksheet does not lead to its premium', () => {
    const intake = general().intakes.quoted!;
    const a = rateBy(general(), { intake });
    const comparison = compareQuotes(a, { ...a, premium: '11081.00' }, 'USD');
    expect(comparison.amounts!.unexplained).toBe('1.00');
  });

  it('tells outcomes and messages where one was declined', () => {
    const { intakes } = general();
    const a = rateBy(general(), { intake: intakes.quoted! });
    const b = rateBy(general(), { intake: intakes.declined! });
    const comparison = compareQuotes(a, b, 'USD');
    expect(comparison.amounts).toBeUndefined();
    expect(comparison.outcomes[0]).toEqual({ field: 'outcome', a: 'QUOTED', b: 'DECLINED' });
    expect(comparison.steps.every(({ explains }) => explains === null)).toBe(true);
  });
});
