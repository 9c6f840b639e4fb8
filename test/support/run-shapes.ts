import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ActionRun } from '../../db/models/action-run.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { json } from './carrier-server.js';
import { aClient } from './client-factory.js';
import { aFire, intakeOf } from './event-factory.js';
import type { EventWorld } from './event-world.js';
import { flowIds, flowProduct } from './flow-product.js';
import { lookupProduct, shopLookups, shopWithVehicles } from './lookup-product.js';
import { marketIds, marketProduct } from './market-product.js';
import { policyShapes } from './policy-shapes.js';
import { fired, type Shape } from './shape.js';
import { shopIds, shopProduct } from './shop-product.js';

export const shapes: Shape[] = [
  {
    name: 'two ratings that are referred',
    product: shopProduct,
    fires: async () =>
      aFire({
        triggerRequestId: randomUUID(),
        payload: { intake: intakeOf({ 'client.name': 'Big Shop', 'shop.revenue': '2000000' }) },
      }),
  },
  {
    name: 'a quote of a new client',
    product: shopProduct,
    fires: async () => aFire({ triggerRequestId: randomUUID(), eventTargets: [shopIds.standard] }),
  },
  {
    name: 'a quote with data that is looked up',
    product: () =>
      lookupProduct(shopLookups({ score: { endpoint: 'screening' }, vehicle: { endpoint: 'carrier' } })),
    answers: json(200, { result: { score: 30 }, value: 10000 }),
    fires: async () =>
      aFire({
        triggerRequestId: randomUUID(),
        payload: { intake: shopWithVehicles([['VIN1'], ['VIN2'], ['VIN3']]) },
      }),
  },
  {
    name: 'a carrier that answers later',
    product: marketProduct,
    answers: json(202, {}),
    fires: async () => aFire({ triggerRequestId: randomUUID(), eventTargets: [marketIds.market] }),
    meanwhile: (world) => sendToWaiting(world, marketIds.market, { outcome: 'QUOTED', premium: '812.40' }),
  },
  {
    name: 'a call, a wait and an event that is fired',
    product: flowProduct,
    answers: json(200, { result: { score: 90 } }),
    fires: async () =>
      fired('INTAKE_COMPLETE', { intake: intakeOf({ 'client.name': 'Flow', 'shop.revenue': '200000' }) }),
    meanwhile: (world) => sendToWaiting(world, flowIds.review, { approved: true, revenue: 250000 }),
  },
  {
    name: 'a call that fails, with what is configured for it',
    product: flowProduct,
    answers: json(400, {}),
    fires: async (world) => {
      const client = await aClient(world.db, world.agency.organizationId);
      return fired('CLIENT_VALIDATION', { clientId: client.id, intake: {} });
    },
  },
  ...policyShapes,
];

/** Sends a payload to the action, as soon as it can take one, again and again as a careful system does. */
async function sendToWaiting(world: EventWorld, actionId: string, payload: JsonObject) {
  const waiting = await ActionRun.query(world.db).findOne({ action_id: actionId });
  if (waiting?.requestId == null || waiting.endedAt !== null) return;
  await world.inbound
    .receive(world.carrier, { requestId: waiting.requestId, payload })
    .catch(() => undefined);
  await sleep(200);
}
