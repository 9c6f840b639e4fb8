import { describe, expect, it } from 'vitest';
import { aCoverage, compiled, quoted, rate, set } from './rating-factory.js';

const isMore = (value: object, limit: unknown) => ({ '>': [value, limit] });
const sales = { answer: 'sales' };

function comparedBy(when: Record<string, unknown>, answers: Record<string, string> = { sales: '800' }) {
  const plan = compiled({
    derive: [{ name: 'Twice the sales', op: 'derive', as: 'twice', value: { '*': [sales, 2] } }],
    coverages: [aCoverage('MAIN', [set(sales)])],
    underwriting: [{ id: 'rule', outcome: 'REFER', when, message: 'Refer.' }],
  });
  return quoted(rate(plan, answers)).messages.map(({ compared }) => compared);
}

describe('the values that broke the limit of a rule', () => {
  it('are told with the limit, whichever stands first', () => {
    const told = { reads: 'answer', name: 'sales', value: '800', operator: '>', limit: '500' };
    expect(comparedBy(isMore(sales, 500))).toEqual([[told]]);
    expect(comparedBy({ '<': [500, sales] })).toEqual([[told]]);
  });

  it('are those that held, of what is joined', () => {
    const when = {
      or: [isMore(sales, 900), { and: [isMore({ value: 'twice' }, 1000), isMore(sales, 100)] }],
    };
    expect(comparedBy(when)).toEqual([
      [
        { reads: 'value', name: 'twice', value: '1600', operator: '>', limit: '1000' },
        { reads: 'answer', name: 'sales', value: '800', operator: '>', limit: '100' },
      ],
    ]);
  });

  it('may be computed, and so may the limit', () => {
    expect(comparedBy(isMore({ '/': [sales, 2] }, { '+': [{ value: 'twice' }, -1500] }))).toEqual([
      [{ value: '400', operator: '>', limit: '100' }],
    ]);
  });

  it('are not told of equality, of what is negated, and of rules that only say something', () => {
    expect(comparedBy({ '==': [sales, 800] })).toEqual([undefined]);
    expect(comparedBy({ '!': [isMore(sales, 900)] })).toEqual([undefined]);
    const plan = compiled({
      coverages: [aCoverage('MAIN', [set(sales)])],
      underwriting: [{ id: 'rule', outcome: 'MESSAGE', when: isMore(sales, 500), message: 'Many.' }],
    });
    expect(quoted(rate(plan, { sales: '800' })).messages[0]).not.toHaveProperty('compared');
  });
});
