import { describe, expect, it } from 'vitest';
import { explainedInWords } from '../../../domain/assistants/explained.js';
import { outcomeOf } from '../../../domain/assistants/outcome.js';
import type { JsonObject } from '../../../domain/ground/json.js';

const told = (type: string, payload: JsonObject, metadata: JsonObject, money: string | null = null) => {
  const operation = { body: { type, payload } };
  const act = { operationId: 'fireEvent', operation, money, currency: money === null ? null : 'USD' };
  return outcomeOf(act, { triggerRequestId: 'e-1', metadata }).text;
};

describe('what became of an act', () => {
  const from = { effectiveDate: '2027-01-15' };

  it('is told in money and words', () => {
    expect(
      told('POLICY_CANCEL', from, { policyState: 'ACTIVE', refundableAmount: 80, penalty: 5 }, '120.00'),
    ).toBe(
      'Canceled as of Jan 15, 2027: $120.00 is returned with taxes and fees, $5.00 is kept as a penalty. ' +
        'Of what was paid, $80.00 is owed to the policyholder. The policy is active until then.',
    );
    expect(told('POLICY_ENDORSE', from, { premium: -30 }, '33.02')).toBe(
      'Changed from Jan 15, 2027: $33.02 is returned with taxes and fees.',
    );
    expect(told('POLICY_ENDORSE', from, { premium: 0 })).toContain('the price stays the same');
    const policy = { id: 'p-1', policyNumber: 'PA-1', premium: 439, balance: 459.5 };
    const term = { effectiveDate: '2026-12-01', expirationDate: '2027-06-01' };
    const statements = [{ amount: 100, dueDate: '2026-12-11' }];
    const bound = { POLICY_CREATE: { policies: [{ ...policy, ...term, statements }] } };
    expect(told('POLICY_CREATE', {}, bound, '459.50')).toBe(
      'Bound: policy «PA-1» (id p-1), premium $439.00 for the term Dec 1, 2026 to Jun 1, 2027; ' +
        '$459.50 with taxes and fees is to be paid, $100.00 of it by Dec 11, 2026.',
    );
  });

  it('says that a cancellation is only requested', () => {
    expect(told('POLICY_CANCEL', from, { policyState: 'ACTIVE', requested: true })).toBe(
      'The insurer is asked to cancel from Jan 15, 2027, and decides. Nothing is canceled yet. The policy is active.',
    );
  });

  it('names the event where nothing is known of it', () => {
    expect(told('POLICY_AUDIT', {}, {})).toBe('The event is e-1.');
  });
});

it('a premium is explained by parts that add up to it', () => {
  const line = { op: 'allocate', section: 'allocation', before: '420', after: '210.00' };
  const { text } = explainedInWords({
    ...{
      quoteId: 'q-1',
      lineName: 'Auto',
      productVersion: '1',
      effectiveDate: '2027-02-01',
      outcome: 'QUOTED',
    },
    messages: [],
    premium: { amount: 210, taxesAndFees: [{ type: 'POLICY_FEE', amount: 18 }] },
    sections: [
      { section: 'coverage:BI', kind: 'coverage', title: 'Injury', amount: '420.00', stepNumbers: [] },
      { section: 'taxes:POLICY_FEE', kind: 'taxes', title: 'Policy fee', amount: '18.00', stepNumbers: [] },
    ],
    steps: [{ ...line, step: 'Injury', inputs: { coverage: 'BI', premium: '210.00' } }],
  } as never);
  expect(text).toContain('- Injury: $210.00 (part `coverage:BI`)\n- Policy fee: $18.00');
});
