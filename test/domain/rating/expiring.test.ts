import { describe, expect, it } from 'vitest';
import { compileProduct } from '../../../domain/product/compile-product.js';
import { expiringOf, expiringOfComponent } from '../../../domain/rating/run/expiring.js';
import { describeLine } from '../../../domain/worksheet/describe-line.js';
import { bundleIds, bundleProduct } from '../../support/bundle-product.js';
import { aProduct } from '../../support/product-factory.js';
import { manualOf, textsOf } from '../manual/manual-support.js';
import { issuesOf } from '../product/lint-factory.js';
import { answers, aPlan, compiled, type PlanInput, quoted } from './rating-factory.js';

const cap = {
  name: 'Not more than 10 % above the expiring premium',
  op: 'min',
  by: { '*': [1.1, { value: 'expiring.premium' }] },
  when: { '!=': [{ value: 'expiring.premium' }, null] },
} as never;

const rated = (policy: PlanInput['policy'], expiring?: Record<string, string>) => {
  const plan = compiled({ policy });
  const result = quoted(plan.rate({ answers: {}, effectiveDate: '2027-01-01', expiring }));
  return { plan, premium: result.premium, rateMeta: result.rateMeta, worksheet: result.worksheet };
};

describe('the expiring term', () => {
  it('caps the premium of a renewal and leaves new business as it is', () => {
    expect(rated([cap], { premium: '80.00' }).premium).toBe('88.00');
    expect(rated([cap], { premium: '95.00' }).premium).toBe('100.00');
    expect(rated([cap]).premium).toBe('100.00');
  });

  it('is named with the values of the quote, as it was read', () => {
    const { plan, rateMeta, worksheet } = rated([cap], { premium: '80.00', other: '1' });
    expect(plan.expiringRead).toEqual(['premium']);
    expect(rateMeta).toMatchObject({ 'expiring.premium': '80' });
    expect(rateMeta).not.toHaveProperty('expiring.other');
    const line = worksheet.find(({ op }) => op === 'min')!;
    expect(line).toMatchObject({ inputs: { 'expiring.premium': '80' }, after: '88' });
    expect(describeLine(line)).toBe('at most 1.1 × expiring.premium');
  });

  it('has derived values, of which codes stay texts', () => {
    const tier = (expected: unknown) =>
      ({
        name: 'Tier',
        op: 'add',
        by: 7,
        when: { '==': [{ value: 'expiring.tier' }, expected] },
      }) as never;
    expect(rated([tier('007')], { tier: '007' }).premium).toBe('107.00');
    expect(rated([tier('7')], { tier: '007' }).premium).toBe('100.00');
    expect(rated([tier('1.10')], { tier: '1.10' }).premium).toBe('107.00');
    expect(rated([tier('1.1')], { tier: '1.10' }).premium).toBe('100.00');
    expect(rated([tier(1.5)], { tier: '1.5' }).premium).toBe('107.00');
    expect(rated([tier(true)], { tier: 'true' }).premium).toBe('107.00');
  });

  it('declines by the name of the value where nothing says what holds without it', () => {
    const bare = { name: 'Cap', op: 'min', by: { value: 'expiring.premium' } } as never;
    const result = compiled({ policy: [bare] }).rate({ answers: {}, effectiveDate: '2027-01-01' });
    expect(result).toMatchObject({
      outcome: 'DECLINED',
      messages: [
        { code: 'MISSING_VALUE', step: 'Cap', message: expect.stringContaining('expiring.premium') },
      ],
    });
  });

  it('is handed on without what it was told itself, and to components by their own names', () => {
    expect(expiringOf({ premium: '1', 'expiring.premium': '2', 'home.expiring.tier': '3' })).toEqual({
      premium: '1',
    });
    const ofPackage = { term: 'ANNUAL', effectiveDate: '2026-01-01', expirationDate: '2027-01-01' };
    expect(expiringOfComponent({ ...ofPackage, premium: '9', 'home.premium': '5' }, 'home')).toEqual({
      ...ofPackage,
      premium: '5',
    });
    expect(expiringOfComponent({ ...ofPackage, premium: '9' }, 'home')).toBeUndefined();
  });

  it('has nothing of a component that was not in the package', () => {
    const outside = { 'boat.included': 'false', 'boat.premium': '0' };
    expect(expiringOf({ premium: '1', ...outside })).toEqual({ premium: '1', 'boat.included': 'false' });
    expect(expiringOfComponent(outside, 'boat')).toBeUndefined();
  });

  it('leaves a component that is added at renewal as new business', () => {
    const product = bundleProduct();
    product.ratingPlans.boat!.policy = [cap];
    const { rate } = compileProduct(product).bundles.get(bundleIds.action)!;
    const house = { 'owner.loyal': 'false', 'house.value': '200000', cars: [{ 'car.value': '20000' }] };
    const told = expiringOf(rate({ answers: answers(house), effectiveDate: '2026-02-01' }).rateMeta);
    const withBoat = answers({ ...house, 'boat.wanted': 'true', 'boat.value': '50000' });
    const renewed = rate({ answers: withBoat, effectiveDate: '2027-02-01', expiring: told });
    expect(
      renewed.components.map(({ state, rating }) => [state, rating.outcome === 'QUOTED' && rating.premium]),
    ).toContainEqual(['INCLUDED', '1000.00']);
  });
});

it('is said in the words of a manual', () => {
  const plan = aPlan({ policy: [cap] });
  const definition = aProduct((content) => {
    Object.assign(content.ratingPlans.standard as object, { policy: plan.policy });
  });
  const texts = textsOf(manualOf(definition)).join('\n');
  expect(texts).toContain('Only if the expiring premium is known:');
  expect(texts).toContain('The amount is 1.1 × the expiring premium at most.');
});

describe('lint', () => {
  const found = (step: object) => issuesOf({ steps: [step as never] });

  it('asks what holds for new business', () => {
    expect(found({ name: 'Cap', op: 'min', by: { value: 'expiring.premium' } })).toEqual([
      expect.stringContaining('new business has no "expiring.premium"'),
    ]);
    expect(found(cap)).toEqual([]);
    const otherwise = { '??': [{ value: 'expiring.premium' }, 1000] };
    expect(found({ name: 'Cap', op: 'min', by: otherwise })).toEqual([]);
  });

  it('finds a cap by the premium of another term than a year', () => {
    const when = { '!=': [{ value: 'expiring.premium' }, null] };
    const step = { name: 'Cap', op: 'min', by: { value: 'expiring.premium' }, when };
    const terms = (...factors: [string, number][]) => factors.map(([term, factor]) => ({ term, factor }));
    const ofTerms = (...factors: [string, number][]) =>
      issuesOf({ steps: [step as never], plan: { terms: terms(...factors) } });
    expect(ofTerms(['ANNUAL', 1], ['36_MONTHS', 2.8])).toEqual([
      expect.stringContaining('which may be 36_MONTHS: cap by "expiring.annualPremium"'),
    ]);
    expect(ofTerms(['ANNUAL', 1])).toEqual([]);
    expect(ofTerms(['36_MONTHS', 1])).toEqual([
      expect.stringContaining('the term 36_MONTHS costs as much as a year'),
    ]);
  });

  it.each([
    [{ '!=': [{ value: 'expiring.annualPremium' }, null] }, []],
    [
      { '==': [{ '??': [{ value: 'expiring.term' }, 'MONTH'] }, 'MONTH'] },
      [expect.stringContaining('new business has no')],
    ],
  ])('knows the premium where %j says that there is an expiring term', (when, expected) => {
    expect(found({ name: 'Cap', op: 'min', by: { value: 'expiring.premium' }, when })).toEqual(expected);
  });

  it('finds a name that no step derives', () => {
    const by = { '??': [{ value: 'expiring.premum' }, 1000] };
    expect(found({ name: 'Cap', op: 'min', by })).toEqual([
      expect.stringContaining('no step of the plan derives "premum"; did you mean "premium"?'),
    ]);
  });
});
