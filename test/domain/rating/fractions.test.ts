import { describe, expect, it } from 'vitest';
import { runLine } from '../../../domain/rating/comparison/chain.js';
import { Findings } from '../../../domain/rating/lint/findings.js';
import { lintPlans } from '../../../domain/rating/plan/lint-plan.js';
import { canonicalTable } from '../../../domain/rating/tables/canonical-table.js';
import { buildWorksheet } from '../../../domain/worksheet/build-worksheet.js';
import { describeLine } from '../../../domain/worksheet/describe-line.js';
import {
  aCoverage,
  answers,
  aPlan,
  aTable,
  commonTypes,
  compiled,
  type PlanInput,
  quoted,
  rate,
  set,
} from './rating-factory.js';
import { dec, type TableInput, table } from './table-factory.js';

const down: PlanInput['rounding'] = { digits: 2, mode: 'DOWN' };
const discounts: TableInput = {
  keys: [{ name: 'state' }],
  columns: [{ name: 'discount' }],
  rows: [
    ['CA', '38 1/3 %'],
    ['NY', '2/3'],
    ['TX', 0.5],
  ],
};
const discount = {
  ...{ name: 'Discount', op: 'lookup', table: 'discounts', as: 'discount' },
  keys: { state: { '??': [{ answer: 'state' }, 'TX'] } },
};

function premium(steps: object[], given: Record<string, string> = {}): string {
  const plan: PlanInput = {
    rounding: down,
    derive: [discount as never],
    coverages: [aCoverage('MAIN', steps)],
  };
  return quoted(rate(compiled(plan, { discounts }), given)).premium;
}

describe('a fraction as the manual has it', () => {
  it('is exact as the operand of a step, in an expression and in a table', () => {
    expect(premium([set(300), { name: 'A third', op: 'multiply', by: '1/3' }])).toBe('100.00');
    const left = { '-': [1, { value: 'discount' }] };
    expect(premium([set(60), { name: 'Left', op: 'multiply', by: left }], { state: 'CA' })).toBe('37.00');
    expect(
      premium([set(90), { name: 'Left', op: 'multiply', by: { value: 'discount' } }], { state: 'NY' }),
    ).toBe('60.00');
    expect(premium([set({ '*': [{ '+': [1, 2] }, '1/3', 100] })])).toBe('100.00');
    expect(premium([set('33 1/3'), { name: 'Thrice', op: 'multiply', by: 3 }])).toBe('100.00');
  });

  it('stays as it is written in the table, and is its number as a key', () => {
    expect(canonicalTable(aTable({ ...discounts, rows: [['CA', ' 38  1/3 % ']] })).rows).toEqual([
      ['CA', '38 1/3 %'],
    ]);
    const find = table({
      keys: [{ name: 'n', match: 'upTo', type: 'number' }],
      columns: [{ name: 'f' }],
      rows: [
        ['2/3', 1],
        ['*', 2],
      ],
    });
    expect([find([dec('0.666')]), find([dec('0.667')])]).toEqual([
      ['1', 0],
      ['2', 1],
    ]);
  });

  it('is said as it is written, and computed on the worksheet', () => {
    const plan = {
      coverages: [aCoverage('MAIN', [set(300), { name: 'A third', op: 'multiply', by: '1/3' }])],
    };
    const [, line] = buildWorksheet(quoted(rate(compiled(plan))).worksheet, answers({})).lines;
    expect([describeLine(line!.source), line!.after.value, line!.after.formula !== null]).toEqual([
      '× 1/3',
      '100',
      true,
    ]);
  });

  it('is exact where a comparison repeats the step', () => {
    const plan = {
      coverages: [aCoverage('MAIN', [set(300), { name: 'A third', op: 'multiply', by: '1/3' }])],
    };
    const [, line] = quoted(rate(compiled(plan))).worksheet;
    expect(String(runLine(line!, dec('3000')))).toBe('1000');
  });

  it('is a number for lint, and a text where it is no operand', () => {
    const findings = new Findings();
    const steps = [
      set(300),
      { name: 'A third', op: 'divide', by: '2/3' },
      { name: 'Less', op: 'multiply', by: { max: ['1/3', { value: 'discount' }] } },
    ];
    const plan = aPlan({ derive: [discount as never], coverages: [aCoverage('MAIN', steps)] });
    lintPlans([{ plan, path: [], types: commonTypes }], { discounts: aTable(discounts) }, findings);
    expect(findings.issues).toEqual([]);
    expect(
      premium([set(5), { name: 'If', op: 'add', by: 1, when: { '==': [{ answer: 'note' }, '1/3'] } }], {
        note: '1/3',
      }),
    ).toBe('6.00');
  });
});
