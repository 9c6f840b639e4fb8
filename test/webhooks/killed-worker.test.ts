import { fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebhookDelivery } from '../../db/models/webhook-delivery.js';
import { temporalAddress } from '../support/temporal.js';
import { localWebhooks } from '../support/webhook-settings.js';
import { workflowBundle } from '../support/workflow-bundle.js';
import { aWebhookWorld, type WebhookWorld } from './webhook-world.js';

let world: WebhookWorld;

beforeAll(async () => {
  world = await aWebhookWorld();
});
afterAll(() => world?.close());

it('is sent again, under the same id, where its worker was killed in the middle of an attempt', async () => {
  const settings = {
    databaseUrl: world.databaseUrl,
    temporalAddress: temporalAddress(),
    taskQueue: world.taskQueue,
    codePath: await workflowBundle(),
    webhooks: localWebhooks(),
  };
  const worker = new URL('../support/worker-process.ts', import.meta.url);
  const killed = fork(worker, [JSON.stringify(settings)], { execArgv: ['--import', 'tsx'] });
  await once(killed, 'message');
  await world.anEndpoint();
  world.receiver.answer(() => undefined);
  const triggerRequestId = await world.fire();
  await expect.poll(() => world.receiver.received.length, { timeout: 20_000 }).toBe(1);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  world.receiver.answer((_request, response) => response.writeHead(204).end());

  const stopWorker = await world.startWorker({}, localWebhooks());
  const delivery = await world.delivered(triggerRequestId, 'DELIVERED', 50_000);

  expect(delivery).toMatchObject({ attempts: 1, lastStatus: 204 });
  expect(world.receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([
    delivery.messageId,
    delivery.messageId,
  ]);
  expect(await WebhookDelivery.query(world.db).where('trigger_request_id', triggerRequestId)).toHaveLength(1);
  await stopWorker();
}, 90_000);
