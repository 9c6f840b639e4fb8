import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal } from '../../../domain/expression/index.js';
import { allocate } from '../../../domain/money/allocate.js';
import { aCoverage, answers, compiled, quoted, rate, refusals, set } from './rating-factory.js';

const coverages = [aCoverage('A', [set(100)]), aCoverage('B', [set('50.5')])];

function sumOf(result: { coverages: { premium: string }[] }): string {
  return result.coverages.reduce((sum, { premium }) => sum.plus(premium), Decimal.of(0)).toFixed(2);
}

describe('premium', () => {
  it('is the sum of the coverages that apply', () => {
    const result = quoted(
      rate(
        compiled({ coverages: [...coverages, aCoverage('C', [set(9)], { when: { answer: 'sprinklers' } })] }),
      ),
    );
    expect(result.premium).toBe('150.50');
    expect(result.coverages.map(({ code, premium }) => [code, premium])).toEqual([
      ['A', '100.00'],
      ['B', '50.50'],
    ]);
  });

  it('takes policy steps, term factor and rounding in this order, and coverages still add up to it', () => {
    const plan = compiled({
      coverages,
      terms: [
        { term: 'ANNUAL', factor: 1 },
        { term: 'HALF_YEAR', factor: '0.525' },
      ],
      policy: [
        { name: 'Discount', op: 'multiply', by: 0.9 },
        { name: 'Minimum', op: 'max', by: 140 },
      ],
      rounding: { digits: 0, mode: 'HALF_UP' },
    });
    const result = quoted(
      plan.rate({ answers: answers({}), effectiveDate: '2026-01-01', term: 'HALF_YEAR' }),
    );
    // 150.5 * 0.9 = 135.45, raised to 140, * 0.525 = 73.5
    expect(result.premium).toBe('74.00');
    expect(result.term).toBe('HALF_YEAR');
    expect(result.coverages.map(({ premium }) => premium)).toEqual(['49.00', '25.00']);
    expect(sumOf(result)).toBe('74.00');
    expect(result.rateMeta.annualPremium).toBe('140');
    const policy = result.worksheet.filter(({ section }) => section === 'policy');
    expect(policy.map(({ step, after }) => [step, after])).toEqual([
      ['Sum of the coverages', '150.5'],
      ['Discount', '135.45'],
      ['Minimum', '140'],
      ['Term factor', '73.5'],
      ['Rounding', '74'],
    ]);
  });

  it('lets later coverages build on earlier ones', () => {
    const share = aCoverage('B', [set({ '*': [{ value: 'A' }, 0.1] })]);
    expect(quoted(rate(compiled({ coverages: [aCoverage('A', [set(100)]), share] }))).premium).toBe('110.00');
  });

  it('is never zero or negative by accident', () => {
    expect(refusals(rate(compiled({ coverages: [aCoverage('A', [set(0)])] })))[0]?.code).toBe('ZERO_PREMIUM');
    expect(refusals(rate(compiled({ coverages: [aCoverage('A', [set(-1)])] })))[0]?.code).toBe(
      'NEGATIVE_PREMIUM',
    );
    const never = { name: 'Never', op: 'set', by: 5, when: { answer: 'sprinklers' } };
    expect(refusals(rate(compiled({ coverages: [aCoverage('A', [never])] })))[0]?.code).toBe('NO_PREMIUM');
    const off = aCoverage('A', [set(5)], { when: { answer: 'sprinklers' } });
    expect(refusals(rate(compiled({ coverages: [off] })))[0]?.code).toBe('NO_COVERAGE');
    const trillions = [aCoverage('A', [set('99999999999999')])];
    expect(refusals(rate(compiled({ coverages: trillions })))[0]?.code).toBe('AMOUNT_TOO_LARGE');
    const free = compiled({ coverages: [aCoverage('A', [set(0)])], allowZeroPremium: true });
    expect(quoted(rate(free)).premium).toBe('0.00');
  });

  it('declines a term or date that it cannot rate', () => {
    const plan = compiled({});
    const refused = plan.rate({ answers: {}, effectiveDate: '2026-02-30', term: 'MONTH' });
    expect(refusals(refused)).toEqual([{ code: 'TERM_NOT_OFFERED' }, { code: 'TYPE_MISMATCH' }]);
    expect(refused.term).toBeNull();
  });
});

describe('taxes and fees', () => {
  it('stand on the premium and are money', () => {
    const plan = compiled({
      coverages,
      taxesAndFees: [
        { type: 'TAX', steps: [set({ value: 'premium' }), { name: 'Rate', op: 'multiply', by: '0.0123' }] },
        { type: 'FEE', steps: [set(25)] },
        { type: 'NY_FEE', when: { '==': [{ answer: 'state' }, 'NY'] }, steps: [set(10)] },
      ],
    });
    const result = quoted(rate(plan, { state: 'CA' }));
    // 150.50 * 0.0123 = 1.85115
    expect(result.taxesAndFees).toEqual([
      { type: 'TAX', amount: '1.85' },
      { type: 'FEE', amount: '25.00' },
    ]);
    expect(result.rateMeta).toMatchObject({ premium: '150.50', taxesAndFees: '26.85', total: '177.35' });
  });
});

describe('coverage details', () => {
  it('are computed, conditional and grouped by key', () => {
    const details = [
      {
        key: 'limits',
        amount: { answer: 'sales' },
        amountType: 'LIMIT',
        description: 'Each',
        scope: 'X',
        scopeLabel: 'x',
      },
      { key: 'limits', amount: 2000000 },
      { key: 'deductible', amount: '500', when: { answer: 'sprinklers' } },
    ];
    const plan = compiled({ coverages: [aCoverage('A', [set(1)], { details })] });
    expect(quoted(rate(plan, { sales: '1000.50' })).coverages[0]?.details).toEqual({
      limits: [
        { amount: '1000.5', amountType: 'LIMIT', description: 'Each', scope: 'X', scopeLabel: 'x' },
        { amount: '2000000' },
      ],
    });
    expect(refusals(rate(plan))).toEqual([
      { code: 'MISSING_ANSWER', qid: 'sales', step: 'Coverage details' },
    ]);
  });
});

describe('allocation', () => {
  const money = fc.integer({ min: 0, max: 10_000_000 }).map((cents) => Decimal.of(cents).dividedBy(1000));

  it('adds up to the total exactly, each part within one unit of its share', () => {
    fc.assert(
      fc.property(
        fc.array(money, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.constantFrom(0, 2),
        (rated, units, digits) => {
          const total = Decimal.of(units).dividedBy(10 ** digits);
          const parts = allocate(total, rated, digits);
          const sum = rated.reduce((a, b) => a.plus(b), Decimal.of(0));
          expect(parts.reduce((a, b) => a.plus(b), Decimal.of(0)).equals(total)).toBe(true);
          parts.forEach((part, index) => {
            expect(part.decimalPlaces()).toBeLessThanOrEqual(digits);
            if (sum.isZero()) return;
            const share = total.times(rated[index] ?? 0).dividedBy(sum);
            expect(part.minus(share).abs().lessThanOrEqualTo(Decimal.of(10).toPower(-digits))).toBe(true);
          });
        },
      ),
    );
  });

  it('changes nothing where nothing has to change', () => {
    const rated = [Decimal.of('1.25'), Decimal.of('2.5')];
    expect(allocate(Decimal.of('3.75'), rated, 2).map(String)).toEqual(['1.25', '2.5']);
  });
});
