import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Conflict } from '../../api/errors/app-error.js';
import { sumOfAmounts } from '../../domain/money/cents.js';
import { policyTermStatusQuery } from '../../workflows/contracts/policy-term.js';
import { intakeOf } from '../support/event-factory.js';
import { type PolicyLives, policyLives } from '../support/policy-life.js';
import { shopOfLives } from '../support/shop-of-lives.js';

let lives: PolicyLives;

beforeAll(async () => {
  lives = await policyLives(
    shopOfLives({
      cancellation: { nonPayment: { graceDays: 10, noticeDays: 15 } },
      renewal: { automatic: true, noticeDays: 90, quoteDays: 60 },
      closeAfterDays: 100,
    }),
  );
});

afterAll(async () => {
  await lives?.close();
});

const pay = (policyId: string, amount: number, reference: string) =>
  lives.fire('PAYMENT_RECEIVED', { policyId, amount, reference });

async function payOpen(policyId: string, reference: string): Promise<void> {
  const open = (await lives.statements(policyId)).filter(
    ({ state }) => state === 'DUE' || state === 'PAST_DUE',
  );
  const owed = sumOfAmounts(open.flatMap(({ amount, paidAmount }) => [amount, `-${paidAmount}`]));
  if (Number(owed) > 0) await pay(policyId, Number(owed), reference);
}

describe('a policy that is paid', () => {
  it('is billed month by month, renewed, and expires when its renewal is canceled', async () => {
    lives.setDay('2040-01-01');
    const { id } = await lives.issue({ plan: 'MONTHLY', term: 'HALF_YEAR' });
    await payOpen(id, 'bound');
    for (let month = 2; month <= 6; month += 1) {
      const day = `2040-0${month}-01`;
      await lives.goTo(id, day);
      const billed = (await lives.statements(id)).filter(({ state }) => state === 'DUE');
      expect(
        billed.map(({ dueDate }) => dueDate),
        day,
      ).toEqual([day]);
      await payOpen(id, day);
    }
    expect(await lives.policy(id)).toMatchObject({ status: 'PAID', policyState: 'ACTIVE' });
    expect((await lives.policy(id)).renewalQuoteId).not.toBeNull();
    expect(await lives.fired(id)).toEqual(
      expect.arrayContaining(['CUSTOMER_RENEWAL_90_DAYS_OUT COMPLETED', 'POLICY_RENEWAL_QUOTING COMPLETED']),
    );

    await lives.goTo(id, '2040-07-01');
    expect(await lives.policy(id)).toMatchObject({
      termNumber: 2,
      effectiveDate: '2040-07-01',
      expirationDate: '2041-01-01',
      premium: '660.00',
      policyState: 'ACTIVE',
      renewalQuoteId: null,
    });
    expect(await lives.fired(id)).toContain('POLICY_RENEWED COMPLETED');
    // The second term is another run of the same workflow.
    expect((await (await lives.term(id)).describe()).runId).not.toBe((await firstRun(id)).runId);

    await lives.fire('CANCEL_RENEWAL', { policyId: id, reason: 'Shop closes', requestedBy: 'The owner' });
    await expect(lives.fire('POLICY_RENEWAL_QUOTING', { policyId: id })).rejects.toBeInstanceOf(Conflict);
    for (let month = 7; month <= 12; month += 1) {
      await lives.goTo(id, `2040-${String(month).padStart(2, '0')}-01`);
      await payOpen(id, `second-${month}`);
    }
    await lives.goTo(id, '2041-01-01');
    expect(await lives.policy(id)).toMatchObject({ termNumber: 2, policyState: 'SETTLED' });
    expect(await lives.happenings(id)).toContain('POLICY_EXPIRED');

    expect(await lives.goTo(id, '2041-04-11')).toMatchObject({ policyState: 'CLOSED', next: null });
    await expect.poll(async () => (await (await lives.term(id)).describe()).status.name).toBe('COMPLETED');
    const journal = await lives.journal(id);
    expect(sumOfAmounts(journal.map(({ premiumChange }) => premiumChange))).toBe('1320.00');
  });

  it('is rated again for its renewal after it has changed', async () => {
    lives.setDay('2040-01-01');
    const { id } = await lives.issue();
    await payOpen(id, 'bound');
    await lives.goTo(id, '2040-11-10');
    const before = (await lives.policy(id)).renewalQuoteId;
    expect(before).not.toBeNull();
    const { quoteId } = await lives.fire('POLICY_ENDORSEMENT_QUOTING', {
      policyId: id,
      effectiveDate: '2040-11-15',
      intake: intakeOf({ 'shop.revenue': '130000' }),
    });
    await lives.fire('POLICY_ENDORSE', { policyId: id, quoteId, effectiveDate: '2040-11-15' });
    await lives.goTo(id, '2040-11-16');
    const after = (await lives.policy(id)).renewalQuoteId;
    expect(after).not.toBe(before);
    await payOpen(id, 'endorsed');
    await lives.goTo(id, '2041-01-01');
    expect(await lives.policy(id)).toMatchObject({ termNumber: 2, premium: '1300.00' });
  });
});

describe('a policy that is not paid', () => {
  it('is noticed after the days of grace, and canceled pro rata when the notice has run', async () => {
    lives.setDay('2040-01-01');
    const { id } = await lives.issue({ plan: 'MONTHLY' });
    await payOpen(id, 'bound');
    await lives.goTo(id, '2040-02-01');
    await lives.goTo(id, '2040-02-02');
    expect((await lives.statements(id)).map(({ state }) => state).slice(0, 3)).toEqual([
      'PAID',
      'PAST_DUE',
      'SCHEDULED',
    ]);
    expect((await lives.goTo(id, '2040-02-10')).next).toMatchObject({ on: '2040-02-11' });
    await lives.goTo(id, '2040-02-11');
    expect((await lives.policy(id)).cancellationNoticeOn).toBe('2040-02-26');
    expect(await lives.fired(id)).toEqual(
      expect.arrayContaining(['PRE_POLICY_CANCELLATION COMPLETED', 'PRE_CANCELLATION_ISSUED COMPLETED']),
    );
    await lives.goTo(id, '2040-02-26');
    // 56 of 366 days are earned.
    expect(await lives.policy(id)).toMatchObject({
      cancelledOn: '2040-02-26',
      cancellationNoticeOn: null,
      premium: '183.61',
      policyState: 'INACTIVE_UNSETTLED',
    });
    await payOpen(id, 'late');
    expect((await lives.goTo(id, '2040-02-26')).policyState).toBe('SETTLED');
  });

  it('stays in force where it is paid before the notice has run', async () => {
    lives.setDay('2040-01-01');
    const { id } = await lives.issue({ plan: 'MONTHLY' });
    await payOpen(id, 'bound');
    await lives.goTo(id, '2040-02-01');
    await lives.goTo(id, '2040-02-15');
    expect((await lives.policy(id)).cancellationNoticeOn).not.toBeNull();
    await payOpen(id, 'late');
    await lives.goTo(id, '2040-02-15');
    expect(await lives.policy(id)).toMatchObject({ cancellationNoticeOn: null, policyState: 'ACTIVE' });
    await lives.goTo(id, '2040-02-28');
    expect((await lives.policy(id)).policyState).toBe('ACTIVE');
    expect(await lives.happenings(id)).toContain('CANCELLATION_NOTICE_WITHDRAWN');
  });

  it('is noticed in the next term where its own is over before somebody looks', async () => {
    lives.setDay('2040-01-01');
    const { id } = await lives.issue({ plan: 'MONTHLY' });
    await lives.goTo(id, '2041-01-02');
    expect(await lives.policy(id)).toMatchObject({ termNumber: 2, cancellationNoticeOn: '2041-01-17' });
    expect((await lives.fired(id)).filter((fired) => fired.endsWith('FAILED'))).toEqual([]);
  });

  it('is canceled on the day of a notice that somebody gave, unless that is withdrawn', async () => {
    lives.setDay('2040-01-01');
    const [withdrawn, cancelled] = [await lives.issue(), await lives.issue()];
    for (const { id } of [withdrawn, cancelled]) {
      await payOpen(id, 'bound');
      await lives.fire('PRE_POLICY_CANCELLATION', { policyId: id, effectiveDate: '2040-02-01' });
    }
    await expect(
      lives.fire('PRE_POLICY_CANCELLATION', { policyId: cancelled.id, effectiveDate: '2040-01-01' }),
    ).rejects.toThrow(/must be in the future/);
    await lives.fire('POLICY_REINSTATE', { policyId: withdrawn.id });
    await lives.goTo(withdrawn.id, '2040-02-01');
    await lives.goTo(cancelled.id, '2040-02-01');
    expect(await lives.policy(withdrawn.id)).toMatchObject({ policyState: 'ACTIVE', cancelledOn: null });
    expect(await lives.policy(cancelled.id)).toMatchObject({ cancelledOn: '2040-02-01', premium: '101.64' });
  });
});

describe("a policy's workflow", () => {
  it('answers where the policy stands, and what comes next', async () => {
    lives.setDay('2040-01-01');
    const { id, policyNumber } = await lives.issue();
    await expect
      .poll(async () => (await lives.term(id)).query(policyTermStatusQuery))
      .toMatchObject({ policyId: id, policyNumber, policyState: 'ACTIVE', next: { kind: 'MARK_PAST_DUE' } });
  });

  it('catches up on everything that fell due while nobody looked', async () => {
    lives.setDay('2040-01-01');
    const { id } = await lives.issue();
    await payOpen(id, 'bound');
    await lives.goTo(id, '2041-02-01');
    expect(await lives.policy(id)).toMatchObject({ termNumber: 2, policyState: 'ACTIVE' });
  });

  it('answers everybody who asks while a term begins and when the policy is closed', async () => {
    lives.setDay('2040-01-01');
    const { id } = await lives.issue({ term: 'HALF_YEAR' });
    await payOpen(id, 'bound');
    const askAll = (day: string) => Promise.all(Array.from({ length: 6 }, () => lives.goTo(id, day)));
    expect((await askAll('2040-07-01')).map(({ termNumber }) => termNumber)).toEqual(Array(6).fill(2));
    await lives.fire('POLICY_CANCEL', { policyId: id, effectiveDate: '2040-07-01' });
    expect(new Set((await askAll('2040-07-01')).map(({ policyState }) => policyState))).toEqual(
      new Set(['SETTLED']),
    );
    expect((await lives.goTo(id, '2040-10-09')).policyState).toBe('CLOSED');
  });

  it('keeps its history small', async () => {
    lives.setDay('2040-01-01');
    const { id } = await lives.issue({ plan: 'MONTHLY' });
    for (let day = 1; day <= 9; day += 1) await lives.goTo(id, `2040-01-0${day}`);
    expect((await (await lives.term(id)).describe()).historyLength).toBeLessThan(150);
  });
});

async function firstRun(policyId: string) {
  const runs = [];
  const { workflowId } = await lives.term(policyId);
  for await (const run of lives.client.workflow.list({ query: `WorkflowId = "${workflowId}"` })) {
    runs.push(run);
  }
  return runs.at(-1)!;
}
