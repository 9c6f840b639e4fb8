import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PolicyEvent } from '../../db/models/policy-event.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { type PolicyLives, policyLives } from '../support/policy-life.js';
import { shopOfLives } from '../support/shop-of-lives.js';

let lives: PolicyLives;
beforeAll(async () => {
  lives = await policyLives(
    shopOfLives({
      paymentPlans: [{ plan: 'FULL_PAYMENT', dueDays: 10 }],
      billing: { dueDateDays: 20 },
      cancellation: { nonPayment: { graceDays: 5, noticeDays: 15 } },
    }),
  );
});
afterAll(() => lives?.close());

/** Due on 11 January. */
const issue = async () => {
  lives.setDay('2040-01-01');
  const { id } = await lives.issue();
  const [statement] = await lives.statements(id);
  return { policyId: id, statementId: statement!.id };
};
const move = async (payload: object, by = lives.carrier) => {
  const all = { reason: 'Promised on the telephone', ...payload };
  return (await lives.fire('DUE_DATE_MOVE', all, by)).DUE_DATE_MOVE as JsonObject;
};
const dueOf = async (policyId: string) =>
  (await lives.statements(policyId)).map(({ dueDate, state }) => `${dueDate} ${state}`);

describe('DUE_DATE_MOVE', () => {
  it('moves the due date, and the policy is past due after the new one', async () => {
    const { policyId, statementId } = await issue();
    const asked = { policyId, statementId, dueDate: '2040-01-25' };
    expect(await move(asked)).toEqual({ ...asked, moved: true, from: '2040-01-11' });
    expect(await move(asked)).toEqual({ ...asked, moved: false, from: '2040-01-25' });
    const events = await PolicyEvent.query(lives.db).where({ policy_id: policyId, type: 'DUE_DATE_MOVED' });
    expect(events).toMatchObject([
      {
        description: 'Promised on the telephone',
        data: { statementId, from: '2040-01-11', to: '2040-01-25' },
      },
    ]);
    await lives.goTo(policyId, '2040-01-25');
    expect(await dueOf(policyId)).toEqual(['2040-01-25 DUE']);
    await lives.goTo(policyId, '2040-01-26');
    expect(await dueOf(policyId)).toEqual(['2040-01-25 PAST_DUE']);
  });

  it('withdraws a notice for non-payment, which is given again after the new date', async () => {
    const { policyId, statementId } = await issue();
    await lives.goTo(policyId, '2040-01-16');
    expect((await lives.policy(policyId)).cancellationNoticeOn).toBe('2040-01-31');
    await move({ policyId, statementId, dueDate: '2040-01-20' });
    await lives.goTo(policyId, '2040-01-17');
    expect(await dueOf(policyId)).toEqual(['2040-01-20 DUE']);
    expect((await lives.policy(policyId)).cancellationNoticeOn).toBeNull();
    await lives.goTo(policyId, '2040-01-25');
    expect((await lives.policy(policyId)).cancellationNoticeOn).toBe('2040-02-09');
  });

  it('is refused out of bounds, for what is not open, and for the seller', async () => {
    const { policyId, statementId } = await issue();
    const refusal = async (dueDate: string, by = lives.carrier) => {
      const refused = move({ policyId, statementId, dueDate }, by);
      return refused.then(
        () => 'DONE',
        ({ errors: [error] }) => `${error.field}: ${error.detail}`,
      );
    };
    const bounds = 'payload.dueDate: must be from 2040-01-11 to 2040-01-31';
    expect(await refusal('2040-02-01')).toBe(bounds);
    expect(await refusal('2040-01-10')).toBe(bounds);
    await expect(move({ policyId, statementId, dueDate: '2040-01-20' }, lives.agency)).rejects.toMatchObject({
      status: 403,
      message: 'only the insurer fires DUE_DATE_MOVE',
    });
    expect(await refusal('2040-01-20')).toBe('DONE');
    // Counted from the first due date.
    expect(await refusal('2040-02-01')).toBe(bounds);
    lives.setDay('2040-02-02');
    expect(await refusal('2040-02-02')).toBe(
      'payload.dueDate: the due date 2040-01-11 could be moved until 2040-01-31, which is over',
    );
    await lives.fire('PAYMENT_RECEIVED', { policyId, amount: 1260, reference: 'all' });
    expect(await refusal('2040-02-02')).toBe(
      'payload.statementId: the statement is PAID; only an open charge has a due date',
    );
    expect(await dueOf(policyId)).toEqual(['2040-01-20 PAID']);
  });
});
