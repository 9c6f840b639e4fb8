import { describe, expect, it } from 'vitest';
import { foresee, type PolicyToForesee } from '../../../domain/policy/foresee.js';
import { policySettings } from '../../../domain/policy/policy-settings.js';

const settings = policySettings.parse({ renewal: { automatic: true }, closeAfterDays: 30 });

const aPolicy = (changes: Partial<PolicyToForesee> = {}): PolicyToForesee => ({
  today: '2040-01-01',
  policyState: 'ACTIVE',
  termNumber: 1,
  issuedOn: '2040-01-01',
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
  fired: new Set(),
  renewalQuoteId: null,
  renewalWaits: null,
  noticeId: null,
  isOwedBack: false,
  chargedLate: new Set(),
  dueDays: 0,
  nextTerm: { until: '2042-01-01', statements: [] },
  ...changes,
});

const inWords = (policy: PolicyToForesee, by = settings) =>
  foresee(policy, by).tasks.map(({ on, task, renews, unless }) =>
    [on, task.kind, renews ? 'renews' : '', ...unless].filter((one) => one !== '').join(' '),
  );

describe('what is foreseen', () => {
  it('of a policy that renews by itself is its renewal, unless somebody decides otherwise, and its next term', () => {
    expect(inWords(aPolicy())).toEqual([
      '2040-10-03 TELL_OF_RENEWAL',
      '2040-11-02 QUOTE_RENEWAL',
      '2041-01-01 END_TERM renews DECIDED',
      '2041-10-03 TELL_OF_RENEWAL',
      '2041-11-02 QUOTE_RENEWAL',
      '2042-01-01 END_TERM renews DECIDED',
    ]);
    expect(foresee(aPolicy(), settings)).toMatchObject({ until: '2042-01-01', isComplete: false });
  });

  it('of a policy that expires unpaid is not that its account is settled', () => {
    const statement = {
      ...{ id: 'first', kind: 'INSTALMENT' as const, state: 'DUE' as const, isMoved: false },
      ...{ billingDate: '2040-01-01', dueDate: '2040-01-11', amount: '100.00', paidAmount: '0.00' },
    };
    // The balance of an active policy is not read: it says true.
    const policy = aPolicy({ nonRenewed: true, balanced: true, statements: [statement] });
    const settled = inWords(policy).filter((one) => one.includes('SETTLE'));
    expect(settled).toEqual(['2041-01-01 SETTLE UNPAID']);
  });

  it('leaves out the tasks whose event was fired', () => {
    const fired = new Set(['renewal-notice/1', 'renewal-quote/0/1']);
    expect(inWords(aPolicy({ fired }))[0]).toBe('2041-01-01 END_TERM renews DECIDED');
  });

  it('of a renewal that waits for a person is the end, unless it is accepted', () => {
    expect(inWords(aPolicy({ renewalWaits: 'the premium moved' }))).toContain('2041-01-01 END_TERM ACCEPTED');
  });

  it('of a held quote that a change has outdated is a new quote today, and the renewal', () => {
    const outdated = aPolicy({ renewal: 'OUTDATED', renewalQuoteId: 'q', today: '2040-11-20' });
    expect(inWords(outdated)).toEqual(
      expect.arrayContaining(['2040-11-20 QUOTE_RENEWAL', '2041-01-01 END_TERM renews DECIDED']),
    );
  });

  it('of an ended policy is that it is settled and closed, also years after its term', () => {
    const ended = { policyState: 'INACTIVE_UNSETTLED' as const, nonRenewed: true, balanced: true };
    expect(inWords(aPolicy({ ...ended, today: '2045-01-01' }))).toEqual([
      '2045-01-01 SETTLE',
      '2045-01-31 CLOSE',
    ]);
    expect(inWords(aPolicy({ ...ended, balanced: false, isOwedBack: true }))).toEqual([]);
  });

  it('of a policy that begins without its finance company depends on a payment', () => {
    const begins = policySettings.parse({ binding: { finance: { otherwise: 'ACTIVATE' } } });
    const waiting = aPolicy({ policyState: 'PENDING_FINANCE_CONFIRMATION' });
    expect(inWords(waiting, begins)[0]).toBe('2040-02-01 ACTIVATE_UNFINANCED PAID');
  });

  it('is no more than was asked for, and says so', () => {
    const found = foresee(aPolicy(), settings, { most: 2 });
    expect(found.tasks).toHaveLength(2);
    expect(found.isComplete).toBe(false);
  });

  it('of a closed policy is nothing', () => {
    expect(foresee(aPolicy({ policyState: 'CLOSED' }), settings)).toMatchObject({
      tasks: [],
      isComplete: true,
    });
  });
});
