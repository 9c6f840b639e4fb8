import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal } from '../../../domain/expression/index.js';
import { ImpactTally, type Premium } from '../../../domain/impact/premium-tally.js';

type Pair = [baseline: number | 'DECLINED' | 'NOT_OFFERED', candidate: number | 'DECLINED' | 'NOT_OFFERED'];

function tallied(pairs: readonly Pair[]) {
  const tally = new ImpactTally();
  const premium = (amount: Pair[0]): Premium => (typeof amount === 'number' ? Decimal.of(amount) : amount);
  pairs.forEach(([baseline, candidate], index) => {
    tally.add({ requestId: String(index), baseline: premium(baseline), candidate: premium(candidate) });
  });
  return tally.report();
}

const bins = (pairs: readonly Pair[]) =>
  tallied(pairs).bins.map(({ from, to, quotes }) => [from, to, quotes]);

describe('the impact of a version', () => {
  it('counts what is quoted on which version', () => {
    const { outcomes } = tallied([
      [100, 110],
      [100, 'DECLINED'],
      [100, 'NOT_OFFERED'],
      ['DECLINED', 100],
      ['DECLINED', 'DECLINED'],
    ]);
    expect(outcomes).toEqual({
      QUOTED_ON_BOTH: 1,
      QUOTED_ON_BASELINE_ONLY: 2,
      QUOTED_ON_CANDIDATE_ONLY: 1,
      QUOTED_ON_NEITHER: 1,
    });
  });

  it('sums premiums up exactly and tells raised from lowered ones', () => {
    const report = tallied([
      [0.1, 0.2],
      [0.2, 0.1],
      [1000, 1000],
    ]);
    expect(report.baseline.toFixed()).toBe('1000.3');
    expect(report.candidate.toFixed()).toBe('1000.3');
    expect(report).toMatchObject({ raised: 1, lowered: 1, unchanged: 1 });
    expect(report.lowest).toMatchObject({ requestId: '1' });
    expect(report.highest).toMatchObject({ requestId: '0' });
    expect(report.lowest?.percent.toFixed()).toBe('-50');
  });

  it('keeps unchanged premiums apart from those next to them', () => {
    expect(
      bins([
        [100, 100],
        [100000, 100001],
        [100000, 99999],
        [100, 100.5],
      ]),
    ).toEqual([
      [-0.5, 0, 1],
      [0, 0, 1],
      [0, 0.5, 1],
      [0.5, 1, 1],
    ]);
  });

  it('has bins for nothing but lower, nothing but higher and nothing but equal premiums', () => {
    expect(bins([[100, 100]])).toEqual([[0, 0, 1]]);
    expect(bins([[100, 99]])).toEqual([
      [-1, -0.5, 1],
      [-0.5, 0, 0],
    ]);
    expect(bins([[1000, 1002]])).toEqual([[0, 0.5, 1]]);
    expect(bins([])).toEqual([]);
  });

  it('tells the percentiles', () => {
    const { percentiles } = tallied(Array.from({ length: 100 }, (_, index): Pair => [100, 101 + index]));
    expect(percentiles).toEqual([
      { share: 5, percent: 5 },
      { share: 25, percent: 25 },
      { share: 50, percent: 50 },
      { share: 75, percent: 75 },
      { share: 95, percent: 95 },
    ]);
  });

  it('puts every quote into one bin, in ascending order without gaps', () => {
    const amount = fc.integer({ min: 0, max: 1_000_000 }).map((cents) => cents / 100);
    fc.assert(
      fc.property(fc.array(fc.tuple(amount, amount), { minLength: 1, maxLength: 300 }), (pairs) => {
        const report = tallied(pairs);
        expect(report.bins.reduce((sum, { quotes }) => sum + quotes, 0)).toBe(pairs.length);
        expect(report.raised + report.lowered + report.unchanged).toBe(pairs.length);
        expect(report.bins.length).toBeLessThanOrEqual(26);
        const changes = report.bins.filter(({ from, to }) => !(from === 0 && to === 0));
        changes.slice(1).forEach(({ from }, index) => {
          expect(from).toBeCloseTo(changes[index]!.to!, 9);
        });
      }),
    );
  });

  it('stays as small however many quotes it adds up', () => {
    const tally = new ImpactTally();
    for (let index = 0; index < 50_000; index++) {
      tally.add({
        requestId: String(index),
        baseline: Decimal.of(100),
        candidate: Decimal.of(1 + (index % 997)),
      });
    }
    expect(tally.report().outcomes.QUOTED_ON_BOTH).toBe(50_000);
    expect(JSON.stringify(tally.report()).length).toBeLessThan(10_000);
  });
});
