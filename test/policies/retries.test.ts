import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Event } from '../../db/models/event.js';
import { LedgerLine } from '../../db/models/ledger-line.js';
import { Policy } from '../../db/models/policy.js';
import { PolicyChange } from '../../db/models/policy-change.js';
import { Statement } from '../../db/models/statement.js';
import type { RunPlan } from '../../domain/runs/fired-event.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { PolicyDesk } from '../support/policy-desk.js';
import { shopOfLives } from '../support/shop-of-lives.js';
import { expectSound } from './invariants.js';

let world: EventWorld;
let desk: PolicyDesk;
let today = '2040-01-01';
const now = () => new Date(`${today}T08:00:00Z`);

beforeAll(async () => {
  world = await anEventWorld(shopOfLives({ renewal: { automatic: true } }), { now });
  desk = new PolicyDesk(world, now);
});

afterAll(async () => {
  await world?.close();
});

async function aPolicy(plan = 'FULL_PAYMENT'): Promise<string> {
  today = '2040-01-01';
  return desk.issue({ revenue: 120_000, plan, effectiveDate: today });
}

/** Everything that could be there twice. */
async function rows(policyId: string) {
  const by = { policy_id: policyId };
  const [changes, lines, statements, events] = await Promise.all([
    PolicyChange.query(world.db).where(by).resultSize(),
    LedgerLine.query(world.db).where(by).resultSize(),
    Statement.query(world.db).where(by).resultSize(),
    Event.query(world.db).whereRaw(`envelope->'payload'->>'policyId' = ?`, [policyId]).resultSize(),
  ]);
  return { changes, lines, statements, events };
}

describe('an action whose first attempt committed', () => {
  it.each([
    ['POLICY_CANCEL', { effectiveDate: '2040-03-01' }],
    ['POLICY_ENDORSE', { effectiveDate: '2040-03-01', premium: 50 }],
    ['PRE_POLICY_CANCELLATION', { effectiveDate: '2040-03-01' }],
    ['POLICY_RENEWAL_QUOTING', {}],
    ['CANCEL_RENEWAL', {}],
  ] as const)('%s answers the same and does nothing again', async (type, payload) => {
    const policyId = await aPolicy('MONTHLY');
    const plan = await desk.accept(type, { policyId, ...payload });
    const first = await desk.runDefaultAction(plan);
    const before = await rows(policyId);
    const again = await desk.runDefaultAction(plan);
    const fired = (plans: RunPlan[]) => plans.map((each) => each.fired.triggerRequestId).sort();
    expect(fired(again.fired)).toEqual(fired(first.fired));
    expect(await rows(policyId)).toEqual(before);
    await expectSound(world.db, policyId, now());
  });

  it('lookAfterPolicy finds nothing more to do', async () => {
    const policyId = await aPolicy('MONTHLY');
    today = '2040-02-01';
    const first = await desk.lookOnce(policyId);
    expect(first.fired.map(({ fired }) => fired.type)).toEqual(['STATEMENT_CREATED']);
    const before = await rows(policyId);
    expect((await desk.lookOnce(policyId)).fired).toEqual([]);
    expect(await rows(policyId)).toEqual(before);
  });
});

describe('at the same time', () => {
  it('two cancellations are one', async () => {
    const policyId = await aPolicy();
    const plans = [
      await desk.accept('POLICY_CANCEL', { policyId, effectiveDate: '2040-03-01' }),
      await desk.accept('POLICY_CANCEL', { policyId, effectiveDate: '2040-04-01' }),
    ];
    const outcomes = await Promise.allSettled(plans.map((plan) => desk.runDefaultAction(plan)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await rows(policyId)).changes).toBe(2);
    await expectSound(world.db, policyId, now());
  });

  it('a payment, an endorsement and a cancellation all count, one after the other', async () => {
    const policyId = await aPolicy('MONTHLY');
    const plans = [
      await desk.accept('PAYMENT_RECEIVED', { policyId, amount: 500, reference: 'a' }),
      await desk.accept('POLICY_ENDORSE', { policyId, effectiveDate: '2040-02-01', premium: 60 }),
      await desk.accept('POLICY_CANCEL', { policyId, effectiveDate: '2040-03-01' }),
    ];
    const outcomes = await Promise.allSettled(plans.map((plan) => desk.runDefaultAction(plan)));
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(String(outcome.reason)).toMatch(/canceled from 2040-03-01/);
    }
    await expectSound(world.db, policyId, now());
  });

  it('several looks renew a policy once', async () => {
    const policyId = await aPolicy();
    today = '2040-11-15';
    await desk.lookAfter(policyId);
    today = '2041-01-01';
    await Promise.all(Array.from({ length: 4 }, () => desk.lookOnce(policyId)));
    expect(await Policy.query(world.db).findById(policyId)).toMatchObject({
      termNumber: 2,
      premium: '1200.00',
    });
    await expectSound(world.db, policyId, now());
  });
});
