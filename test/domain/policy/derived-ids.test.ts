import { describe, expect, it } from 'vitest';
import { derivedId } from '../../../domain/ground/derived-id.js';
import { type DerivedFrom, partsOfDerivedIds } from '../../../domain/policy/derived-ids.js';
import { policySettings } from '../../../domain/policy/policy-settings.js';
import { eventOfTask, type PolicyToPlan, upcoming } from '../../../domain/policy/upcoming.js';

const settings = policySettings.parse({
  cancellation: { nonPayment: { graceDays: 10, noticeDays: 15 } },
  binding: { finance: { otherwise: 'VOID' } },
});
const policyId = '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0001';

const from: DerivedFrom = {
  termNumber: 2,
  changes: 3,
  returnedPayments: 1,
  noticeDays: ['2040-04-01'],
  paymentReferences: ['check 1'],
  statements: [
    { id: 'a', movedTo: [] },
    { id: 'b', movedTo: ['2040-03-05'] },
  ],
};

const idsDerivedFrom = (id: string) => partsOfDerivedIds(id, from).map((parts) => derivedId(...parts));

const planned = (changes: Partial<PolicyToPlan>) =>
  upcoming(
    {
      today: '2040-03-20',
      policyState: 'ACTIVE',
      termNumber: 2,
      issuedOn: '2039-01-01',
      effectiveDate: '2040-01-01',
      expirationDate: '2041-01-01',
      cancelledOn: null,
      cancellationNoticeOn: null,
      noticeStatementIds: null,
      state: null,
      nonRenewed: false,
      renewal: 'OPEN',
      timesChanged: 0,
      takeEffectOn: [],
      balanced: false,
      settledOn: null,
      returnedPayments: 0,
      statements: [],
      ...changes,
    },
    settings,
  ).flatMap((task) => eventOfTask(policyId, task) ?? []);

const pastDue = (id: string, moved?: string) => ({
  id,
  kind: 'INSTALMENT' as const,
  billingDate: '2040-02-01',
  dueDate: moved ?? '2040-02-11',
  state: 'PAST_DUE' as const,
  amount: '100.00',
  paidAmount: '0.00',
  isMoved: moved !== undefined,
});

describe('the ids that are derived from a policy', () => {
  it.each<[string, Partial<PolicyToPlan>]>([
    ['a renewal', {}],
    ['a renewal after changes', { timesChanged: 3 }],
    ['an earlier renewal', { termNumber: 1 }],
    ['a notice for non-payment', { statements: [pastDue('a')] }],
    ['one of a moved bill', { statements: [pastDue('b', '2040-03-05')] }],
    ['one after a payment was returned', { statements: [pastDue('b', '2040-03-05')], returnedPayments: 1 }],
    ['a cancellation by notice', { cancellationNoticeOn: '2040-04-01' }],
    ['financing that is not confirmed', { policyState: 'PENDING_FINANCE_CONFIRMATION' }],
  ])('are those of the events of %s', (_, changes) => {
    const events = planned(changes);
    expect(events.length).toBeGreaterThan(0);
    expect(idsDerivedFrom(policyId)).toEqual(expect.arrayContaining(events));
  });

  it('stand at the same places for a policy with the same history', () => {
    const ids = idsDerivedFrom(policyId);
    const others = idsDerivedFrom('0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0002');
    expect(new Set([...ids, ...others]).size).toBe(2 * ids.length);
    const payment = ids.indexOf(derivedId(policyId, 'payment', 'check 1'));
    expect(others[payment]).toBe(derivedId('0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0002', 'payment', 'check 1'));
  });
});
