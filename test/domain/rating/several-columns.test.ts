import { describe, expect, it } from 'vitest';
import { Findings } from '../../../domain/rating/lint/findings.js';
import { checkPlan } from '../../../domain/rating/plan/compile-plan.js';
import { lintPlans } from '../../../domain/rating/plan/lint-plan.js';
import { buildWorksheet } from '../../../domain/worksheet/build-worksheet.js';
import { describeLine } from '../../../domain/worksheet/describe-line.js';
import {
  aCoverage,
  answers,
  aPlan,
  aTable,
  commonTypes,
  compiled,
  quoted,
  rate,
  set,
} from './rating-factory.js';
import type { TableInput } from './table-factory.js';

const states: TableInput = {
  keys: [{ name: 'state' }],
  columns: [{ name: 'base' }, { name: 'factor' }, { name: 'zone', type: 'text' }],
  rows: [
    ['CA', 200, 1.5, 'WEST'],
    ['NY', 300, 2, 'EAST'],
    ['TX', 100, 3, 'SOUTH'],
  ],
};
const moved: TableInput = {
  keys: [{ name: 'state' }],
  columns: [{ name: 'next', type: 'text' }, { name: 'base' }],
  rows: [
    ['CA', 'NY', 200],
    ['NY', 'CA', 300],
  ],
};
const keys = { state: { '??': [{ answer: 'state' }, 'TX'] } };
const row = { name: 'State', op: 'lookup', table: 'states', keys };
const times = { name: 'Times', op: 'multiply', by: { value: 'stateFactor' } };
const east = { name: 'East', op: 'add', by: 7, when: { '==': [{ value: 'zone' }, 'EAST'] } };

const plan = {
  derive: [{ ...row, values: { stateFactor: 'factor', zone: 'zone' } } as never],
  coverages: [
    aCoverage('MAIN', [{ ...row, column: 'base', apply: 'set', values: { again: 'base' } }, times, east]),
  ],
};

describe('a lookup of several columns', () => {
  it('keeps each as a value of its name, in steps before and after', () => {
    const rated = quoted(rate(compiled(plan, { states }), { state: 'NY' }));
    expect(rated.premium).toBe('607.00');
    expect(rated.rateMeta).toMatchObject({ stateFactor: '2', zone: 'EAST', again: '300' });
  });

  it('has a line for each on the worksheet', () => {
    const given = { state: 'CA' };
    const { lines } = buildWorksheet(
      quoted(rate(compiled(plan, { states }), given)).worksheet,
      answers(given),
    );
    expect(lines.slice(0, 4).map(({ source }) => `${source.step}: ${describeLine(source)}`)).toEqual([
      'State: factor of states, kept as stateFactor',
      'State: zone of states, kept as zone',
      'State: = base of states',
      'State: base of states, kept as again',
    ]);
  });

  it('is of one row, even if a key reads a value that is kept, in whichever order they are written', () => {
    const premiumOf = (values: Record<string, string>) => {
      const derive = [
        { name: 'At', op: 'derive', as: 'at', value: 'CA' },
        { name: 'Row', op: 'lookup', table: 'moved', keys: { state: { value: 'at' } }, values },
      ] as never;
      const coverages = [aCoverage('MAIN', [{ name: 'Base', op: 'set', by: { value: 'base' } }])];
      return quoted(rate(compiled({ derive, coverages }, { moved }), {})).premium;
    };
    expect(premiumOf({ at: 'next', base: 'base' })).toBe('200.00');
    expect(premiumOf({ base: 'base', at: 'next' })).toBe('200.00');
  });

  it('is known to lint with what its columns hold', () => {
    const found = (by: object) => {
      const findings = new Findings();
      const steps = [set(100), { name: 'By', op: 'divide', by }];
      const one = aPlan({ ...plan, coverages: [aCoverage('MAIN', steps)] });
      lintPlans([{ plan: one, path: [], types: commonTypes }], { states: aTable(states) }, findings);
      return findings.issues.map(({ message }) => message);
    };
    expect(found({ value: 'stateFactor' })).toEqual([]);
    expect(found({ '-': [{ value: 'stateFactor' }, 2] })).toContain(
      'divides by what is computed, which can be zero; leave it out by a condition, or bound what it is made of',
    );
  });

  it('names columns that the table does not have, and values that are taken', () => {
    const wrong = aPlan({ derive: [{ ...row, values: { one: 'factors', MAIN: 'base' } } as never] });
    expect(checkPlan(wrong, { states: aTable(states) }, commonTypes)).toEqual([
      {
        path: 'derive[0].values.one',
        message: 'table "states" has no column "factors"; did you mean "factor"?',
      },
    ]);
    const findings = new Findings();
    lintPlans([{ plan: wrong, path: [], types: commonTypes }], { states: aTable(states) }, findings);
    expect(findings.issues).toContainEqual(
      expect.objectContaining({
        path: ['derive', 0, 'values', 'MAIN'],
        message: '"MAIN" is the code of a coverage; choose another name',
      }),
    );
    expect(checkPlan(aPlan({ derive: [row as never] }), { states: aTable(states) }, commonTypes)).toEqual([
      expect.objectContaining({
        message: 'needs "apply", "as" or "values", else what is found has no effect',
      }),
    ]);
  });
});
