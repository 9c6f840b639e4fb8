import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demoProducts } from '../../../db/seeds/demo-products.js';
import { compileProduct, ratingOf } from '../../../domain/product/compile-product.js';
import { lintDefinition } from '../../../domain/product/lint/lint.js';
import { checkPlan } from '../../../domain/rating/plan/compile-plan.js';
import {
  aCoverage,
  aPlan,
  commonTypes,
  compiled,
  type PlanInput,
  quoted,
  rate,
  set,
} from './rating-factory.js';

const derive = (as: string, value: unknown, more: object = {}) => ({
  name: as,
  op: 'derive',
  as,
  value,
  ...more,
});
const value = (name: string) => ({ value: name });
const total = (as: string, of: string, more: object = {}) => ({
  ...{ name: as, op: 'sumOverLoop', loop: 'locations', as },
  steps: [{ name: `${as} of one`, op: 'set', by: value(of) }],
  ...more,
});
const planOf = (steps: object[], inLoop: object[], by: unknown) =>
  ({
    derive: steps,
    loops: [{ loop: 'locations', derive: inLoop }],
    coverages: [aCoverage('MAIN', [set(by)])],
  }) as PlanInput;
const locations = [{ 'location.area': '10' }, { 'location.area': '30' }];
const premium = (plan: PlanInput) => quoted(rate(compiled(plan), { locations })).premium;
const stepsOf = (plan: PlanInput) => {
  const { worksheet } = rate(compiled(plan), { locations });
  return worksheet.filter(({ section }) => /^derive|^loop/.test(section)).map(({ step }) => step);
};
const faults = (plan: PlanInput) => checkPlan(aPlan(plan), {}, commonTypes);

describe('derived values', () => {
  const area = derive('area', { answer: 'location.area' });

  it('of the policy use those of iterations, and the other way round', () => {
    const share = derive('share', { '/': [value('area'), value('allArea')] });
    const plan = planOf(
      [
        derive('double', { '*': [value('allShares'), 2] }),
        total('allShares', 'share'),
        total('allArea', 'area'),
      ],
      [share, area],
      { '*': [100, value('double')] },
    );
    expect(premium(plan)).toBe('200.00');
    expect(stepsOf(plan)).toEqual([
      ...['area', 'area', 'allArea of one', 'allArea of one', 'allArea'],
      ...['share', 'share', 'allShares of one', 'allShares of one', 'allShares', 'double'],
    ]);
  });

  it('run in the order in which they are written where that is possible', () => {
    const steps = ['e', 'a', 'd', 'b'].map((name) => derive(name, 1));
    const inLoop = [area, derive('place', value('a'))];
    expect(stepsOf(planOf(steps, inLoop, 1))).toEqual(['e', 'a', 'd', 'b', 'area', 'place', 'area', 'place']);
    const later = [derive('first', 1), total('sum', 'place'), derive('a', 2)];
    const order = ['first', 'a', 'place', 'place', 'sum of one', 'sum of one', 'sum'];
    expect(stepsOf(planOf(later, [derive('place', value('a')), derive('last', 1)], 1))).toEqual([
      ...order,
      ...['last', 'last'],
    ]);
  });

  it('are read by a rank for all iterations', () => {
    const rank = { name: 'rank', op: 'rank', by: { '*': [value('area'), value('factor')] }, as: 'rank' };
    const first = total('first', 'area', { where: { '==': [value('rank'), 1] } });
    const plan = planOf([first, derive('factor', -1)], [rank, area], value('first'));
    expect(premium(plan)).toBe('10.00');
  });

  it('with several definitions keep their order, and so does what reads them', () => {
    const steps = [
      derive('class', 1),
      derive('before', value('class')),
      derive('class', 2, { when: { answered: 'locations.none' } }),
      derive('class', 3),
      derive('after', value('class')),
      derive('both', { '+': [value('before'), value('late')] }),
      derive('late', value('class')),
    ].map((step) => ({
      ...step,
      ...('when' in step && { when: { '>': [{ iterations: 'locations' }, 1] } }),
    }));
    const by = { '+': [value('before'), { '*': [10, value('after')] }, { '*': [100, value('both')] }] };
    expect(premium(planOf(steps, [], by))).toBe('431.00');
  });

  it('that are defined by no step before or after are reported once', () => {
    expect(faults(planOf([derive('a', value('b'))], [], 1)).map(({ message }) => message)).toEqual([
      'no value "b" is derived before this',
    ]);
  });

  it('that need each other are reported with all that are in the circle', () => {
    const plan = planOf(
      [derive('a', value('b')), total('b', 'c'), derive('free', 1)],
      [derive('c', { '+': [value('a'), value('free')] })],
      1,
    );
    expect(faults(plan)).toEqual([
      {
        path: 'derive[0]',
        message:
          'derived values need each other: "a" needs "b" needs "c" needs "a"; compute one of them without the others',
      },
    ]);
    expect(faults(planOf([derive('a', { '+': [value('a'), 1] })], [], 1))).toHaveLength(1);
  });
});

describe('the demo products', async () => {
  const products = await demoProducts();

  it.each(products)('$key is rated and linted the same in any written order', ({ definition, intakes }) => {
    const shuffled = <T>(list: readonly T[]) => fc.shuffledSubarray([...list], { minLength: list.length });
    const plans = Object.entries(definition.ratingPlans);
    const written = fc.tuple(
      ...plans.map(([key, plan]) =>
        fc
          .tuple(
            shuffled(plan.derive),
            shuffled(plan.loops),
            ...plan.loops.map((each) => shuffled(each.derive)),
          )
          .map(([steps, loops, ...inLoops]) => {
            const reordered = loops.map((each) => ({
              ...each,
              derive: inLoops[plan.loops.indexOf(each)] ?? each.derive,
            }));
            return [key, { ...plan, derive: steps, loops: reordered }] as const;
          }),
      ),
    );
    const premiums = (of: typeof definition) => {
      const product = compileProduct(of);
      const actions = of.configurations.flatMap(({ events }) => events.GET_QUOTES ?? []);
      return actions.flatMap((action) => {
        if (action.type !== 'IOI_RATING' && action.type !== 'BUNDLE_RATING') return [];
        const result = ratingOf(product, action)?.rate({
          answers: intakes.quoted,
          effectiveDate: '2026-01-01',
        });
        const { rateMeta, worksheet } = quoted(result as never);
        return [[Object.entries(rateMeta).sort(), worksheet.length]];
      });
    };
    const expected = premiums(definition);
    const issues = lintDefinition(definition).length;
    fc.assert(
      fc.property(written, (entries) => {
        const reordered = { ...definition, ratingPlans: Object.fromEntries(entries) };
        expect(premiums(reordered)).toEqual(expected);
        expect(lintDefinition(reordered)).toHaveLength(issues);
      }),
      { numRuns: 10, seed: 3 },
    );
  });
});
