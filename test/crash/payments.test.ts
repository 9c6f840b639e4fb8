import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Event } from '../../db/models/event.js';
import { LedgerLine } from '../../db/models/ledger-line.js';
import { Payment } from '../../db/models/payment.js';
import { Policy } from '../../db/models/policy.js';
import { Statement } from '../../db/models/statement.js';
import { eventEnvelope } from '../../domain/events/envelope.js';
import { aKillableWorker, type KillPoint } from '../crash/killable-worker.js';
import { aBillingWorld, type BillingWorld } from '../support/billing-world.js';
import { shopIds } from '../support/shop-product.js';

let world: BillingWorld;
beforeAll(async () => {
  world = await aBillingWorld({ worker: false });
});
afterAll(() => world?.close());

/** Fires an event whose worker dies where it issues or applies, and lets another one take over. */
async function fireAndKill(type: string, payload: object, when: KillPoint['when']): Promise<void> {
  const triggerRequestId = randomUUID();
  const killAt = { activity: 'runDefaultAction', nth: 1, when };
  const first = await aKillableWorker(world, { killAt });
  const envelope = eventEnvelope.parse({ type, lineId: shopIds.line, payload, triggerRequestId });
  const fired = world.events.fire(world.agency, envelope).catch(() => undefined);
  await first.gone;
  const stop = await world.startWorker();
  try {
    await expect
      .poll(async () => (await Event.query(world.db).findById(triggerRequestId))?.state, {
        timeout: 60_000,
        interval: 250,
      })
      .toBe('COMPLETED');
    await fired;
  } finally {
    await stop();
  }
}

it.each(['before', 'after'] as const)(
  'issues and charges once where the worker is killed %s it has done so',
  async (when) => {
    const quote = await world.aQuote();
    const { clientId, requestId } = quote;
    await fireAndKill(
      'POLICY_CREATE',
      { clientId, quoteIds: [requestId], paymentPlans: { [requestId]: 'MONTHLY' } },
      when,
    );
    const policies = await Policy.query(world.db).where('client_id', clientId!);
    expect(policies).toHaveLength(1);
    const [policy] = policies;
    const policyId = policy!.id;
    expect(policy).toMatchObject({ premium: '1200.00', policyState: 'ACTIVE' });
    expect(await Statement.query(world.db).where('policy_id', policyId).resultSize()).toBe(4);
    expect(await LedgerLine.query(world.db).where('policy_id', policyId).resultSize()).toBe(3);
    const created = Event.query(world.db)
      .where('type', 'POLICY_CREATED')
      .whereRaw(`envelope->'payload'->>'policyId' = ?`, [policyId]);
    expect(await created.resultSize()).toBe(1);

    await fireAndKill('PAYMENT_RECEIVED', { policyId, amount: 400, reference: 'transfer 1' }, when);
    expect(await Payment.query(world.db).where('policy_id', policyId)).toMatchObject([{ amount: '400.00' }]);
    const statements = await world.statements(policyId);
    expect(statements.map(({ paidAmount }) => paidAmount)).toEqual(['360.00', '40.00', '0.00', '0.00']);
  },
  180_000,
);

it('left no number out', async () => {
  const policies = await Policy.query(world.db).orderBy('policy_number').select('policy_number');
  expect(policies.map(({ policyNumber }) => policyNumber)).toEqual(['SHOP-2027-0001', 'SHOP-2027-0002']);
});
