import { describe, expect, it } from 'vitest';
import { aCoverage, answers, compiled, iterationId, quoted, rate, refusals, set } from './rating-factory.js';

const premiumOf = (steps: object[], given: Parameters<typeof rate>[1] = {}, more: object = {}) =>
  quoted(rate(compiled({ coverages: [aCoverage('MAIN', steps)], ...more }), given)).premium;

describe('arithmetic steps', () => {
  it.each([
    [[set('0.1'), { name: 'A', op: 'add', by: 0.2 }, { name: 'M', op: 'multiply', by: 10 }], '3.00'],
    [[set(10), { name: 'S', op: 'subtract', by: '2.5' }], '7.50'],
    [[set(10), { name: 'D', op: 'divide', by: 3 }], '3.33'],
    [[set(10), { name: 'D', op: 'divide', by: 3 }, { name: 'M', op: 'multiply', by: 3 }], '10.00'],
    [[set(500), { name: 'At most', op: 'min', by: 350 }], '350.00'],
    [[set(100), { name: 'At most', op: 'min', by: 350 }], '100.00'],
    [[set(100), { name: 'At least', op: 'max', by: 350 }], '350.00'],
    [[set('12.345'), { name: 'R', op: 'round', digits: 2 }], '12.35'],
    [[set('12.345'), { name: 'R', op: 'round', digits: 2, mode: 'HALF_EVEN' }], '12.34'],
    [[set('1250.01'), { name: 'R', op: 'round', digits: -2, mode: 'UP' }], '1300.00'],
    [[set('12.9'), { name: 'R', op: 'round', digits: 0, mode: 'FLOOR' }], '12.00'],
    [[{ name: 'A', op: 'add', by: 7 }], '7.00'],
  ])('%j gives %s', (steps, premium) => {
    expect(premiumOf(steps)).toBe(premium);
  });

  it('skips a step whose condition does not hold, or stands on a missing answer', () => {
    const steps = [
      set(10),
      { name: 'Large', op: 'multiply', by: 2, when: { '>': [{ answer: 'sales' }, 100] } },
    ];
    expect(premiumOf(steps, { sales: '101' })).toBe('20.00');
    expect(premiumOf(steps, { sales: '100' })).toBe('10.00');
    expect(premiumOf(steps)).toBe('10.00');
  });

  it('branches', () => {
    const branch = {
      name: 'Size',
      op: 'if',
      condition: { '>': [{ answer: 'sales' }, 100] },
      then: [set(1)],
      else: [set(2)],
    };
    expect(premiumOf([branch], { sales: '101' })).toBe('1.00');
    expect(premiumOf([branch], { sales: '5' })).toBe('2.00');
  });
});

describe('lookups', () => {
  const tables = {
    states: {
      keys: [{ name: 'state' }],
      columns: [{ name: 'factor' }, { name: 'tier', type: 'text' as const }],
      rows: [
        ['CA', 1.5, 'A'],
        ['NY', 2, 'B'],
      ],
    },
  };
  const byState = { op: 'lookup', table: 'states', keys: { state: { answer: 'state' } } };

  it('applies what it finds, keeps it, or both', () => {
    const plan = compiled(
      {
        derive: [{ ...byState, name: 'Tier', column: 'tier', as: 'tier' }],
        coverages: [
          aCoverage('MAIN', [
            set(10),
            { ...byState, name: 'State', column: 'factor', apply: 'multiply', as: 'stateFactor' },
            { name: 'Again', op: 'multiply', by: { value: 'stateFactor' } },
          ]),
        ],
      },
      tables,
    );
    const result = quoted(rate(plan, { state: 'CA' }));
    expect(result.premium).toBe('22.50');
    expect(result.rateMeta).toMatchObject({ tier: 'A', stateFactor: '1.5', MAIN: '22.5', premium: '22.50' });
    expect(result.worksheet.find(({ step }) => step === 'State')).toEqual({
      section: 'coverage:MAIN',
      step: 'State',
      op: 'lookup',
      apply: 'multiply',
      column: 'factor',
      inputs: { state: 'CA', factor: '1.5' },
      table: 'states',
      row: 0,
      as: 'stateFactor',
      before: '10',
      after: '15',
    });
  });

  it('declines where there is no row, naming the question, the step and the table', () => {
    const plan = compiled(
      { coverages: [aCoverage('MAIN', [{ ...byState, name: 'State', column: 'factor', apply: 'set' }])] },
      tables,
    );
    const result = rate(plan, { state: 'TX' });
    expect(refusals(result)).toEqual([{ code: 'NO_TABLE_ROW', qid: 'state', step: 'State' }]);
    expect(result.messages[0]?.message).toBe(
      'coverage:MAIN, step "State": table "states" has no row for state "TX"',
    );
    expect(refusals(rate(plan))).toEqual([{ code: 'MISSING_ANSWER', qid: 'state', step: 'State' }]);
  });
});

describe('loops', () => {
  const areaOf = { name: 'Area', op: 'set', by: { answer: 'location.area' } };
  const total = { name: 'All', op: 'sumOverLoop', loop: 'locations', apply: 'set', steps: [areaOf] };

  it('adds up what each iteration comes to', () => {
    expect(premiumOf([total], { locations: [{ 'location.area': '10' }, { 'location.area': '2.5' }] })).toBe(
      '12.50',
    );
  });

  it('derives values of each iteration once, seen in all its steps', () => {
    const plan = compiled({
      loops: [
        {
          loop: 'locations',
          derive: [
            { name: 'Units', op: 'derive', as: 'units', value: { '/': [{ answer: 'location.area' }, 1000] } },
          ],
        },
      ],
      coverages: ['A', 'B'].map((code) =>
        aCoverage(code, [{ ...total, steps: [{ name: 'Units', op: 'set', by: { value: 'units' } }] }]),
      ),
    });
    const result = quoted(
      rate(plan, { locations: [{ 'location.area': '2000' }, { 'location.area': '3000' }] }),
    );
    expect(result.coverages.map(({ premium }) => premium)).toEqual(['5.00', '5.00']);
    const derived = result.worksheet.filter(({ section }) => section === 'loop:locations');
    expect(derived.map(({ iterationId: id, after }) => [id, after])).toEqual([
      [iterationId(0), '2'],
      [iterationId(1), '3'],
    ]);
  });

  it('names the iteration of a missing answer', () => {
    const plan = compiled({ coverages: [aCoverage('MAIN', [total])] });
    expect(refusals(rate(plan, { locations: [{ 'location.area': '1' }, { 'location.area': '' }] }))).toEqual([
      { code: 'MISSING_ANSWER', qid: 'location.area', iterationId: iterationId(1), step: 'Area' },
    ]);
  });

  it('keeps the sum as a value and counts iterations', () => {
    const steps = [
      { ...total, apply: undefined, as: 'totalArea' },
      { name: 'Mean', op: 'set', by: { '/': [{ value: 'totalArea' }, { iterations: 'locations' }] } },
    ];
    expect(premiumOf(steps, { locations: [{ 'location.area': '1' }, { 'location.area': '2' }] })).toBe(
      '1.50',
    );
    expect(refusals(rate(compiled({ coverages: [aCoverage('MAIN', steps)] })))).toEqual([
      { code: 'DIVISION_BY_ZERO', step: 'Mean' },
    ]);
  });
});

describe('problems', () => {
  it.each([
    [
      { name: 'D', op: 'divide', by: { answer: 'sales' } },
      { sales: '0' },
      { code: 'DIVISION_BY_ZERO', step: 'D' },
    ],
    [
      { name: 'M', op: 'multiply', by: { answer: 'note' } },
      { note: 'many' },
      { code: 'TYPE_MISMATCH', qid: 'note', step: 'M' },
    ],
    [
      { name: 'W', op: 'multiply', by: 2, when: { '>': [{ answer: 'note' }, 3] } },
      { note: 'many' },
      { code: 'TYPE_MISMATCH', qid: 'note', step: 'W' },
    ],
    [
      { name: 'Y', op: 'multiply', by: { yearsBetween: [{ answer: 'note' }, { value: 'effectiveDate' }] } },
      { note: 'long ago' },
      { code: 'TYPE_MISMATCH', qid: 'note', step: 'Y' },
    ],
  ])('%j with %j declines', (step, given, refusal) => {
    expect(refusals(rate(compiled({ coverages: [aCoverage('MAIN', [set(1), step])] }), given))).toEqual([
      refusal,
    ]);
  });

  it('knows the effective date', () => {
    const by = { yearsBetween: [{ answer: 'founded' }, { value: 'effectiveDate' }] };
    expect(premiumOf([set(by)], { founded: '2016-01-01' })).toBe('10.00');
    expect(premiumOf([set(by)], { founded: '2016-01-02' })).toBe('9.00');
  });

  it('answers the same for the same request', () => {
    const plan = compiled({ coverages: [aCoverage('MAIN', [set({ answer: 'sales' })])] });
    const request = { answers: answers({ sales: '12.5' }), effectiveDate: '2026-01-01' };
    expect(plan.rate(request)).toEqual(plan.rate(request));
  });
});
