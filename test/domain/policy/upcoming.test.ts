import { describe, expect, it } from 'vitest';
import { policySettings } from '../../../domain/policy/policy-settings.js';
import { type PolicyToPlan, upcoming } from '../../../domain/policy/upcoming.js';

const settings = policySettings.parse({
  cancellation: { nonPayment: { graceDays: 10, noticeDays: 15 } },
  closeAfterDays: 30,
});

const aPolicy = (changes: Partial<PolicyToPlan> = {}): PolicyToPlan => ({
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
  ...changes,
});

const aStatement = (state: 'SCHEDULED' | 'DUE' | 'PAST_DUE', amount = '100.00', paidAmount = '0.00') => ({
  id: 'a',
  kind: 'INSTALMENT' as const,
  billingDate: '2040-02-01',
  dueDate: '2040-02-11',
  state,
  amount,
  paidAmount,
  isMoved: false,
  isUnderWay: false,
});

const plan = (changes: Partial<PolicyToPlan>) =>
  upcoming(aPolicy(changes), settings).map(({ kind, on }) => `${on} ${kind}`);

describe('what comes next', () => {
  it('reminds of a due statement some days before, unless it was billed as late', () => {
    const statements = [aStatement('DUE')];
    expect(plan({ statements, reminderDays: 5 })[0]).toBe('2040-02-06 REMIND_OF_PAYMENT');
    expect(plan({ statements, reminderDays: 5, today: '2040-02-11' })[0]).toBe(
      '2040-02-06 REMIND_OF_PAYMENT',
    );
    for (const changes of [{}, { reminderDays: 10 }, { reminderDays: 5, today: '2040-02-12' }])
      expect(plan({ statements, ...changes })[0]).toBe('2040-02-12 MARK_PAST_DUE');
  });

  it('of a policy in force is its renewal and the end of its term', () => {
    expect(plan({})).toEqual([
      '2040-10-03 TELL_OF_RENEWAL',
      '2040-11-02 QUOTE_RENEWAL',
      '2041-01-01 END_TERM',
    ]);
  });

  it.each([
    ['SCHEDULED', '2040-02-01 BILL_STATEMENT'],
    ['DUE', '2040-02-12 MARK_PAST_DUE'],
    ['PAST_DUE', '2040-02-21 GIVE_NOTICE_OF_NON_PAYMENT'],
  ] as const)('of a statement that is %s is %s', (state, next) => {
    expect(plan({ statements: [aStatement(state)] })[0]).toBe(next);
  });

  it('of a statement that returns premium is nothing', () => {
    expect(plan({ statements: [aStatement('DUE', '-5.00')], nonRenewed: true })).toEqual([
      '2041-01-01 END_TERM',
    ]);
  });

  it('of a notice is the cancellation, unless what was past due has been paid', () => {
    const noticed = { cancellationNoticeOn: '2040-03-01', noticeStatementIds: ['a'], nonRenewed: true };
    expect(plan({ ...noticed, statements: [aStatement('PAST_DUE')] })[0]).toBe('2040-03-01 CANCEL_BY_NOTICE');
    expect(plan(noticed)[0]).toBe('2040-01-01 WITHDRAW_NOTICE');
    expect(plan({ ...noticed, noticeStatementIds: null })[0]).toBe('2040-03-01 CANCEL_BY_NOTICE');
  });

  it('of a statement whose charge the bank decides on is nothing until the bank has decided', () => {
    const noticed = { cancellationNoticeOn: '2040-03-01', noticeStatementIds: ['a', 'b'], nonRenewed: true };
    const underWay = { ...aStatement('PAST_DUE'), isUnderWay: true };
    for (const state of ['DUE', 'PAST_DUE'] as const)
      expect(plan({ nonRenewed: true, statements: [{ ...underWay, state }] })).toEqual([
        '2041-01-01 END_TERM',
      ]);
    expect(plan({ ...noticed, statements: [underWay] })).toEqual(['2041-01-01 END_TERM']);
    const statements = [underWay, { ...aStatement('PAST_DUE'), id: 'b' }];
    expect(plan({ ...noticed, statements })[0]).toBe('2040-03-01 CANCEL_BY_NOTICE');
  });

  it('of a notice is no announcement of a charge that would be on its day or later', () => {
    const charges = { agreement: 1, attempts: 0, lastOn: null, announced: '90.00', runsOut: false };
    const statements = [{ ...aStatement('DUE'), charges }];
    const kinds = (cancellationNoticeOn: string) =>
      upcoming(aPolicy({ cancellationNoticeOn, statements }), settings).map(({ kind }) => kind);
    expect(kinds('2040-02-11')).not.toContain('ANNOUNCE_CHARGE');
    expect(kinds('2040-02-12')).toContain('ANNOUNCE_CHARGE');
  });

  it('of a statement that is past due is no notice that would run beyond the term', () => {
    const kinds = (changes: Partial<PolicyToPlan>) =>
      upcoming(aPolicy({ nonRenewed: true, statements: [aStatement('PAST_DUE')], ...changes }), settings).map(
        ({ kind }) => kind,
      );
    // Given on 21 February it cancels on 7 March.
    const [endsThen, endsLater] = [{ expirationDate: '2040-03-07' }, { expirationDate: '2040-03-08' }];
    expect(kinds(endsThen)).toEqual(['END_TERM']);
    expect(kinds(endsLater)).toEqual(['GIVE_NOTICE_OF_NON_PAYMENT', 'END_TERM']);
    expect(kinds({ ...endsLater, today: '2040-02-22' })).toEqual(['END_TERM']);
  });

  it('of a policy that is canceled on a day to come is the end of its coverage alone', () => {
    expect(plan({ cancelledOn: '2040-06-01' })).toEqual(['2040-06-01 END_COVERAGE']);
  });

  it('of a renewal that is held, or was canceled, is not another quote', () => {
    expect(plan({ renewal: 'HELD' }).join()).not.toMatch(/QUOTE_RENEWAL/);
    expect(plan({ nonRenewed: true })).toEqual(['2041-01-01 END_TERM']);
  });

  it('of a short term begins with its first day', () => {
    expect(plan({ expirationDate: '2040-02-01' })[0]).toBe('2040-01-01 TELL_OF_RENEWAL');
  });

  it.each([
    [{ policyState: 'INACTIVE_UNSETTLED' }, []],
    [{ policyState: 'INACTIVE_UNSETTLED', balanced: true, cancelledOn: '2040-06-01' }, ['2040-06-01 SETTLE']],
    [{ policyState: 'SETTLED', settledOn: '2040-07-01' }, ['2040-07-31 CLOSE']],
    [{ policyState: 'SETTLED', settledOn: '2040-05-01', cancelledOn: '2040-07-01' }, ['2040-07-31 CLOSE']],
    [{ policyState: 'CLOSED' }, []],
    [{ policyState: 'PENDING_FINANCE_CONFIRMATION' }, ['2040-02-01 VOID_UNFINANCED']],
  ] as const)('of one that is %j', (changes, tasks) => {
    expect(plan(changes)).toEqual(tasks);
  });

  it('of a statement that is short by little is that it is written off, before anything else', () => {
    const tolerant = { ...settings, billing: { shortfallTolerance: '1.00' } };
    const first = (...statements: PolicyToPlan['statements']) => {
      const [task] = upcoming(aPolicy({ statements }), tolerant);
      return task === undefined ? undefined : `${task.on} ${task.kind}`;
    };
    const later = { ...aStatement('SCHEDULED'), id: 'b', dueDate: '2040-03-11', billingDate: '2040-03-01' };
    const written = '2040-01-01 WRITE_OFF_SHORTFALL';
    expect(first(later, aStatement('DUE', '100.00', '99.00'))).toBe(written);
    expect(first(aStatement('PAST_DUE', '100.00', '99.01'))).toBe(written);
    // More than the tolerance; not paid at all; not the oldest.
    expect(first(aStatement('DUE', '100.00', '98.99'))).toBe('2040-02-12 MARK_PAST_DUE');
    expect(first(aStatement('DUE', '0.50'))).toBe('2040-02-12 MARK_PAST_DUE');
    const short = { ...later, state: 'DUE' as const, paidAmount: '99.50' };
    expect(first(short, aStatement('DUE'))).toBe('2040-02-12 MARK_PAST_DUE');
    expect(upcoming(aPolicy({ statements: [aStatement('DUE', '100.00', '99.50')] }), settings)[0]?.kind).toBe(
      'MARK_PAST_DUE',
    );
  });

  it('has another key for a notice after the due date was moved', () => {
    const moved = { ...aStatement('PAST_DUE'), isMoved: true };
    expect(upcoming(aPolicy({ statements: [moved] }), settings)[0]?.key).toBe('non-payment/a/2040-02-11');
  });

  it('has another key for a notice after the bank returned a payment', () => {
    const key = (returnedPayments: number) =>
      upcoming(aPolicy({ returnedPayments, statements: [aStatement('PAST_DUE')] }), settings)[0]?.key;
    expect([key(0), key(1), key(2)]).toEqual(['non-payment/a', 'non-payment/a/1', 'non-payment/a/2']);
  });

  it('of a policy that waits for its finance company without a limit is nothing', () => {
    const waits = policySettings.parse({ binding: { finance: { otherwise: 'WAIT' } } });
    expect(upcoming(aPolicy({ policyState: 'PENDING_FINANCE_CONFIRMATION' }), waits)).toEqual([]);
  });

  it('has a key for each task, and another one for a renewal after a change', () => {
    const keys = (timesChanged: number) =>
      upcoming(aPolicy({ timesChanged }), settings).map(({ key }) => key);
    expect(new Set(keys(0)).size).toBe(3);
    expect(keys(1).filter((key) => !keys(0).includes(key))).toHaveLength(1);
  });
});
