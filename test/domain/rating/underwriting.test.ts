import { describe, expect, it } from 'vitest';
import { aCoverage, compiled, quoted, rate, set } from './rating-factory.js';

const largerThan = (limit: number) => ({ '>': [{ answer: 'sales' }, limit] });
const plan = compiled({
  derive: [{ name: 'Class', op: 'derive', as: 'class', value: { if: [largerThan(500), 'High', 'Low'] } }],
  coverages: [aCoverage('MAIN', [set({ answer: 'sales' })])],
  underwriting: [
    {
      id: 'no-texas',
      outcome: 'INELIGIBLE',
      when: { '==': [{ answer: 'state' }, 'TX'] },
      message: 'Not in Texas.',
    },
    { id: 'too-dear', outcome: 'DECLINE', when: { '>': [{ value: 'premium' }, 900] }, message: 'Too large.' },
    { id: 'high', outcome: 'REFER', when: { '==': [{ value: 'class' }, 'High'] }, message: 'High class.' },
    { id: 'sign', outcome: 'ACCEPTANCE', when: largerThan(300), message: 'Sign here.' },
    { id: 'thanks', outcome: 'MESSAGE', when: largerThan(200), message: 'Thank you.' },
    { id: 'silent', outcome: 'DECLINE', when: { '==': [{ answer: 'note' }, 'x'] }, message: 'Never.' },
  ],
});

const rules = (messages: { rule?: string; code: string; severity: string }[]) =>
  messages.map(({ rule, code, severity }) => [rule, code, severity]);

describe('underwriting rules', () => {
  it('let an ordinary risk through', () => {
    expect(quoted(rate(plan, { sales: '100' }))).toMatchObject({
      messages: [],
      requiresUnderwriterApproval: false,
      requiresPolicyholderAcceptance: false,
    });
  });

  it('refuse an ineligible risk before rating', () => {
    const result = rate(plan, { sales: '1000', state: 'TX' });
    expect(result).toMatchObject({ outcome: 'DECLINED', type: 'RULE_BASED_INELIGIBILITY', term: 'ANNUAL' });
    expect(rules(result.messages)).toEqual([['no-texas', 'UNDERWRITING_INELIGIBLE', 'ERROR']]);
    expect(result.worksheet.some(({ section }) => section === 'coverage:MAIN')).toBe(false);
    expect(result.rateMeta).toMatchObject({ class: 'High' });
  });

  it('decline on rating results', () => {
    const result = rate(plan, { sales: '1000' });
    expect(result).toMatchObject({ outcome: 'DECLINED', type: 'DECLINE' });
    expect(rules(result.messages)[0]).toEqual(['too-dear', 'UNDERWRITING_DECLINE', 'ERROR']);
    expect(result.messages[0]?.message).toBe('Too large.');
  });

  it('refer, ask for acceptance and say things', () => {
    const result = quoted(rate(plan, { sales: '800' }));
    expect(result).toMatchObject({ requiresUnderwriterApproval: true, requiresPolicyholderAcceptance: true });
    expect(rules(result.messages)).toEqual([
      ['high', 'UNDERWRITING_REFERRAL', 'WARNING'],
      ['sign', 'POLICYHOLDER_ACCEPTANCE', 'WARNING'],
      ['thanks', 'UNDERWRITING_MESSAGE', 'INFO'],
    ]);
    const lines = result.worksheet.filter(({ section }) => section === 'underwriting');
    expect(lines.map(({ step, after }) => [step, after])).toEqual([
      ['no-texas', false],
      ['too-dear', false],
      ['high', true],
      ['sign', true],
      ['thanks', true],
      ['silent', false],
    ]);
  });

  it('name the rule that cannot be decided', () => {
    const odd = compiled({
      underwriting: [
        { id: 'odd', outcome: 'REFER', when: { '>': [{ answer: 'note' }, 3] }, message: 'Odd.' },
      ],
    });
    const result = rate(odd, { note: 'many' });
    expect(result.messages).toEqual([
      {
        severity: 'ERROR',
        code: 'TYPE_MISMATCH',
        message: 'underwriting, rule "odd": "many" cannot be compared with a number',
        qid: 'note',
        rule: 'odd',
      },
    ]);
  });
});
