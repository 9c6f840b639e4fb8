import { describe, expect, it } from 'vitest';
import { whyNotLoad } from '../../../domain/quote/loading.js';
import { quoteDetailsOf } from '../../../domain/quote/quote-details.js';
import { compilePlan } from '../../../domain/rating/plan/compile-plan.js';
import type { RatingRequest } from '../../../domain/rating/plan/compiled-plan.js';
import { ratingPlan } from '../../../domain/rating/plan/plan.js';

const coverage = (code: string, by: string) => ({
  ...{ code, title: code, type: 'Liability' },
  steps: [{ name: 'Rate', op: 'set', by }],
});
const plan = compilePlan(
  ratingPlan.parse({
    title: 'Loaded',
    terms: [
      { term: 'ANNUAL', factor: 1 },
      { term: 'HALF_YEAR', factor: '0.5' },
    ],
    coverages: [coverage('A', '33.33'), coverage('B', '33.33'), coverage('C', '33.35')],
    policy: [{ name: 'Least', op: 'minimum', by: '60', scaledByTerm: false }],
  }),
  {},
  new Map(),
);

function rated(asked: Pick<RatingRequest, 'loading' | 'term'>) {
  const rating = plan.rate({ answers: {}, effectiveDate: '2030-01-01', ...asked });
  if (rating.outcome !== 'QUOTED') throw new Error(rating.messages[0]?.message);
  return rating;
}

describe('an underwriting loading', () => {
  it('is a line of its own, and every cent of it is in a coverage', () => {
    const rating = rated({ loading: '12.5' });
    expect(rating.premium).toBe('112.51');
    expect(rating.loading).toEqual({ percent: '12.5', amount: '12.50' });
    const cents = rating.coverages.reduce((sum, { premium }) => sum + Math.round(Number(premium) * 100), 0);
    expect(cents).toBe(11_251);
    const line = rating.worksheet.find(({ step }) => step === 'Underwriting loading');
    expect(line).toMatchObject({ op: 'multiply', inputs: { by: '1.125' }, after: '112.51125' });
    expect(quoteDetailsOf(rating, '').premium.loading).toEqual({ percent: 12.5, amount: 12.5 });
  });

  it('is scaled by the term, and a credit stops at the least premium of it', () => {
    expect(rated({ loading: '50', term: 'HALF_YEAR' })).toMatchObject({
      premium: '75.01',
      loading: { amount: '25.00' },
    });
    expect(rated({ loading: '-50' }).premium).toBe('60.00');
  });

  it('changes nothing of a rating without one', () => {
    const rating = rated({});
    expect(rating.premium).toBe('100.01');
    expect('loading' in rating).toBe(false);
    expect(rating.worksheet.map(({ step }) => step)).not.toContain('Underwriting loading');
  });
});

describe('what a product allows', () => {
  const allowed = { loading: { least: '-10', most: '25', step: '2.5', atRenewal: 'KEPT' as const } };
  it.each([
    ['0', 'must not be 0: leave it out'],
    ['-12.5', 'must be from -10 to 25'],
    ['26', 'must be from -10 to 25'],
    ['3', 'must be a multiple of 2.5'],
    ['1e-7', 'must be a decimal number with at most four decimals'],
    ['-7.5', undefined],
  ])('is %s: %s', (percent, reason) => {
    expect(whyNotLoad(allowed, { percent })).toBe(reason);
  });
  it('is none by default', () => {
    expect(whyNotLoad({}, { percent: '5' })).toMatch(/declares no loading/);
  });
});
