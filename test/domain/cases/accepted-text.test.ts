import { describe, expect, it } from 'vitest';
import { acceptedText } from '../../../domain/cases/accepted-text.js';

const text = `# Filed cases.
- name: Small
  effectiveDate: 2026-01-01
  answers: { sales: 10 }
  expect: { outcome: QUOTED, premium: 500.00, messages: [] } # by hand
- name: Large
  effectiveDate: 2026-01-01
  answers:
    sales: 1000
  expect:
    outcome: QUOTED
    premium: 1000 # filed
    values:
      rate.of: 2
    messages:
      - OLD
`;

describe('the text of cases whose results are accepted', () => {
  it('has the new results, and everything else as it was', () => {
    const { text: changed, accepted } = acceptedText(text, [
      { name: 'Small', differences: [{ key: 'premium', expected: '500.00', got: '525.50' }] },
      {
        name: 'Large',
        differences: [
          { key: 'outcome', expected: 'QUOTED', got: 'DECLINED' },
          { key: 'premium', expected: '1000', got: null },
          { key: 'values.rate.of', expected: '2', got: 'very high' },
          { key: 'messages', expected: 'OLD', got: 'NEW, OTHER' },
        ],
      },
    ]);
    expect(accepted).toEqual(['Small', 'Large']);
    expect(changed).toBe(
      text
        .replace('premium: 500.00', 'premium: 525.50')
        .replace('outcome: QUOTED\n', 'outcome: DECLINED\n')
        .replace('    premium: 1000 # filed\n', '')
        .replace('rate.of: 2', 'rate.of: "very high"')
        .replace('- OLD', '[NEW, OTHER]'),
    );
  });

  it('takes a value that is gone out of a map on one line', () => {
    const gone = [{ name: 'Small', differences: [{ key: 'premium', expected: '500.00', got: null }] }];
    expect(acceptedText(text, gone).text).toContain('expect: { outcome: QUOTED, messages: [] } # by hand');
  });

  const accepting = (expect: string, ...gone: string[]) => {
    const before = `- name: A\n  effectiveDate: 2026-01-01\n  answers: {}\n  expect: ${expect}\n- name: B\n`;
    const differences = gone.map((key) => ({ key, expected: '1', got: null }));
    return { before, ...acceptedText(before, [{ name: 'A', differences }]) };
  };

  it.each([
    ['neighbors at the end', '{ outcome: DECLINED, premium: 1, total: 1 }', '{ outcome: DECLINED }'],
    ['neighbors at the start', '{ premium: 1, total: 1, messages: [X] }', '{ messages: [X] }'],
    ['values apart', '{ premium: 1, outcome: DECLINED, total: 1 }', '{ outcome: DECLINED }'],
    [
      'values beside a comment',
      '{\n    premium: 1,\n    outcome: X, # why\n    total: 1\n    }',
      '{\n    outcome: X, # why\n    \n    }',
    ],
    ['lines', '\n    premium: 1\n    # why\n    total: 1\n    outcome: X', '\n    # why\n    outcome: X'],
  ])('loses %s, and stays well formed', (_what, before, after) => {
    const { text: changed, accepted } = accepting(before, 'premium', 'total');
    expect(accepted).toEqual(['A']);
    expect(changed).toContain(`expect: ${after}\n- name: B`);
  });

  it.each([
    ['\n    outcome: X\n    values:\n      a: 1\n      b: 1', '\n    outcome: X'],
    ['{ values: { a: 1, b: 1 }, outcome: X }', '{ outcome: X }'],
  ])('loses a map of which nothing is left: %j', (before, after) => {
    const { text: changed } = accepting(before, 'values.a', 'values.b');
    expect(changed).toContain(`expect: ${after}\n- name: B`);
  });

  it.each([
    ['*other', 'premium'],
    ['{ <<: *other, total: 1 }', 'premium', 'total'],
    ['{ outcome: X, values: *other }', 'values.a'],
    ['{ premium: 1, values: { a: 1 } }', 'premium', 'values.a'],
  ])('leaves a case that it cannot change, or that would expect nothing: %s %s', (expected, ...gone) => {
    const { text: changed, before, accepted } = accepting(expected, ...gone);
    expect(accepted).toEqual([]);
    expect(changed).toBe(before);
  });
});
