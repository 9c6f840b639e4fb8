import { describe, expect, it } from 'vitest';
import { checkPlan, compilePlan } from '../../../domain/rating/plan/compile-plan.js';
import { PlanError } from '../../../domain/rating/run/plan-issue.js';
import { aCoverage, aPlan, aTable, commonTypes, set } from './rating-factory.js';

const tables = {
  states: aTable({
    keys: [{ name: 'state' }],
    columns: [{ name: 'factor' }, { name: 'tier', type: 'text' }],
    rows: [['CA', 1, 'A']],
  }),
};

const issuesOf = (plan: Parameters<typeof aPlan>[0]) =>
  checkPlan(aPlan(plan), tables, commonTypes).map(({ path, message }) => `${path}: ${message}`);
const inCoverage = (...steps: object[]) => issuesOf({ coverages: [aCoverage('MAIN', [set(1), ...steps])] });
const byState = { name: 'L', op: 'lookup', table: 'states', keys: { state: { answer: 'state' } } };
const at = 'coverages[0].steps[1]';

describe('checkPlan', () => {
  it('finds nothing wrong in a sound plan', () => {
    expect(inCoverage({ ...byState, column: 'factor', apply: 'multiply' })).toEqual([]);
  });

  it.each([
    [
      { name: 'M', op: 'multiply', by: { answer: 'nobody' } },
      [`${at}.by: no line asks the question "nobody"`],
    ],
    [{ name: 'M', op: 'multiply', by: { value: 'x' } }, [`${at}.by: no value "x" is derived before this`]],
    [{ name: 'M', op: 'multiply', by: 'ten' }, [`${at}.by: "ten" is not a number`]],
    [{ name: 'D', op: 'divide', by: 0 }, [`${at}.by: divides by zero`]],
    [{ name: 'D', op: 'set', by: { '/': [1, 0] } }, [`${at}.by: division by zero`]],
    [{ name: 'M', op: 'multiply', by: { boom: 1 } }, [`${at}.by: unknown operator "boom"`]],
    [
      { name: 'M', op: 'multiply', by: { answer: 'location.area' } },
      [`${at}.by: "location.area" is answered only inside the loop "locations"`],
    ],
    [
      { name: 'W', op: 'set', by: 1, when: { answer: 'nobody' } },
      [`${at}.when: no line asks the question "nobody"`],
    ],
    [{ ...byState, table: 'nope', apply: 'set' }, [`${at}.table: the product has no table "nope"`]],
    [{ ...byState, apply: 'set' }, [`${at}.column: table "states" has several columns: say which`]],
    [{ ...byState, column: 'nope', apply: 'set' }, [`${at}.column: table "states" has no column "nope"`]],
    [
      { ...byState, column: 'tier', apply: 'set' },
      [`${at}.column: column "tier" is not a number and cannot be applied`],
    ],
    [
      { ...byState, column: 'tier' },
      [`${at}: needs "apply", "as" or "values", else what is found has no effect`],
    ],
    [
      { ...byState, keys: { county: 'x' }, column: 'tier', as: 't' },
      [
        `${at}.keys.county: table "states" has no key "county"`,
        `${at}.keys: key "state" of table "states" is missing`,
      ],
    ],
    [
      { name: 'S', op: 'sumOverLoop', loop: 'sales', apply: 'add', steps: [set(1)] },
      [`${at}.loop: no line asks the loop "sales"`],
    ],
  ])('%j', (step, issues) => {
    expect(inCoverage(step)).toEqual(issues);
  });

  it('knows a value only after it is derived, and a loop value only inside its loop', () => {
    const late = { name: 'D', op: 'derive', as: 'late', value: 1 };
    expect(inCoverage({ name: 'M', op: 'set', by: { value: 'late' } }, late)).toEqual([
      `${at}.by: no value "late" is derived before this`,
    ]);
    expect(inCoverage(late, { name: 'M', op: 'set', by: { value: 'late' } })).toEqual([]);
    const loops = [
      { loop: 'locations', derive: [{ name: 'D', op: 'derive' as const, as: 'units', value: 1 }] },
    ];
    expect(issuesOf({ loops, coverages: [aCoverage('MAIN', [set({ value: 'units' })])] })).toEqual([
      'coverages[0].steps[0].by: no value "units" is derived before this',
    ]);
  });

  it('refuses premiums in rules that run before rating, and names used twice', () => {
    const rule = {
      id: 'r',
      outcome: 'INELIGIBLE' as const,
      when: { '>': [{ value: 'premium' }, 1] },
      message: 'm',
    };
    expect(issuesOf({ underwriting: [rule, { ...rule, outcome: 'DECLINE' }] })).toEqual([
      'underwriting[1]: "r" is there twice',
      'underwriting[0].when: no value "premium" is derived before this',
    ]);
    expect(issuesOf({ coverages: [aCoverage('A', [set(1)]), aCoverage('A', [set(1)])] })).toEqual([
      'coverages[1]: "A" is there twice',
    ]);
  });

  it('makes compilePlan throw all of it', () => {
    const plan = aPlan({ coverages: [aCoverage('MAIN', [set({ answer: 'x' }), set({ answer: 'y' })])] });
    expect(() => compilePlan(plan, {}, commonTypes)).toThrow(PlanError);
    expect(() => compilePlan(plan, {}, commonTypes)).toThrow(/question "x"[\s\S]*question "y"/);
  });
});
