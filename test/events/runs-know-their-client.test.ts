import { randomUUID } from 'node:crypto';
import { MockActivityEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noMail } from '../../activities/ground/mail-settings.js';
import { paymentProviders } from '../../activities/ground/payment-provider.js';
import { type Activities, createActivities } from '../../activities/index.js';
import { offlineProvider } from '../../activities/payments/offline-provider.js';
import type { Caller } from '../../api/http/caller.js';
import { authorOf } from '../../api/http/person.js';
import { acceptEvent } from '../../db/events/accept-event.js';
import { acceptInbound } from '../../db/events/accept-inbound.js';
import { readNamedRecords } from '../../db/events/named-records.js';
import { newEvent } from '../../db/events/new-event.js';
import { EventReader } from '../../db/events/read-event.js';
import { subjectOfEvent } from '../../db/events/subject-of-event.js';
import { ActionRun } from '../../db/models/action-run.js';
import { Client } from '../../db/models/client.js';
import { Event } from '../../db/models/event.js';
import { PaymentSession } from '../../db/models/payment-session.js';
import { Statement } from '../../db/models/statement.js';
import { eventCatalog, eventTypes } from '../../domain/events/catalog.js';
import { type EventEnvelope, eventEnvelope } from '../../domain/events/envelope.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import { productDefinition } from '../../domain/product/definition.js';
import { inboundRequestId } from '../../domain/runs/inbound-request.js';
import { examplesOf, withIds } from '../support/documented-events.js';
import { testDocuments, testRater } from '../support/documents.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { aPolicy } from '../support/policy-factory.js';
import { shopIds, shopProduct } from '../support/shop-product.js';
import { noWebhooks } from '../support/webhook-settings.js';

const wait = (type: string) => ({
  actionId: derivedId(shopIds.line, type, 'wait'),
  type: 'INBOUND_WAIT' as const,
  name: 'Wait',
});
const report = (type: string) => ({
  actionId: derivedId(shopIds.line, type, 'report'),
  type: 'FIRE_EVENT' as const,
  name: 'Report',
});

/** The shop, with a wait that saves an answer and an event about the client on each type. */
function product() {
  const shop = structuredClone(shopProduct()) as unknown as {
    configurations: { events: Record<string, object[]> }[];
  };
  shop.configurations[0]!.events = Object.fromEntries(
    eventTypes.map((type) => [
      type,
      [
        {
          ...{ id: wait(type).actionId, type: 'INBOUND_WAIT', name: 'Wait', waitsFor: 'a note' },
          clientAnswers: { 'shop.note': 'note' },
        },
        {
          ...{ id: report(type).actionId, type: 'FIRE_EVENT', name: 'Report' },
          eventType: type === 'CLIENT_VALIDATION_FAILED' ? 'CLIENT_VALIDATION' : 'CLIENT_VALIDATION_FAILED',
          payload: {
            clientId: '{{event.clientId}}',
            intake: {},
            referrer: 'policy {{event.policyId}}, quote {{event.quoteId}}',
          },
        },
      ],
    ]),
  );
  return productDefinition.parse(shop);
}

let world: EventWorld;
let activities: Activities;
let own: Record<'line' | 'client' | 'quote' | 'policy' | 'policyNumber' | 'statement' | 'payment', string>;
const environment = new MockActivityEnvironment();
const perform = <Result>(activity: () => Promise<Result>) => environment.run(activity) as Promise<Result>;

beforeAll(async () => {
  world = await anEventWorld(product());
  const { db, catalog, agency, carrier, versionId } = world;
  activities = createActivities({
    ...{ db, catalog, events: new EventReader(db), now: () => new Date() },
    outbound: { endpoints: {}, environment: 'DEV', webhooks: noWebhooks },
    payments: paymentProviders(offlineProvider),
    mail: noMail,
    documents: testDocuments(db),
    rater: testRater(),
  });
  const policy = await aPolicy(db, {
    ...{ sellerId: agency.organizationId, issuerId: carrier.organizationId },
    product: { productId: shopIds.line, versionId },
  });
  const { id: policyId, clientId, quoteId, policyNumber } = policy;
  const statement = await Statement.query(db).findOne('policy_id', policyId).throwIfNotFound();
  const payment = await PaymentSession.query(db).insert({
    ...{ id: randomUUID(), organizationId: agency.organizationId, clientId, policyId, kind: 'COLLECT' },
    ...{ provider: 'OFFLINE', currency: 'USD', amount: '100.00' },
  });
  own = {
    ...{ line: shopIds.line, client: clientId, quote: quoteId, policy: policyId, policyNumber },
    ...{ statement: statement.id, payment: payment.id },
  };
});
afterAll(() => world?.close());

/** Accepts an event without running it. */
async function accepted(envelope: EventEnvelope, by: Caller = world.agency): Promise<string> {
  const { db, catalog, versionId } = world;
  const [product, version] = [await catalog.product(shopIds.line), await catalog.version(versionId)];
  const triggerRequestId = randomUUID();
  const { organizationId, organizationName } = by;
  const event = newEvent({
    organization: { id: organizationId, name: organizationName },
    ...{ product: product!, version: version!, asConfiguredAt: new Date(), triggerRequestId, envelope },
    subject: subjectOfEvent(envelope, await readNamedRecords(db, organizationId, envelope)),
    firedBy: authorOf(by),
  });
  await acceptEvent(db, event);
  return triggerRequestId;
}

/** Receives a note for an event's wait, and ends the wait. */
async function noted(triggerRequestId: string, type: string, note: string) {
  const planned = wait(type);
  const requestId = inboundRequestId(triggerRequestId, planned.actionId);
  await perform(() => activities.openInboundWaits(triggerRequestId, [planned]));
  const { organizationId } = world.carrier;
  await acceptInbound(world.db, { organizationId, requestId, payload: { note } });
  return perform(() => activities.endInboundWait(triggerRequestId, planned));
}

/**
 * The payload as the examples have it, and without the client where that may be left out. An event that creates its
 * client has to run first, so its examples need one.
 */
function payloadsOf(type: (typeof eventTypes)[number]) {
  return examplesOf(type).flatMap((example) => {
    const event = withIds(example, own);
    const { clientId: _, ...rest } = event.payload;
    const bare = eventCatalog[type].payload.safeParse(rest).success && Object.keys(rest).length > 0;
    const createsClient = eventCatalog[type].defaultActions.some(({ savesClient }) => savesClient);
    if (createsClient) return event.payload.clientId === undefined ? [] : [event];
    return bare ? [event, { ...event, payload: rest }] : [event];
  });
}

describe.each(eventTypes)('%s', (type) => {
  it('saves answers to its client, and tells actions of its client, policy and quote', async () => {
    for (const event of payloadsOf(type)) {
      const triggerRequestId = await accepted(eventEnvelope.parse(event));
      const note = randomUUID();
      expect(await noted(triggerRequestId, type, note)).toEqual({ failure: null });
      const client = await Client.query(world.db).findById(own.client).throwIfNotFound();
      expect(client.answers['shop.note']).toMatchObject({ answer: note });

      const fired = await perform(() => activities.fireEvent(triggerRequestId, report(type)));
      expect(fired.failure).toBeNull();
      const child = await Event.query(world.db)
        .findById(fired.fired[0]!.fired.triggerRequestId)
        .throwIfNotFound();
      const row = await Event.query(world.db).findById(triggerRequestId).throwIfNotFound();
      expect(row.clientId).toBe(own.client);
      const said = JSON.stringify(event.payload);
      const isAboutPolicy = ['policy', 'policyNumber', 'statement', 'payment'] as const;
      const isNamed = isAboutPolicy.some((name) => said.includes(own[name]));
      expect(row.policyId).toBe(isNamed ? own.policy : null);
      expect(child.envelope.payload).toMatchObject({
        clientId: own.client,
        referrer: `policy ${isNamed ? own.policy : ''}, quote ${said.includes(own.quote) ? own.quote : ''}`,
      });
    }
  });
});

describe('answers that cannot be saved', () => {
  const failureOf = async (triggerRequestId: string, type: string) => {
    const { failure } = await noted(triggerRequestId, type, 'lost');
    expect(await ActionRun.query(world.db).findById([triggerRequestId, wait(type).actionId])).toMatchObject({
      state: 'FAILED',
      lastError: failure,
    });
    return failure;
  };

  it('fail the action of an event about no client', async () => {
    const envelope = eventEnvelope.parse({ type: 'CLAIM_NOTIFICATION', lineId: shopIds.line, payload: {} });
    expect(await failureOf(await accepted(envelope), envelope.type)).toBe(
      'the answers cannot be saved: the event is about no client',
    );
  });

  it('are refused when they are sent, with the reason, and the wait goes on', async () => {
    const envelope = eventEnvelope.parse({ type: 'CLAIM_NOTIFICATION', lineId: shopIds.line, payload: {} });
    const triggerRequestId = await accepted(envelope);
    const planned = wait(envelope.type);
    await perform(() => activities.openInboundWaits(triggerRequestId, [planned]));
    const requestId = inboundRequestId(triggerRequestId, planned.actionId);
    const receive = (payload: { note: string | { deep: true } }) =>
      world.inbound.receive(world.carrier, { requestId, payload });
    await expect(receive({ note: 'lost' })).rejects.toMatchObject({
      status: 409,
      message: 'the answers cannot be saved: the event is about no client',
    });
    await expect(receive({ note: { deep: true } })).rejects.toMatchObject({
      status: 400,
      errors: [{ field: 'payload.note', detail: 'is not a single value' }],
    });
    const run = await ActionRun.query(world.db).findById([triggerRequestId, planned.actionId]);
    expect(run?.endedAt).toBeNull();
  });

  it("fail the action where the client is another organization's", async () => {
    const payload = { policyId: own.policy };
    const envelope = eventEnvelope.parse({ type: 'POLICY_REINSTATED', lineId: shopIds.line, payload });
    const triggerRequestId = await accepted(envelope, world.carrier);
    const planned = wait(envelope.type);
    const requestId = inboundRequestId(triggerRequestId, planned.actionId);
    await perform(() => activities.openInboundWaits(triggerRequestId, [planned]));
    const { organizationId } = world.carrier;
    await acceptInbound(world.db, { organizationId, requestId, payload: { note: 'lost' } });
    const { failure } = await perform(() => activities.endInboundWait(triggerRequestId, planned));
    expect(failure).toBe(
      `the answers cannot be saved: ${own.client} is not a client of the event's organization`,
    );
  });
});
