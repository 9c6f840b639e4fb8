import { expect, it } from 'vitest';
import { issuesOf } from '../product/lint-factory.js';
import { compiled, quoted } from './rating-factory.js';

const terms = (factor: number) => [
  { term: 'ANNUAL', factor: 1 },
  { term: '36_MONTHS', factor },
];

it('rates a term of three years by its factor on the yearly premium', () => {
  const plan = compiled({ terms: terms(2.7) as never });
  const result = quoted(plan.rate({ answers: {}, effectiveDate: '2027-01-01', term: '36_MONTHS' }));
  expect(result).toMatchObject({ premium: '270.00', term: '36_MONTHS' });
  expect(plan.rate({ answers: {}, effectiveDate: '2027-01-01', term: '48_MONTHS' })).toMatchObject({
    outcome: 'DECLINED',
    messages: [{ code: 'TERM_NOT_OFFERED', message: expect.stringContaining('only ANNUAL, 36_MONTHS') }],
  });
});

it('warns of a term that costs no more than a shorter one', () => {
  expect(issuesOf({ plan: { terms: terms(2.7) } })).toEqual([]);
  expect(issuesOf({ plan: { terms: terms(1) } })).toEqual([
    'WARNING ratingPlans.standard.terms[1]: the term 36_MONTHS costs 1 of the yearly premium, and the shorter ANNUAL 1: the factor is on the premium of a year',
  ]);
});
