import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventRoutes } from '../../api/events/routes.js';
import { createApiKey } from '../../db/identity/api-keys.js';
import { Event } from '../../db/models/event.js';
import type { EventType } from '../../domain/events/event-types.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { aClient } from '../support/client-factory.js';
import { documentedEvents, type exampleIds, withIds } from '../support/documented-events.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { basicOf } from '../support/identity-factory.js';
import { aPolicy, aQuoteRow } from '../support/policy-factory.js';
import { shopIds } from '../support/shop-product.js';

let world: EventWorld;
let service: TestApp;
let stopWorker: () => Promise<void>;
let key: string;

beforeAll(async () => {
  world = await anEventWorld();
  stopWorker = await world.startWorker();
  service = await createTestApp(
    { db: world.db, url: world.databaseUrl, drop: async () => undefined },
    { resources: [eventRoutes({ events: world.events })] },
  );
  const { organizationId } = world.agency;
  const { apiKey, secret } = await createApiKey(world.db, { organizationId, permissions: ['events:fire'] });
  key = basicOf(apiKey.key, secret);
});

afterAll(async () => {
  await service?.close();
  await stopWorker?.();
  await world?.close();
});

const fire = (event: object) =>
  request(service.app).post('/ioi/v3/event/fire').set('Authorization', key).send(event);

/** The records that an example names, made anew for it: most can be fired once. */
async function someRecords(): Promise<{ [name in keyof typeof exampleIds]?: string }> {
  const { db, agency, carrier, versionId } = world;
  const sellerId = agency.organizationId;
  const issuerId = carrier.organizationId;
  const client = await aClient(db, sellerId);
  const product = { productId: shopIds.line, versionId };
  const policy = await aPolicy(db, {
    ...{ sellerId, issuerId, product, clientId: client.id, effectiveDate: '2027-01-01' },
  });
  const quote = await aQuoteRow(db, {
    ...{ sellerId, issuerId, clientId: client.id, effectiveDate: '2027-01-01' },
    ...{ productId: shopIds.line, productVersionId: versionId },
  });
  const statement = await db('statements').where({ policy_id: policy.id }).first('id');
  return {
    line: shopIds.line,
    client: client.id,
    quote: quote.requestId,
    policy: policy.id,
    policyNumber: policy.policyNumber,
    statement: statement.id,
  };
}

/** What the answer's `metadata` holds, for the types that answer there. */
const metadataOf: { [type in EventType]?: string[] } = {
  INTAKE_COMPLETE: ['client'],
  CREATE_OR_UPDATE_CLIENT: ['client'],
  GET_QUOTES: ['client', 'quotes'],
};

const withEffect = new Set<EventType>([
  'INTAKE_COMPLETE',
  'CREATE_OR_UPDATE_CLIENT',
  'CLIENT_STATUS_UPDATED',
  'GET_QUOTES',
  'POLICYHOLDER_QUOTE_ACCEPTED',
  'POLICYHOLDER_QUOTE_DECLINED',
]);

/** Types whose examples need nothing but the records that they name. */
const plain = documentedEvents.filter(
  ({ type, text }) => withEffect.has(type) || /^No default action\./m.test(text),
);

describe('an example of the catalogue', () => {
  it.each(plain)('of $type is answered, and runs to its end', async ({ type, examples }) => {
    const records = await someRecords();
    for (const example of examples) {
      const { status, body } = await fire(withIds(example, records));
      expect({ status, ...body }).toMatchObject({ status: 200 });
      expect(Object.keys(body.metadata).sort()).toEqual(metadataOf[type] ?? []);
      await expect
        .poll(async () => (await Event.query(world.db).findById(body.triggerRequestId))?.state)
        .toBe('COMPLETED');
    }
  });
});

describe('a type that is not in the catalogue', () => {
  it('is refused with the list of those that are', async () => {
    const { status, body } = await fire({ type: 'GET_QUOTE', lineId: shopIds.line, payload: {} });
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      expect.objectContaining({
        field: 'type',
        detail: expect.stringMatching(/^must be one of INTAKE_COMPLETE, .*, RENEWAL_CANCELLED$/),
      }),
    ]);
  });
});
