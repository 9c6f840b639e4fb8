import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { paymentProviders } from '../../activities/ground/payment-provider.js';
import { offlineProvider } from '../../activities/payments/offline-provider.js';
import { stripeProvider } from '../../activities/payments/stripe-provider.js';
import { eventRoutes } from '../../api/event-firing/routes.js';
import type { TriggerResult } from '../../api/event-firing/schemas.js';
import type { Caller } from '../../api/http/caller.js';
import { createApiKey } from '../../db/identity/api-keys.js';
import { Event } from '../../db/models/event.js';
import { PolicyEvent } from '../../db/models/policy-event.js';
import { type EventType, eventCatalog, eventTypes } from '../../domain/events/catalog.js';
import { firingPermissions } from '../../domain/events/declarations/declaration.js';
import { exampleConfigIds } from '../../domain/events/declarations/example-records.js';
import { policySettings } from '../../domain/policy/policy-settings.js';
import { productDefinition } from '../../domain/product/definition.js';
import type { QuoteObject } from '../../domain/quote/quote.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { aChargingStripe, type ChargingStripe } from '../support/charging-stripe.js';
import { aClock } from '../support/clock-factory.js';
import { collectionDesk, secretKey } from '../support/collected-policies.js';
import {
  documentedEvents,
  type ExampleEvent,
  type exampleIds,
  examplesOf,
  withIds,
} from '../support/documented-events.js';
import { intakeOf } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { isInsurers } from '../support/full-authority.js';
import { basicOf } from '../support/identity-factory.js';
import { type JsonSchema, violationsOf } from '../support/schema-violations.js';
import { anyDate, shopIds, shopProduct } from '../support/shop-product.js';

let world: EventWorld;
let stripe: ChargingStripe;
let service: TestApp;
let stopWorker: () => Promise<void>;
let key: string;
let issuersKey: string;

/** The shop, with the question that the page's examples count, the form that they evaluate, and their reason. */
const product = () =>
  productDefinition.parse({
    ...JSON.parse(JSON.stringify(shopProduct()).replaceAll('shop.revenue', 'location.revenue')),
    policy: policySettings.parse({
      billing: { nsfFee: { amount: 25 }, dueDateDays: 30 },
      binding: anyDate,
      renewal: { noticeDays: 365 },
      cancellation: {
        reasons: [
          { configId: exampleConfigIds.notPaid, title: 'Not paid', method: 'PRO_RATA' },
          { configId: exampleConfigIds.requested, title: 'Business sold', method: 'PRO_RATA' },
        ],
      },
    }),
    mail: { sends: { PROPOSAL: {} } },
    forms: [
      {
        kind: 'DOCUMENT',
        type: 'HTML',
        formConfigId: exampleConfigIds.form,
        name: 'Summary',
        formNumber: 'S-1',
        formVersion: '1',
        fileName: 'summary',
        layout: { content: ['For {{client.name}}'] },
      },
    ],
  });

beforeAll(async () => {
  stripe = await aChargingStripe();
  const cards = stripeProvider({ secretKey, apiBase: stripe.url });
  world = await anEventWorld(product(), { payments: paymentProviders(offlineProvider, [cards]) });
  stopWorker = await world.startWorker();
  service = await createTestApp(
    { db: world.db, url: world.databaseUrl, drop: async () => undefined },
    { resources: [eventRoutes({ events: world.events })] },
  );
  key = await keyOf(world.agency);
  issuersKey = await keyOf(world.carrier);
});

async function keyOf({ organizationId }: Caller): Promise<string> {
  const { apiKey, secret } = await createApiKey(world.db, {
    organizationId,
    permissions: [...firingPermissions],
  });
  return basicOf(apiKey.key, secret);
}

afterAll(async () => {
  await service?.close();
  await stopWorker?.();
  await world?.close();
  await stripe?.close();
});

/** By the agency, except what only the insurer may say. */
async function fire(event: {
  type: EventType;
  lineId: string;
  payload?: object;
  forceSync?: boolean;
}): Promise<TriggerResult> {
  const { type, payload = {} } = event;
  const { status, body } = await post(event, isInsurers(type, payload) ? issuersKey : key);
  expect({ status, errors: body.errors, detail: body.detail }).toEqual({ status: 200 });
  return body;
}

const post = (event: object, by = key) =>
  request(service.app).post('/ioi/v3/event/fire').set('Authorization', by).send(event);

/** The page's examples are about this year; its dates are still to come in whichever year this runs. */
const thisYear = String(new Date().getUTCFullYear());
const nextYear = String(Number(thisYear) + 1);
const timely = (event: ExampleEvent): ExampleEvent =>
  JSON.parse(JSON.stringify(event).replaceAll('"2027-', `"${nextYear}-`));

interface IssuedPolicy {
  id: string;
  policyNumber: string;
  statements: { id: string }[];
}

type Records = { [name in keyof typeof exampleIds]: string };

/** Types whose example uses its quote up, or changes its policy for good. */
const consuming = new Set<EventType>([
  'POLICYHOLDER_QUOTE_DECLINED',
  'PAYMENT_RECEIVED',
  'PAYMENT_REFUND',
  'PAYMENT_REVERSED',
  'DUE_DATE_MOVE',
  'POLICY_CREATE',
  'POLICY_ENDORSE',
  'PRE_POLICY_CANCELLATION',
  'POLICY_CANCEL',
  'POLICY_REWRITE',
  'POLICY_REINSTATE',
  'RENEWAL_QUOTE_SELECTED',
  'CANCEL_RENEWAL',
  'RENEWAL_CANCELLED',
  'ENDORSEMENT_ACTIVATED',
  'PRE_CANCELLATION_ISSUED',
  'CANCELLATION_REQUESTED',
  'POLICY_CANCELED',
  'POLICY_REINSTATED',
  'POLICY_RENEWED',
  'POLICY_RENEWAL_REFERRED',
  'POLICY_RENEWAL_FAILED',
  'POLICY_RENEWAL_QUOTING_FAILED',
]);

/** What an example needs, made anew for it where others could not use it any more. */
function recordsFor(type: EventType): Promise<Records> {
  // What is collected has to be due.
  if (type === 'PAYMENT_COLLECT_SETUP' || type === 'PAYMENT_COLLECT') return someRecords(thisYear);
  // The end of its term has to be near.
  if (type === 'CUSTOMER_RENEWAL_90_DAYS_OUT') return someRecords(thisYear);
  if (consuming.has(type)) return someRecords(nextYear);
  unchanged ??= someRecords(nextYear);
  return unchanged;
}

let unchanged: Promise<Records> | undefined;

/** A client with a quote, and with a policy from another one that was rated at once. */
async function someRecords(year: string): Promise<Records> {
  const intake = intakeOf({ 'client.name': 'Corner Bakery LLC', 'location.revenue': '900000' });
  const quoted = await fire({
    type: 'GET_QUOTES',
    lineId: shopIds.line,
    forceSync: true,
    payload: { effectiveDate: `${year}-01-01`, intake },
  });
  const businessTime = new Date(`${year}-01-01T12:00:00Z`);
  const clock = await aClock(world.db, { organizationId: world.agency.organizationId, businessTime });
  const client = String(quoted.metadata.client);
  const [quote, other] = (quoted.metadata.quotes as QuoteObject[]).map(({ requestId }) => requestId);
  const issued = await fire({
    type: 'POLICY_CREATE',
    lineId: shopIds.line,
    payload: {
      clientId: client,
      quoteIds: [other],
      paymentRequired: false,
      paymentPlans: { [other!]: 'FULL_PAYMENT' },
    },
  });
  const { policies } = issued.metadata.POLICY_CREATE as { policies: IssuedPolicy[] };
  const { id, policyNumber, statements } = policies[0]!;
  return {
    ...{ line: shopIds.line, client, quote: quote!, policy: id, policyNumber },
    ...{ statement: statements[0]!.id, payment: randomUUID(), collection: randomUUID() },
    clock: clock.id,
  };
}

/** Fires the first example of a type about these records. */
async function first(type: EventType, records: Records): Promise<TriggerResult> {
  const [example] = examplesOf(type);
  return fire(timely(withIds(example!, records)));
}

/** Changes the policy, which records an event of it. */
function afterChange(type: EventType) {
  return async (records: Records) => ({
    policyEvent: String((await first(type, records)).metadata.policyEventId),
  });
}

async function afterUpload(records: Records) {
  const { documents } = (await first('UPLOAD_POLICY_DOCUMENTS', records)).metadata;
  return { document: (documents as { contentId: string }[])[0]!.contentId };
}

/** As the service records it in the course of a term. */
function recorded(type: string) {
  return async ({ policy }: Records) => {
    const id = randomUUID();
    await PolicyEvent.query(world.db).insert({ id, policyId: policy, type, data: {} });
    return { policyEvent: id };
  };
}

/** A quote of the client that waits for an underwriter. */
async function referred({ client }: Records) {
  const { metadata } = await fire({
    type: 'GET_QUOTES',
    lineId: shopIds.line,
    forceSync: true,
    payload: {
      clientId: client,
      effectiveDate: `${nextYear}-01-01`,
      intake: intakeOf({ 'client.name': 'Corner Bakery LLC', 'location.revenue': '2000000' }),
    },
  });
  const quotes = metadata.quotes as QuoteObject[];
  const { requestId } = quotes.find(({ requiresUnderwriterApproval: referral }) => referral)!;
  return { quote: requestId };
}

async function decided({ quote }: { quote: string }, isApproved: boolean) {
  await world.underwriting.decide(world.carrier, quote, { isApproved });
  return { quote };
}

/** What is stored of a quote that was asked about or offered; how that comes is shown in `test/quotes/offers.test.ts`. */
const stored = (underwriting: object) => async (records: Records) => {
  const { quote } = await referred(records);
  await world.db('quotes').where('request_id', quote).update({ underwriting });
  return { quote };
};
const asked = (state: string) =>
  stored({ informationRequests: [{ informationRequestId: randomUUID(), state }] });
const offered = (state: string) => stored({ offer: { state } });

/** What has to happen before an example can be fired; answers the ids that came of it. */
const before: { [type in EventType]?: (records: Records) => Promise<Parameters<typeof withIds>[1]> } = {
  ENDORSEMENT_ACTIVATED: afterChange('POLICY_ENDORSE'),
  PRE_CANCELLATION_ISSUED: afterChange('PRE_POLICY_CANCELLATION'),
  CANCELLATION_REQUESTED: recorded('CANCELLATION_REQUESTED'),
  POLICY_CANCELED: afterChange('POLICY_CANCEL'),
  POLICY_REINSTATED: async (records) => {
    await first('POLICY_CANCEL', records);
    await first('POLICY_REINSTATE', records);
    return {};
  },
  POLICY_DOCUMENTS_UPLOADED: afterUpload,
  POLICY_DOC_GENERATED: afterUpload,
  POLICY_RENEWED: recorded('POLICY_RENEWED'),
  POLICY_RENEWAL_REFERRED: recorded('RENEWAL_REFERRED'),
  POLICY_RENEWAL_FAILED: recorded('POLICY_EXPIRED'),
  POLICY_RENEWAL_QUOTING_FAILED: recorded('RENEWAL_QUOTING_FAILED'),
  UNDERWRITING_REFERRED: referred,
  UNDERWRITING_APPROVED: async (records) => decided(await referred(records), true),
  UNDERWRITING_DECLINED: async (records) => decided(await referred(records), false),
  UNDERWRITING_INFORMATION_REQUESTED: asked('OPEN'),
  UNDERWRITING_INFORMATION_PROVIDED: asked('ANSWERED'),
  UNDERWRITING_OFFERED: offered('OPEN'),
  UNDERWRITING_OFFER_ACCEPTED: offered('ACCEPTED'),
  UNDERWRITING_OFFER_DECLINED: offered('DECLINED'),
  PAYMENT_VERIFICATION: async (records) => ({
    payment: (await first('PAYMENT_SETUP', records)).triggerRequestId,
  }),
  PAYMENT_RECEIVED: async (records) => ({
    payment: (await first('PAYMENT_SETUP', records)).triggerRequestId,
  }),
  PAYMENT_COLLECT: async (records) => {
    const office = collectionDesk(world, stripe, () => new Date());
    const { reference } = await office.collect(records.policy);
    stripe.fates.set(reference, 'insufficient_funds');
    const { metadata } = await first('PAYMENT_COLLECT', records);
    stripe.fates.delete(reference);
    return { collection: (metadata.PAYMENT_COLLECT as { chargeId: string }).chargeId };
  },
  PAYMENT_REFUND: async (records) => {
    const payload = { policyId: records.policy, amount: 100_000, reference: 'far too much' };
    await fire({ type: 'PAYMENT_RECEIVED', lineId: shopIds.line, payload });
    return {};
  },
  PAYMENT_REVERSED: async (records) => {
    const payload = { policyId: records.policy, amount: 125.5, reference: 'check 1044' };
    await fire({ type: 'PAYMENT_RECEIVED', lineId: shopIds.line, payload });
    return {};
  },
  POLICY_ENDORSE: async (records) => ({
    quote: String((await first('POLICY_ENDORSEMENT_QUOTING', records)).metadata.quoteId),
  }),
  POLICY_REINSTATE: async (records) => {
    await first('POLICY_CANCEL', records);
    return {};
  },
  POLICY_RENEWAL_QUOTING: async (records) => ({
    quote: String((await first('POLICY_RENEWAL_QUOTING', records)).metadata.quoteId),
  }),
  RENEWAL_QUOTE_SELECTED: async (records) => ({
    quote: String((await first('POLICY_RENEWAL_QUOTING', records)).metadata.quoteId),
  }),
  CANCEL_RENEWAL: async (records) => {
    const quote = String((await first('POLICY_RENEWAL_QUOTING', records)).metadata.quoteId);
    await first('RENEWAL_QUOTE_SELECTED', { ...records, quote });
    return { quote };
  },
};

/** Declared keys that the answers to the examples leave out. */
const leftOut = new Map<EventType, readonly string[]>([
  // Their form computes no values.
  ['CONFIGURATION_FORM_EVALUATION', ['formValues']],
  // They reach one term.
  ['POLICY_ENDORSEMENT_QUOTING', ['terms']],
  ['POLICY_TRUE_UP_QUOTING', ['terms']],
  // It is rated, and waits for nobody.
  ['POLICY_RENEWAL_QUOTING', ['reason', 'waits']],
  // It is made, not requested.
  ['POLICY_CANCEL', ['requested']],
  // No renewal is held.
  ['POLICY_REWRITE', ['releasedRenewal']],
]);

const eventOf = (triggerRequestId: string) => Event.query(world.db).findById(triggerRequestId);

describe('the examples of the catalog', () => {
  it.each(documentedEvents)('of $type are answered, and run to their ends', async ({ type, examples }) => {
    for (const example of examples) {
      const records = await recordsFor(type);
      const made = await before[type]?.(records);
      const { metadata, triggerRequestId } = await fire(timely(withIds(example, { ...records, ...made })));
      const fields = z.object(eventCatalog[type].result);
      // The schemas drop what they do not have.
      expect(fields.parse(metadata)).toEqual(metadata);
      const expected = Object.keys(fields.shape).filter((key) => !leftOut.get(type)?.includes(key));
      expect(Object.keys(metadata).sort()).toEqual(expected.sort());
      await expect.poll(async () => (await eventOf(triggerRequestId))?.state).toBe('COMPLETED');
    }
  });
});

describe('the catalog', () => {
  it('says what each type fires', async () => {
    const said = documentedEvents.flatMap(({ type, text }) =>
      [...text.matchAll(/[Ff]ires\s(`[A-Z_]+`(?:,? and `[A-Z_]+`)?)/g)].flatMap(([, names]) =>
        names!.match(/[A-Z_]{2,}/g)!.map((fired) => `${type} ${fired}`),
      ),
    );
    const { rows } = await world.db.raw(
      `select distinct parent.type || ' ' || event.type as pair from events event
       join events parent on parent.trigger_request_id = event.parent_trigger_request_id`,
    );
    const happened = rows.map(({ pair }: { pair: string }) => pair);
    expect(said.filter((pair) => !happened.includes(pair))).toEqual([]);
  });
});

describe('a payload that breaks its contract', () => {
  it('is refused over HTTP naming the field, and nothing is kept', async () => {
    const count = async () => Number((await world.db('events').where('by_service', false).count())[0]!.count);
    const kept = await count();
    for (const { type, examples } of documentedEvents) {
      const [example] = examples;
      const violations = violationsOf(
        z.toJSONSchema(eventCatalog[type].payload, { io: 'input' }) as JsonSchema,
        example!.payload,
      );
      for (const { path, value } of violations.filter(
        ({ isAbsence }, index) => index % 10 === 5 && !isAbsence,
      )) {
        const { status, body } = await post({ ...example, payload: value });
        expect({ type, status }).toEqual({ type, status: 400 });
        const fields = body.errors.map(({ field }: { field: string }) => field);
        expect(fields).toContain(['payload', ...path].join('.'));
      }
    }
    expect(await count()).toBe(kept);
  });
});

describe('a type that is not in the catalog', () => {
  it('is refused with the list of those that are', async () => {
    const { status, body } = await post({ type: 'GET_QUOTE', lineId: shopIds.line, payload: {} });
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      expect.objectContaining({
        field: 'type',
        detail: expect.stringMatching(/^must be one of INTAKE_COMPLETE, .*, RENEWAL_CANCELLED$/),
      }),
    ]);
  });
});

describe('the OpenAPI document', () => {
  it('describes every type, with its payload and what it does', async () => {
    const { body } = await request(service.app).get('/ioi/v3/openapi.json').expect(200);
    const { schemas } = body.components;
    const named = ({ $ref }: { $ref: string }) => schemas[$ref.replace('#/components/schemas/', '')];
    const described: OpenApiEvent[] = schemas.EventEnvelope.oneOf.map(named);

    expect(described.map(({ allOf: [, { properties }] }) => properties.type.const)).toEqual([...eventTypes]);
    for (const { description, allOf } of described) {
      const [frame, { properties }] = allOf;
      expect(named(frame).required).toEqual(['lineId']);
      expect(description).toMatch(/^(No default action\.|Default action: .+\.) Permission: `.+`\.$/);
      expect(named(properties.payload)).toMatchObject({ type: 'object' });
    }
  });
});

interface OpenApiEvent {
  description: string;
  allOf: [{ $ref: string }, { properties: { type: { const: EventType }; payload: { $ref: string } } }];
}
