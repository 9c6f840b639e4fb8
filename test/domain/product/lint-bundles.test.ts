import { describe, expect, it } from 'vitest';
import { bundleIds, bundleProduct } from '../../support/bundle-product.js';
import { lintButUnread } from './lint-factory.js';

const house = { key: 'house', lineId: bundleIds.house, plan: 'house' };
const car = { key: 'car', lineId: bundleIds.car, plan: 'car' };
const boat = { key: 'boat', lineId: bundleIds.boat, plan: 'boat' };

const warningsOf = (settings: Record<string, unknown>) =>
  lintButUnread(bundleProduct({ package: {}, ...settings }))
    .filter(({ path }) => path[0] === 'configurations')
    .map(({ severity, path, message }) => `${severity} ${path.slice(5).join('.')}: ${message}`);

describe('the lint of a package', () => {
  it('has nothing to say about one that is sound', () => {
    expect(lintButUnread(bundleProduct())).toEqual([]);
  });

  it('finds that no component can be excluded', () => {
    const required = [house, car, boat].map((component) => ({ ...component, required: true }));
    expect(warningsOf({ components: required, onComponentDeclined: 'EXCLUDE' })).toEqual([
      'WARNING onComponentDeclined: every component is required, so none can be excluded',
    ]);
    const all = { components: [house, car, boat], minimumComponents: 3, onComponentDeclined: 'EXCLUDE' };
    expect(warningsOf(all)).toEqual([
      'WARNING onComponentDeclined: the package needs all 3 components, so none can be excluded',
    ]);
  });

  it('finds a package of one component, and a coverage of two that always apply', () => {
    expect(warningsOf({ components: [house] })).toEqual([
      'WARNING components: a package with a single component is the same as that component',
    ]);
    const twice = [house, car, boat, { ...house, key: 'cabin', plan: 'house' }];
    expect(warningsOf({ components: twice })).toEqual([
      'WARNING components.3.plan: the component "house" also has the coverage "HOUSE"',
    ]);
  });

  it('refuses a fee that a cancellation would return in different ways', () => {
    const fee = { type: 'POLICY_FEE', steps: [{ name: 'Fee', op: 'set', by: 5 }] };
    const { ratingPlans } = bundleProduct();
    const type = ratingPlans.car?.taxesAndFees[0]?.type;
    const settings = { package: { taxesAndFees: [{ ...fee, type, onCancellation: 'KEPT' }] } };
    expect(warningsOf(settings)).toEqual([
      `ERROR package.taxesAndFees.0.onCancellation: ${type} is PRO_RATA in another place: write PRO_RATA here, or another type`,
    ]);
    expect(
      warningsOf({ package: { taxesAndFees: [{ ...fee, type: 'OWN', onCancellation: 'KEPT' }] } }),
    ).toEqual([]);
  });

  it('refuses what does not compile, with the place in the file', () => {
    expect(warningsOf({ components: [house, { ...car, plan: 'castle' }, boat] })).toEqual([
      'ERROR components.1.plan: the product has no rating plan "castle"',
    ]);
  });

  it('finds a plan that only components could use, and do not', () => {
    const issues = lintButUnread(bundleProduct({ components: [house, car], package: {} }));
    expect(issues.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([
      'ratingPlans.boat: no action uses this rating plan',
    ]);
  });
});
