import { describe, expect, it } from 'vitest';
import { Decimal } from '../../../domain/expression/index.js';
import { evaluate } from '../../../domain/rating/cells/evaluate.js';
import { runLine } from '../../../domain/rating/comparison/chain.js';
import { Findings } from '../../../domain/rating/lint/findings.js';
import { lintPlans } from '../../../domain/rating/plan/lint-plan.js';
import { buildWorksheet } from '../../../domain/worksheet/build-worksheet.js';
import { describeLine } from '../../../domain/worksheet/describe-line.js';
import {
  aCoverage,
  answers,
  aPlan,
  commonTypes,
  compiled,
  type PlanInput,
  quoted,
  rate,
  set,
} from './rating-factory.js';

const whole = { digits: 0, mode: 'HALF_UP' as const };
const times = (by: number, more: object = {}) => ({ name: `Times ${by}`, op: 'multiply', by, ...more });
const areas = (op: string, apply: string) => ({
  ...{ name: 'Areas', op, loop: 'locations', apply },
  steps: [{ name: 'Area', op: 'set', by: { answer: 'location.area' } }, times(0.25)],
});
const given = { locations: [{ 'location.area': '2' }, { 'location.area': '6' }] };

function rated(plan: PlanInput) {
  const result = quoted(rate(compiled({ rounding: { digits: 2, mode: 'HALF_UP' }, ...plan }), given));
  const lines = buildWorksheet(result.worksheet, answers(given)).lines;
  return { ...result, rateMeta: result.rateMeta, lines };
}

describe('roundEachStep', () => {
  it('rounds after each step of coverages and policy, and keeps the rounded amount', () => {
    const coverages = [aCoverage('MAIN', [set(10.4), times(1.25, { as: 'kept' }), times(1.1)])];
    const policy = [times(0.95, { as: 'net' }) as never];
    const { premium, rateMeta } = rated({ coverages, policy, roundEachStep: whole });
    // 10, 12.5, 13, 14.3, 14, 13.3.
    expect([premium, rateMeta.kept, rateMeta.net]).toEqual(['13.00', '13', '13']);
    expect(rated({ coverages, policy }).premium).toBe('13.59');
  });

  it("is replaced by a coverage's own", () => {
    const own = aCoverage('OWN', [set(10.44), times(1.25)], { roundEachStep: { digits: 1, mode: 'UP' } });
    expect(rated({ coverages: [own], roundEachStep: whole }).premium).toBe('13.20');
  });

  it('rounds amounts of iterations, but not factors', () => {
    const sum = aCoverage('MAIN', [areas('sumOverLoop', 'set')]);
    expect(rated({ coverages: [sum], roundEachStep: whole }).premium).toBe('3.00');
    const factor = aCoverage('MAIN', [set(10), areas('averageOverLoop', 'multiply')]);
    expect(rated({ coverages: [factor], roundEachStep: whole }).premium).toBe('10.00');
    const less = aCoverage('MAIN', [set(10), areas('minOverLoop', 'multiply')]);
    expect(rated({ coverages: [less], roundEachStep: whole }).premium).toBe('5.00');
  });

  it('is said and computed on each line, and repeated by a comparison', () => {
    const { lines } = rated({
      coverages: [aCoverage('MAIN', [set(10.4), times(1.25)])],
      roundEachStep: whole,
    });
    const [, line] = lines;
    expect(describeLine(line!.source)).toBe('× 1.25, rounded to whole units, half up');
    expect(line!.source).toMatchObject({ before: '10', after: '13', rounding: whole });
    expect(String(evaluate(line!.after.formula!))).toBe('13');
    expect(String(runLine(line!.source, Decimal.of(20)))).toBe('25');
  });
});

describe('lint of roundEachStep', () => {
  const found = (steps: object[], digits = 0) => {
    const findings = new Findings();
    const plan = aPlan({ coverages: [aCoverage('MAIN', steps)], roundEachStep: { digits, mode: 'HALF_UP' } });
    lintPlans([{ plan, path: [], types: commonTypes }], {}, findings);
    return findings.issues.filter(({ message }) => message.includes('roundEachStep')).map(({ path }) => path);
  };
  const area = { name: 'Area', op: 'sumOverLoop', loop: 'locations', apply: 'set', steps: [set(3)] };

  it('warns of a rate that is rounded before it is multiplied', () => {
    const rate = set('0.35');
    expect(found([rate, { name: 'Times', op: 'multiply', by: 200 }])).toEqual([['coverages', 0, 'steps', 0]]);
    const choice = { name: 'If', op: 'if', condition: { answered: 'state' }, then: [rate], else: [set(2)] };
    expect(found([choice, times(2)])).toEqual([['coverages', 0, 'steps', 0, 'then', 0]]);
    expect(found([set('1/3'), times(200)])).toHaveLength(1);
    expect(found([rate, { name: 'Plus', op: 'add', by: 200 }])).toEqual([]);
    expect(found([area, times(0.35)])).toEqual([]);
    expect(found([rate, times(200)], 2)).toEqual([]);
  });
});

describe('name', () => {
  it('keeps the amount at its place, and changes nothing', () => {
    const coverages = [aCoverage('MAIN', [set(100), { name: 'Base', op: 'name', as: 'base' }, times(1.5)])];
    const policy = [
      { name: 'Manual premium', op: 'name', as: 'manual' } as never,
      { name: 'Half of it', op: 'add', by: { '*': [{ value: 'manual' }, 0.5] } } as never,
    ];
    const { premium, rateMeta } = rated({ coverages, policy });
    expect([premium, rateMeta.base, rateMeta.manual]).toEqual(['225.00', '100', '150']);
  });
});
