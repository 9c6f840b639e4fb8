import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventRoutes } from '../../api/event-firing/routes.js';
import type { Caller } from '../../api/http/caller.js';
import { createApiKey } from '../../db/identity/api-keys.js';
import { PaymentSession } from '../../db/models/payment-session.js';
import { Statement } from '../../db/models/statement.js';
import type { EventType } from '../../domain/events/catalog.js';
import { cancellationEvents } from '../../domain/events/declarations/cancellation.js';
import { changeEvents } from '../../domain/events/declarations/change.js';
import { firingPermissions } from '../../domain/events/declarations/declaration.js';
import { paymentEvents } from '../../domain/events/declarations/payment.js';
import { policyEvents } from '../../domain/events/declarations/policy.js';
import { renewalEvents } from '../../domain/events/declarations/renewal.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { aClock } from '../support/clock-factory.js';
import { aDeclinedCharge } from '../support/collection-factory.js';
import { exampleIds, examplesOf, withIds } from '../support/documented-events.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { everything } from '../support/everything.js';
import { basicOf } from '../support/identity-factory.js';
import { aPolicy, aQuoteRow } from '../support/policy-factory.js';
import { shopIds } from '../support/shop-product.js';

/** One client's records, under the names of the catalog's example ids. */
type Records = { [name in keyof typeof exampleIds]: string };

const types = [policyEvents, paymentEvents, changeEvents, cancellationEvents, renewalEvents].flatMap(
  (declared) => Object.keys(declared) as EventType[],
);

let world: EventWorld;
let service: TestApp;
let key: string;
let own: Records;
let neighbors: Records;
let strangers: Records;
let before: object;

beforeAll(async () => {
  // Without a worker: what is refused for its records is refused before anything would run.
  world = await anEventWorld();
  service = await createTestApp(
    { db: world.db, url: world.databaseUrl, drop: async () => undefined },
    { resources: [eventRoutes({ events: world.events })] },
  );
  own = await recordsOf(world.agency);
  neighbors = await recordsOf(world.agency);
  strangers = await recordsOf(world.stranger);
  const { apiKey, secret } = await createApiKey(world.db, {
    organizationId: world.agency.organizationId,
    permissions: [...firingPermissions],
  });
  key = basicOf(apiKey.key, secret);
  before = await everything(world.db);
});

afterAll(async () => {
  await service?.close();
  await world?.close();
});

/** Of a seller of the carrier's policies; the stranger's are its own. */
async function recordsOf({ organizationId }: Caller): Promise<Records> {
  const { db, carrier, stranger, versionId } = world;
  const issuerId = organizationId === stranger.organizationId ? organizationId : carrier.organizationId;
  const product = { productId: shopIds.line, versionId };
  const policy = await aPolicy(db, { sellerId: organizationId, issuerId, product });
  const quote = await aQuoteRow(db, {
    ...{ sellerId: organizationId, issuerId, clientId: policy.clientId },
    ...{ productId: shopIds.line, productVersionId: versionId },
  });
  const statement = await Statement.query(db).findOne('policy_id', policy.id).throwIfNotFound();
  const clock = await aClock(db, { organizationId, businessTime: new Date(0) });
  const payment = await PaymentSession.query(db).insert({
    ...{ id: randomUUID(), organizationId, clientId: policy.clientId, kind: 'SETUP' },
    ...{ provider: 'OFFLINE', currency: 'USD', amount: '100.00' },
  });
  return {
    line: shopIds.line,
    client: policy.clientId,
    quote: quote.requestId,
    policy: policy.id,
    policyNumber: policy.policyNumber,
    statement: statement.id,
    payment: payment.id,
    collection: await aDeclinedCharge(db, policy),
    clock: clock.id,
  };
}

const fire = (event: object) =>
  request(service.app).post('/ioi/v3/event/fire').set('Authorization', key).send(event);

/** Places in a payload that hold a text, dotted. */
function placesOf(value: unknown, text: string, path: string): string[] {
  if (value === text) return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => placesOf(member, text, `${path}.${name}`));
}

/** What is not to be found: an id of nothing, another organization's, and each of the caller's of another kind. */
const wrongFor = (name: keyof Records): string[] => {
  const kinds = (Object.keys(own) as (keyof Records)[]).filter(
    (kind) => kind !== name && kind !== 'policyNumber',
  );
  return [randomUUID(), strangers[name], world.agency.organizationId, ...kinds.map((kind) => own[kind])];
};

/** The example ids that a payload has. */
const namesIn = (payload: object) =>
  (Object.keys(exampleIds) as (keyof Records)[]).filter(
    (name) => placesOf(payload, exampleIds[name], 'payload').length > 0,
  );

/** A number beside the policy's id is one that does not fit it, rather than one of another policy. */
const statusFor = (name: keyof Records, names: readonly string[]) =>
  name === 'policyNumber' && names.includes('policy') ? 400 : 404;

describe.each(types)('%s', (type) => {
  it('changes nothing where it names what is unknown, foreign or of another kind', async () => {
    for (const example of examplesOf(type)) {
      const names = namesIn(example.payload);
      expect(names.length).toBeGreaterThan(0);
      const tries = names.flatMap((name) => wrongFor(name).map((wrong) => ({ name, wrong })));
      for (const { name, wrong } of tries) {
        const event = withIds(example, { ...own, [name]: wrong });
        const { status, body } = await fire(event);
        const fields: string[] = (body.errors ?? []).map((error: { field: string }) => error.field);
        const told = `${name} ${wrong}: ${status} ${fields}`;
        expect(status, told).toBe(statusFor(name, names));
        expect(fields, told).toHaveLength(1);
        expect(placesOf(event.payload, wrong, 'payload'), told).toEqual(expect.arrayContaining(fields));
      }
    }
    expect(await everything(world.db)).toEqual(before);
  });

  it('changes nothing where it names records of two clients', async () => {
    const tries = examplesOf(type).flatMap((example) => {
      const names = (['client', 'quote', 'policy'] as const).filter((name) =>
        namesIn(example.payload).includes(name),
      );
      return names.length < 2 ? [] : names.map((name) => ({ example, name }));
    });
    for (const { example, name } of tries) {
      const number = name === 'policy' ? { policyNumber: neighbors.policyNumber } : {};
      const event = withIds(example, { ...own, [name]: neighbors[name], ...number });
      const { body } = await fire(event).expect(400);
      expect(body.errors[0].field).toMatch(/^payload\.(quoteIds?(\.0)?|renewalId|policyId|policyNumber)$/);
    }
    expect(await everything(world.db)).toEqual(before);
  });
});

it('names a product that is not the caller’s to sell', async () => {
  const [event] = examplesOf('POLICY_CANCEL');
  for (const lineId of wrongFor('line').filter((id) => id !== shopIds.line)) {
    const { body } = await fire({ ...withIds(event!, own), lineId }).expect(404);
    expect(body.errors).toMatchObject([{ field: 'lineId' }]);
  }
  expect(await everything(world.db)).toEqual(before);
});
