import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Client } from '../../db/models/client.js';
import { Event } from '../../db/models/event.js';
import { aFire } from '../support/event-factory.js';
import { anInspectionWorld, type InspectionWorld } from '../support/inspection-world.js';
import { shopProduct } from '../support/shop-product.js';

let world: InspectionWorld;
let stopWorker: () => Promise<void>;
beforeAll(async () => {
  world = await anInspectionWorld(shopProduct());
  stopWorker = await world.startWorker();
});
afterAll(async () => {
  await stopWorker?.();
  await world?.close();
});

const fire = (body: object, key: string) => world.post('/event/fire', body).set('Idempotency-Key', key);
const quoting = () => {
  const { triggerRequestId: _new, ...envelope } = aFire({ forceSync: true });
  return envelope;
};

it('fires one event for all repeats of a key, also after a crash before the answer', async () => {
  const [envelope, key] = [quoting(), randomUUID()];
  const before = await Client.query(world.db).resultSize();
  const answers = await Promise.all([1, 2, 3].map(() => fire(envelope, key)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const [first] = answers;
  for (const answer of answers) expect(answer.body).toEqual(first?.body);
  expect(first?.body.metadata.quotes).toHaveLength(2);

  await world
    .db('idempotency_keys')
    .update({ status: null, answer: null, lease_until: world.db.raw('now()') });
  const again = await fire(envelope, key).expect(200);
  expect(again.headers['idempotency-replayed']).toBeUndefined();
  expect(again.body.triggerRequestId).toBe(first?.body.triggerRequestId);
  expect(again.body.metadata.client).toBe(first?.body.metadata.client);
  expect(await Client.query(world.db).resultSize()).toBe(before + 1);
  const { triggerRequestId } = first?.body ?? {};
  expect(await Event.query(world.db).findById(triggerRequestId)).toMatchObject({ state: 'COMPLETED' });
  expect((await world.db('idempotency_keys').first()).client_id).toBe(first?.body.metadata.client);
});

it('keeps the id that the caller gives, and refuses another event under the key', async () => {
  const [key, triggerRequestId] = [randomUUID(), randomUUID()];
  const { body } = await fire({ ...quoting(), triggerRequestId }, key).expect(200);
  expect(body.triggerRequestId).toBe(triggerRequestId);
  await fire({ ...quoting(), triggerRequestId: randomUUID() }, key).expect(422);
});
