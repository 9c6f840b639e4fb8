import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { paymentProviders } from '../../activities/ground/payment-provider.js';
import { offlineProvider } from '../../activities/payments/offline-provider.js';
import { stripeProvider } from '../../activities/payments/stripe-provider.js';
import { Event } from '../../db/models/event.js';
import { PaymentRefund } from '../../db/models/payment-refund.js';
import { aBillingWorld, type BillingWorld } from '../support/billing-world.js';
import { programOf } from '../support/program.js';
import {
  aPolicyPaidByStripe,
  cancelFromTheFirstDay,
  moneyBack,
  stripeRefundsOf,
} from '../support/stripe-payments.js';
import { aStripeServer, type StripeServer } from '../support/stripe-server.js';
import { temporalAddress } from '../support/temporal.js';
import { workflowBundle } from '../support/workflow-bundle.js';

const secretKey = 'sk_test_51Secret';
let server: StripeServer;
let world: BillingWorld;

beforeAll(async () => {
  server = await aStripeServer();
  const stripe = stripeProvider({ secretKey, apiBase: server.url });
  world = await aBillingWorld({ worker: false, payments: paymentProviders(stripe, [offlineProvider]) });
});
afterAll(async () => {
  await world?.close();
  await server?.close();
});

/** A worker in a process of its own, which dies where Stripe has paid back and nobody knows yet. */
async function aWorkerToBeKilled(meanwhile: () => void) {
  const { databaseUrl, taskQueue } = world;
  const settings = {
    ...{ databaseUrl, taskQueue, codePath: await workflowBundle(), temporalAddress: temporalAddress() },
    stripe: { secretKey, apiBase: server.url },
  };
  const worker = fork(await programOf('worker-process.ts'), [JSON.stringify(settings)], { execArgv: [] });
  await once(worker, 'message');
  const killed = new Promise<void>((resolve) => {
    server.onRefund = async () => {
      worker.kill('SIGKILL');
      await once(worker, 'exit');
      meanwhile();
      resolve();
    };
  });
  return { killed };
}

it.each([
  ['within the day', () => undefined],
  ['after Stripe has forgotten the key', () => server.forgetKeys()],
])(
  'pays back once where the worker is killed after Stripe did, and another goes on %s',
  async (_when, meanwhile) => {
    const stop = await world.startWorker();
    const { id, intents } = await aPolicyPaidByStripe(world, server, 126_000);
    await cancelFromTheFirstDay(world, id);
    await stop();

    const { killed } = await aWorkerToBeKilled(meanwhile);
    const triggerRequestId = randomUUID();
    const fired = world
      .fire('PAYMENT_REFUND', { policyId: id }, world.carrier, { triggerRequestId })
      .catch(() => undefined);
    await killed;
    const stopNext = await world.startWorker();
    try {
      await expect
        .poll(async () => (await Event.query(world.db).findById(triggerRequestId))?.state, {
          timeout: 60_000,
          interval: 250,
        })
        .toBe('COMPLETED');
      await fired;
    } finally {
      await stopNext();
    }
    expect(stripeRefundsOf(server, intents[0]!)).toEqual([126_000]);
    expect(await moneyBack(world, id)).toMatchObject([{ amount: '-1260.00', provider: 'STRIPE' }]);
    expect(await PaymentRefund.query(world.db).where('policy_id', id)).toMatchObject([
      { state: 'DONE', attempt: 1 },
    ]);
  },
  180_000,
);
