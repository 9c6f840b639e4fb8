import { describe, expect, it } from 'vitest';
import { Findings } from '../../../domain/rating/lint/findings.js';
import { checkPlan } from '../../../domain/rating/plan/compile-plan.js';
import { lintPlans } from '../../../domain/rating/plan/lint-plan.js';
import { describeLine } from '../../../domain/worksheet/describe-line.js';
import { aCoverage, aPlan, commonTypes, compiled, type PlanInput, quoted, set } from './rating-factory.js';

const terms: PlanInput['terms'] = [
  { term: 'ANNUAL', factor: 1 },
  { term: 'HALF_YEAR', factor: '0.52' },
];
const minimum = (scaledByTerm: boolean, by: unknown = 250) =>
  ({ name: 'Minimum premium', op: 'minimum', by, scaledByTerm }) as never;
const max = { name: 'Minimum premium', op: 'max', by: 250 } as never;

function rated(policy: PlanInput['policy'], term: 'ANNUAL' | 'HALF_YEAR', premium = 100) {
  const plan = compiled({ terms, policy, coverages: [aCoverage('MAIN', [set(premium)])] });
  const result = quoted(plan.rate({ answers: {}, effectiveDate: '2026-01-01', term }));
  return { ...result, rateMeta: result.rateMeta, worksheet: result.worksheet };
}

function issues(plan: PlanInput): string[] {
  return checkPlan(aPlan({ terms, ...plan }), {}, commonTypes).map(
    ({ path, message }) => `${path}: ${message}`,
  );
}

describe('a minimum premium', () => {
  it('is multiplied by the term factor where it is scaled, and charged in full where it is not', () => {
    expect(rated([minimum(true)], 'HALF_YEAR').premium).toBe('130.00');
    expect(rated([minimum(false)], 'HALF_YEAR').premium).toBe('250.00');
    expect(rated([minimum(false)], 'ANNUAL').premium).toBe('250.00');
    expect(rated([minimum(false)], 'HALF_YEAR', 900).premium).toBe('468.00');
  });

  it('is part of the yearly premium, too', () => {
    expect(rated([minimum(false)], 'HALF_YEAR').rateMeta.annualPremium).toBe('250');
    expect(rated([minimum(false)], 'HALF_YEAR', 900).rateMeta.annualPremium).toBe('900');
  });

  it('stands after the term factor on the worksheet where it is of the term', () => {
    const lines = rated([minimum(false)], 'HALF_YEAR').worksheet.filter(
      ({ section }) => section === 'policy',
    );
    expect(lines.map((line) => `${line.step}: ${describeLine(line)}`)).toEqual([
      'Sum of the coverages: MAIN',
      'Term factor: × 0.52',
      'Minimum premium: at least 250',
      'Rounding: rounded to cents, half up',
    ]);
  });

  it('has its place', () => {
    expect(issues({ policy: [minimum(false), { name: 'Fee', op: 'add', by: 5 } as never] })).toEqual([
      'policy[1]: only minimums with `scaledByTerm: false` may stand after one: the term factor was applied before it',
    ]);
    expect(issues({ coverages: [aCoverage('MAIN', [set(1), minimum(false)])] })).toEqual([
      expect.stringContaining(
        'coverages[0].steps[1].scaledByTerm: a minimum that is the same for every term',
      ),
    ]);
    const tax = { type: 'TAX', steps: [set(1) as never, minimum(true)] };
    expect(issues({ taxesAndFees: [tax] })).toEqual([
      expect.stringContaining('taxesAndFees[0].steps[1].scaledByTerm: amounts are those of the term here'),
    ]);
    expect(issues({ policy: [minimum(true), minimum(false), minimum(false, 300)] })).toEqual([]);
  });

  it('is asked for by lint where `max` leaves open whether it is scaled', () => {
    const found = (plan: PlanInput) => {
      const findings = new Findings();
      lintPlans([{ plan: aPlan(plan), path: [], types: commonTypes }], {}, findings);
      return findings.issues
        .map(({ severity, message }) => `${severity} ${message}`)
        .filter((text) => text.includes('term factor'));
    };
    expect(found({ terms, policy: [max] })).toEqual([
      'WARNING the term factor applies to this minimum: the term HALF_YEAR is charged 130 of 250; write `op: minimum` with `scaledByTerm: true` if that is meant, else with `scaledByTerm: false`',
    ]);
    expect(found({ policy: [max] })).toEqual([]);
    const least = (by: unknown) => ({ ...(max as object), by }) as never;
    const main = aCoverage('MAIN', [{ ...set(100), as: 'base' } as never]);
    const policy = [least(0), least('-5'), least({ value: 'MAIN' }), least({ '*': [{ value: 'base' }, 2] })];
    expect(found({ terms, policy, coverages: [main] })).toEqual([]);
    const loop = { name: 'Sum', op: 'sumOverLoop', loop: 'locations', apply: 'add', steps: [set(1), max] };
    expect(found({ terms, policy: [loop as never] })).toEqual([]);
    expect(found({ terms, policy: [minimum(true), minimum(false)] })).toEqual([]);
    const add = (by: unknown) => ({ name: 'Expense constant', op: 'add', by }) as never;
    expect(found({ terms, policy: [add(35)] })).toEqual([
      'WARNING the term factor applies to this amount: the term HALF_YEAR is charged 18.2 of 35; accept it if that is meant, else give the terms the factor 1 and multiply by term in a step before this one',
    ]);
    expect(found({ policy: [add(35)] })).toEqual([]);
    expect(found({ terms, policy: [add({ value: 'MAIN' }), add(-5)] })).toEqual([]);
  });
});
