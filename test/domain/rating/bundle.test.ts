import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Term } from '../../../domain/ground/term.js';
import { checkProduct, compileProduct } from '../../../domain/product/compile-product.js';
import type { BundleRating } from '../../../domain/rating/bundle/result.js';
import type { QuotedRating } from '../../../domain/rating/run/result.js';
import { bundleIds, bundleProduct } from '../../support/bundle-product.js';
import { answers, quoted, refusals } from './rating-factory.js';

type Given = Record<string, string | Record<string, string>[]>;
const ordinary: Given = {
  'owner.loyal': 'false',
  'house.value': '200000',
  cars: [{ 'car.value': '20000' }, { 'car.value': '4000' }],
};

function rateBy(settings: Record<string, unknown>, given: Given = {}, term?: Term): BundleRating {
  const bundle = compileProduct(bundleProduct(settings)).bundles.get(bundleIds.action)!;
  return bundle.rate({ answers: answers({ ...ordinary, ...given }), effectiveDate: '2026-01-01', term });
}
const states = ({ components }: BundleRating) => components.map(({ key, state }) => `${key} ${state}`);
const said = ({ messages }: BundleRating) => messages.map(({ code, component }) => [code, component]);

describe('a package', () => {
  it('adds its components up, gives its credit and spreads it over all coverages', () => {
    const result = quoted(rateBy({}));
    // House 2,000 and cars 1,200, less 10%.
    expect(result.premium).toBe('2880.00');
    expect(result.coverages.map(({ code, premium }) => [code, premium])).toEqual([
      ['HOUSE', '1800.00'],
      ['CAR', '1080.00'],
    ]);
    expect(result.rateMeta).toMatchObject({
      'house.premium': '2000',
      'house.packagePremium': '1800',
      'car.CAR': '1200',
      components: '2',
    });
  });

  it('has an underwriting loading on the whole, every cent of it in a coverage', () => {
    const bundle = compileProduct(bundleProduct({})).bundles.get(bundleIds.action)!;
    const asked = { answers: answers(ordinary), effectiveDate: '2026-01-01', loading: '12.5' };
    const result = quoted(bundle.rate(asked));
    expect(result.premium).toBe('3240.00');
    expect(result.loading).toEqual({ percent: '12.5', amount: '360.00' });
    expect(result.coverages.map(({ code, premium }) => [code, premium])).toEqual([
      ['HOUSE', '2025.00'],
      ['CAR', '1215.00'],
    ]);
    expect(bundle.rate(asked)).toEqual(bundle.rate(asked));
  });

  it('tells what each component costs on its own and within the package', () => {
    const { components } = rateBy({});
    expect(
      components.map(({ key, lineId, title, rating, packagePremium }) => ({
        ...{ key, lineId, title, packagePremium },
        own: quoted(rating).premium,
      })),
    ).toEqual([
      { key: 'house', lineId: bundleIds.house, title: 'House', own: '2000.00', packagePremium: '1800.00' },
      { key: 'car', lineId: bundleIds.car, title: 'Cars', own: '1200.00', packagePremium: '1080.00' },
    ]);
  });

  it('divides the premium of a coverage among iterations: its own, and that in the package', () => {
    const bundle = rateBy({});
    const result = quoted(bundle);
    const amounts = ({ coverages }: QuotedRating) =>
      coverages.find(({ code }) => code === 'CAR')?.details.premium?.map(({ amount }) => amount);
    expect(amounts(result)).toEqual(['900.00', '180.00']);
    expect(amounts(quoted(bundle.components[1]!.rating))).toEqual(['1000.00', '200.00']);
    const lines = result.worksheet.filter(({ section }) => section === 'shares:CAR');
    expect(lines.map(({ component, after }) => [component, after])).toEqual([
      ['car', '1000'],
      ['car', '200'],
      [undefined, '900'],
      [undefined, '180'],
    ]);
  });

  it('adds taxes and fees of one type together, and charges its own on its own premium', () => {
    const { taxesAndFees, rateMeta } = quoted(rateBy({}));
    expect(taxesAndFees).toEqual([
      { type: 'FEE', amount: '15.00' },
      { type: 'STAMP', amount: '28.80' },
    ]);
    expect(rateMeta).toMatchObject({ taxesAndFees: '43.80', total: '2923.80' });
  });

  it('stands only as long as each of its components', () => {
    expect(quoted(rateBy({})).quoteValidDays).toBe(20);
  });

  it('rates all components for the term that is asked for', () => {
    const result = rateBy({}, {}, 'HALF_YEAR');
    expect(quoted(result)).toMatchObject({ term: 'HALF_YEAR', premium: '1440.00' });
    expect(result.components.map(({ rating }) => rating.term)).toEqual(['HALF_YEAR', 'HALF_YEAR']);
    expect(refusals(rateBy({}, {}, 'MONTH'))).toEqual([{ code: 'TERM_NOT_OFFERED' }]);
  });

  it('includes a component only where its condition holds', () => {
    const result = rateBy({}, { 'boat.wanted': 'true', 'boat.value': '10000', 'owner.loyal': 'true' });
    expect(states(result)).toEqual(['house INCLUDED', 'car INCLUDED', 'boat INCLUDED']);
    // 2,000 + 1,200 + 200, less 10%, less 20.
    expect(quoted(result).premium).toBe('3040.00');
    expect(rateBy({}).rateMeta).toMatchObject({ 'boat.included': 'false', 'boat.premium': '0' });
  });

  it('is referred and has to be accepted where a component is, and names it', () => {
    const result = quoted(rateBy({}, { 'house.value': '600000' }));
    expect(result).toMatchObject({ requiresUnderwriterApproval: true, requiresPolicyholderAcceptance: true });
    expect(result.messages).toMatchObject([
      { rule: 'dear', component: 'house', message: 'House: Ask somebody.' },
      { rule: 'terms', component: 'house', message: 'House: Accept this.' },
    ]);
  });

  it('declines by rules of its own, which see what the components came to', () => {
    const result = rateBy({}, { 'house.value': '850000' });
    expect(result).toMatchObject({ outcome: 'DECLINED', type: 'DECLINE' });
    expect(said(result).at(-1)).toEqual(['UNDERWRITING_DECLINE', undefined]);
    expect(result.components.map(({ packagePremium }) => packagePremium)).toEqual([null, null]);
  });

  it('shows the steps of every component, with its key, and its own', () => {
    const { worksheet, components } = rateBy({});
    for (const { key, rating } of components) {
      const own = worksheet.filter(({ component }) => component === key);
      expect(own.map(({ component: _, ...line }) => line)).toEqual(rating.worksheet);
    }
    const ofPackage = worksheet.filter(({ component }) => component === undefined);
    const steps = ofPackage.map(({ section, step, after }) => `${section}, ${step}: ${after}`);
    expect(steps).toEqual(
      expect.arrayContaining([
        'components, House: 2000',
        'policy, Sum of the components: 3200',
        'policy, Package credit: 2880',
        'allocation, Cars: 1080',
        'taxes:FEE, Sum of the components: 15',
      ]),
    );
  });

  it('always has coverages that add up to its premium, and parts that do', () => {
    const value = fc.integer({ min: 1, max: 790_000 });
    fc.assert(
      fc.property(
        value,
        fc.array(value, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        (house, cars, loyal) => {
          const result = rateBy(
            {},
            {
              'owner.loyal': String(loyal),
              'house.value': String(house),
              cars: cars.map((car) => ({ 'car.value': String(car) })),
            },
          );
          if (result.outcome !== 'QUOTED') {
            expect(said(result).at(-1)?.[0]).toMatch(/_PREMIUM$/);
            return;
          }
          const sum = (parts: (string | null)[]) =>
            parts.reduce((all, part) => all.plus(part ?? 0), new Decimal(0)).toFixed(2);
          expect(sum(result.coverages.map(({ premium }) => premium))).toBe(result.premium);
          expect(sum(result.components.map(({ packagePremium }) => packagePremium))).toBe(result.premium);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('a component that declines', () => {
  const dear = { 'house.value': '950000' };

  it('declines the package where the product says so, and the others are shown', () => {
    const result = rateBy({ onComponentDeclined: 'DECLINE' }, dear);
    expect(result).toMatchObject({ outcome: 'DECLINED', type: 'DECLINE' });
    expect(states(result)).toEqual(['house DECLINED', 'car INCLUDED']);
    expect(said(result)).toContainEqual(['UNDERWRITING_DECLINE', 'house']);
    expect(said(result).at(-1)).toEqual(['COMPONENT_DECLINED', undefined]);
  });

  it('is left out where the product says so, with a warning and without the credit for two', () => {
    const result = rateBy({ onComponentDeclined: 'EXCLUDE' }, dear);
    expect(states(result)).toEqual(['house EXCLUDED', 'car INCLUDED']);
    expect(quoted(result)).toMatchObject({
      premium: '1200.00',
      requiresUnderwriterApproval: false,
      rateMeta: { 'house.included': 'false', 'house.premium': '0', components: '1' },
    });
    expect(result.messages.every(({ severity }) => severity === 'WARNING')).toBe(true);
    expect(said(result)[0]).toEqual(['COMPONENT_EXCLUDED', 'house']);
  });

  it('declines the package all the same where it is required, or too few are left', () => {
    const components = [
      { key: 'house', lineId: bundleIds.house, plan: 'house', required: true },
      { key: 'car', lineId: bundleIds.car, plan: 'car' },
    ];
    const house = rateBy({ onComponentDeclined: 'EXCLUDE', components, package: {} }, dear);
    expect(said(house).at(-1)).toEqual(['COMPONENT_DECLINED', undefined]);
    const few = rateBy({ onComponentDeclined: 'EXCLUDE', minimumComponents: 2 }, dear);
    expect(few.messages.at(-1)).toMatchObject({
      code: 'TOO_FEW_COMPONENTS',
      message: 'the package needs at least 2 of its components and has 1 without House',
    });
  });

  it('refuses the package before rating where each that is missing was', () => {
    expect(rateBy({}, { 'house.damaged': 'true' })).toMatchObject({ type: 'RULE_BASED_INELIGIBILITY' });
  });

  it('declines for its own questions only', () => {
    const result = rateBy({ onComponentDeclined: 'EXCLUDE' }, { cars: [{ 'car.value': 'two' }] });
    expect(states(result)).toEqual(['house INCLUDED', 'car EXCLUDED']);
    expect(result.messages.at(-1)).toMatchObject({
      code: 'TYPE_MISMATCH',
      qid: 'car.value',
      component: 'car',
    });
    expect(quoted(result).premium).toBe('2000.00');
  });

  it('is not asked for what only others are asked, unless its plan reads it', () => {
    const reading = bundleProduct({ onComponentDeclined: 'EXCLUDE' });
    reading.ratingPlans.house!.policy = [{ name: 'Per car', op: 'add', by: { iterations: 'cars' } }];
    const bundle = compileProduct(reading).bundles.get(bundleIds.action)!;
    const result = bundle.rate({
      answers: answers({ 'owner.loyal': 'false', 'house.value': '200000' }),
      effectiveDate: '2026-01-01',
    });
    expect(refusals(result).map(({ code, component }) => [code, component])).toEqual([
      ['COMPONENT_EXCLUDED', 'house'],
      ['MISSING_ANSWER', 'house'],
      ['COMPONENT_EXCLUDED', 'car'],
      ['MISSING_ANSWER', 'car'],
      ['TOO_FEW_COMPONENTS', undefined],
    ]);
  });
});

it('is declined for what is wrong with the answers that concern all of it, said once', () => {
  const bundle = compileProduct(bundleProduct()).bundles.get(bundleIds.action)!;
  const { 'owner.loyal': _, ...rest } = ordinary;
  const result = bundle.rate({ answers: answers({ ...rest, odd: 'x' }), effectiveDate: '2026-02-31' });
  expect(said(result)).toEqual([
    ['MISSING_ANSWER', undefined],
    ['UNKNOWN_QUESTION', undefined],
    ['TYPE_MISMATCH', undefined],
  ]);
  expect(result.components).toEqual([]);
});

describe('compiling a bundle', () => {
  const issuesOf = (settings: Record<string, unknown>) =>
    checkProduct(bundleProduct(settings)).map(({ path, message }) => `${path.split('.').at(-1)}: ${message}`);
  const house = { key: 'house', lineId: bundleIds.house, plan: 'house' };

  it('finds lines, plans and components that are not there, twice, or too few', () => {
    const components = [
      house,
      { ...house, plan: 'castle' },
      { ...house, key: 'package', lineId: bundleIds.action },
    ];
    expect(issuesOf({ components, minimumComponents: 4, package: {} })).toEqual([
      'minimumComponents: the package has 3 components and can never have 4',
      'key: the component "house" is there twice',
      'plan: the product has no rating plan "castle"',
      'key: the package itself is called "package"',
      `lineId: the product has no active line ${bundleIds.action}`,
    ]);
  });

  it("finds values and questions that the package's steps and conditions cannot read", () => {
    const components = [{ ...house, when: { '>': [{ value: 'house.premium' }, 1] } }];
    const steps = [{ name: 'Car', op: 'add', by: { value: 'car.premium' } }];
    expect(issuesOf({ components, package: { policy: steps } })).toEqual([
      'when: no value "house.premium" is derived before this',
      'by: no value "car.premium" is derived before this',
    ]);
  });
});
