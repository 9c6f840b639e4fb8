import { describe, expect, it } from 'vitest';
import { answer, issuesOf, key, lookup, multiply, range, table } from './lint-factory.js';

/** What was found though there is nothing to find, in published manuals that were entered as products. */
describe('lint finds nothing', () => {
  const isState = (...states: string[]) => ({ in: [answer('state'), states] });

  it('where a value is derived again under a narrower condition', () => {
    const derive = [
      { name: 'Usual', op: 'derive', as: 'share', value: 1, when: isState('NY', 'CA') },
      { name: 'New York', op: 'derive', as: 'share', value: 2, when: { '==': [answer('state'), 'NY'] } },
    ];
    const steps = [multiply({ value: 'share' }, { when: isState('NY', 'CA') })];
    expect(issuesOf({ plan: { derive, coverages: coverages(steps) } })).toEqual([]);
  });

  it('where two steps derive a value, each for its own choices', () => {
    const derive = [
      { name: 'New York', op: 'derive', as: 'share', value: 1, when: { '==': [answer('state'), 'NY'] } },
      { name: 'Elsewhere', op: 'derive', as: 'share', value: 2, when: { '!=': [answer('state'), 'NY'] } },
    ];
    expect(issuesOf({ plan: { derive, coverages: coverages([multiply({ value: 'share' })]) } })).toEqual([]);
  });

  it('but does where no step derives it for some', () => {
    const derive = [
      { name: 'New York', op: 'derive', as: 'share', value: 1, when: { '==': [answer('state'), 'NY'] } },
      { name: 'Texas', op: 'derive', as: 'share', value: 2, when: { '==': [answer('state'), 'TX'] } },
    ];
    const found = issuesOf({ plan: { derive, coverages: coverages([multiply({ value: 'share' })]) } });
    expect(found.join()).toContain('"share" is not always derived');
  });

  it('between the ranges of whole numbers: of iterations, years and what is computed of them', () => {
    const rows = [
      [[0, 1], 1],
      [[2, 5], 0.9],
      [[6, null], 0.8],
    ];
    const tables = { rates: table([{ ...range('number'), to: 'included' }], rows) };
    for (const sought of [
      { iterations: 'sites' },
      { yearsBetween: [answer('since'), { value: 'effectiveDate' }] },
      { min: [{ '+': [{ iterations: 'sites' }, 1] }, 20] },
    ]) {
      const said = issuesOf({ tables, questions: [since], steps: [lookup({ number: sought })] });
      expect(said.filter((text) => text.includes('from 1 to 2'))).toEqual([]);
    }
  });

  it('about years below none since a date that is the effective date at most', () => {
    const tables = {
      rates: table(
        [range('years')],
        [
          [[0, 1], 1.1],
          [[1, null], 1],
        ],
      ),
    };
    const years = { yearsBetween: [answer('since'), { value: 'effectiveDate' }] };
    expect(issuesOf({ tables, questions: [since], steps: [lookup({ years })] })).toEqual([]);
  });

  it('about an amount that is set for a list of choices, where one of them is asked for', () => {
    const steps = [
      { name: 'Base', op: 'set', by: 100, when: isState('NY', 'CA') },
      multiply(2, { when: { '==': [answer('state'), 'CA'] } }),
    ];
    expect(issuesOf({ plan: { allowZeroPremium: true, coverages: coverages(steps, []) } })).toEqual([]);
    const other = [steps[0] ?? {}, multiply(2, { when: { '==': [answer('state'), 'TX'] } })];
    const said = issuesOf({ plan: { allowZeroPremium: true, coverages: coverages(other, []) } });
    expect(said.join()).toContain('"multiply" may have no amount');
  });

  const editions = {
    rates: table(
      [key('edition', { match: 'dateRange' }), key('state')],
      [
        [['2020-01-01', '2022-01-01'], 'NY', 1],
        [['2022-01-01', null], ['NY', 'CA', 'TX'], 1.1],
      ],
    ),
  };
  const edition = { value: 'effectiveDate' };

  it('about an edition that a condition on its date leaves out', () => {
    const after = { when: { '>=': [edition, '2022-01-01'] } };
    const steps = [
      lookup({ edition, state: answer('state') }, after),
      lookup(
        { edition, state: answer('state') },
        { when: { and: [{ '<': [edition, '2022-01-01'] }, { '==': [answer('state'), 'NY'] }] } },
      ),
    ];
    expect(issuesOf({ tables: editions, steps })).toEqual([]);
  });

  it('about ZIPs that have one state each', () => {
    const rows = [
      ['10001', 'NY', 1],
      ['90001', 'CA', 1.1],
      ['75001', 'TX', 1.2],
      ['otherwise', ['NY', 'CA', 'TX'], 1.3],
    ];
    const rates = table([key('zip'), key('state')], rows);
    expect(
      issuesOf({ tables: { rates }, steps: [lookup({ zip: answer('note'), state: answer('state') })] }),
    ).toEqual([]);
  });

  it('and names the edition that has no row', () => {
    expect(issuesOf({ tables: editions, steps: [lookup({ edition, state: answer('state') })] })).toEqual([
      expect.stringContaining(
        'there is no row for edition from 2020-01-01 to 2022-01-01, state "CA"; edition from 2020-01-01 to 2022-01-01, state "TX"',
      ),
    ]);
  });
});

const since = {
  qid: 'since',
  question: 'Since?',
  answerType: 'DATE',
  required: true,
  max: 'effectiveDate',
};

const base = { name: 'Base', op: 'set', by: 500 };

function coverages(steps: object[], before: object[] = [base]) {
  return [{ code: 'BASE', title: 'Base', type: 'Liability', steps: [...before, ...steps] }];
}
