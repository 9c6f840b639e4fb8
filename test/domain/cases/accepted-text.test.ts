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
    const accepted = acceptedText(text, [
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
    expect(accepted).toBe(
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
    expect(acceptedText(text, gone)).toContain('expect: { outcome: QUOTED, messages: [] } # by hand');
  });
});
