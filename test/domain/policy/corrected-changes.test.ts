import { expect, it } from 'vitest';
import { answersOn } from '../../../domain/policy/timeline.js';
import { aChange, anIssue, lastTermOf } from './generated-term.js';

const limit = (answer: string) => ({ limit: { type: 'ANSWER' as const, qid: 'limit', answer } });
const issue = anIssue('2027-01-01', '2028-01-01', '365.00', limit('1'));
const change = (seq: number, from: string, answer: string) => {
  const stretch = { from, until: '2028-01-01', amount: '0.00', termPremium: '365.00' };
  return aChange({
    ...{ seq, kind: 'ENDORSE', effectiveDate: from, quoteId: `quote ${seq}` },
    edits: [{ from, edits: limit(answer) }],
    data: { stretches: [stretch] },
  });
};
const correction = aChange({
  ...{ seq: 4, kind: 'CORRECT_EFFECTIVE_DATE', effectiveDate: '2027-02-01' },
  data: { expirationDate: '2028-02-01' },
});

it('changes that a correction moves to one day keep the order of their days', () => {
  const recorded = [issue, change(2, '2027-01-20', '3'), change(3, '2027-01-10', '2')];
  expect(answersOn(lastTermOf(recorded), '2027-03-01')).toEqual(limit('3'));
  expect(answersOn(lastTermOf([...recorded, correction]), '2027-03-01')).toEqual(limit('3'));
});
