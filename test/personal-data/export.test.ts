import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Drafts } from '../../api/drafts/service.js';
import { createApiKey } from '../../db/identity/api-keys.js';
import { createUser } from '../../db/identity/people.js';
import { Event } from '../../db/models/event.js';
import { eventEnvelope } from '../../domain/events/envelope.js';
import { policySettings } from '../../domain/policy/policy-settings.js';
import { productDefinition } from '../../domain/product/definition.js';
import type { QuoteObject } from '../../domain/quote/quote.js';
import { anAssistant, told } from '../support/assistant.js';
import { aChargingStripe, type ChargingStripe } from '../support/charging-stripe.js';
import { secretKey } from '../support/collected-policies.js';
import { intakeOf } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { basicOf, testPassword } from '../support/identity-factory.js';
import { servedApi } from '../support/served-api.js';
import { anyDate, shopIds, shopProduct } from '../support/shop-product.js';

type Side = 'agency' | 'carrier';
const sides: Side[] = ['agency', 'carrier'];
const formConfigId = '7d0b1f63-2c58-4a9e-8f14-b6a1c9d3e521';
const carrierId = '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0ec1';

/** What only one side may read again. */
const secretOf = (side: Side) => ({
  source: { sourceType: 'EXTERNAL', url: `https://${side}.example/internal` },
  agencyCodes: [{ carrierId, agencyCodeData: { agencyCode: `code-of-${side}` } }],
});

const product = () =>
  productDefinition.parse({
    ...shopProduct(),
    // Nothing is due, or charged, while the export is compared.
    policy: policySettings.parse({
      binding: anyDate,
      paymentPlans: [{ plan: 'FULL_PAYMENT', dueDays: 30 }],
    }),
    forms: [
      {
        ...{ kind: 'DOCUMENT', type: 'HTML', formConfigId, name: 'Summary', formNumber: 'S-1' },
        ...{ formVersion: '1', fileName: 'summary', layout: { content: ['For {{client.name}}'] } },
      },
    ],
  });

let world: EventWorld;
let stripe: ChargingStripe;
let api: { url: string; stop: () => Promise<void> };
let stopWorker: () => Promise<void>;
let keys: Record<Side, string>;
/** The client of each side, with a policy that the carrier issued. */
const clients = {} as Record<Side, { clientId: string; policyId: string }>;

beforeAll(async () => {
  world = await anEventWorld(product());
  stripe = await aChargingStripe();
  const saving = { secretKey, apiBase: stripe.url };
  api = await servedApi(world, {
    payments: { provider: 'STRIPE', stripe: saving, stripeWebhookSecret: undefined },
  });
  stopWorker = await world.startWorker();
  const keyOf = async ({ organizationId }: { organizationId: string }) => {
    const { apiKey, secret } = await createApiKey(world.db, { organizationId });
    return basicOf(apiKey.key, secret);
  };
  keys = { agency: await keyOf(world.agency), carrier: await keyOf(world.carrier) };
  for (const side of sides) clients[side] = await aClientOf(side);
}, 120_000);

afterAll(async () => {
  await api?.stop();
  await stopWorker?.();
  await stripe?.close();
  await world?.close();
});

const call = (by: Side, method: 'get' | 'post' | 'put', path: string, body?: object) =>
  request(api.url)[method](`/ioi/v3${path}`).set('Authorization', keys[by]).send(body);

async function fire(by: Side, type: string, payload: object) {
  const event = { type, lineId: shopIds.line, forceSync: true, payload, ...secretOf(by) };
  return world.events.fire(world[by], eventEnvelope.parse(event));
}

const drafts = () => new Drafts({ db: world.db, now: () => new Date() });
const people: Partial<Record<Side, string>> = {};

/** Somebody of the organization has begun to sell the client more. */
async function draft(by: Side, clientId: string): Promise<void> {
  const { organizationId } = world[by];
  const person = await createUser(world.db, {
    organizationId,
    userId: `draft-${by}`,
    password: testPassword,
  });
  people[by] = person.id;
  const content = { note: `code-of-${by}` };
  const place = { draftKind: 'SALE' as const, subjectId: shopIds.line };
  const given = { version: 0, clientId, title: null, content };
  await drafts().save({ ...world[by], personId: person.id }, place, given);
}

/** An assistant adds a note. */
async function note(by: Side, clientId: string): Promise<void> {
  const assistant = await anAssistant(api.url, keys[by], 'Scribe');
  const { text } = await told(assistant, 'add_note', { clientId, text: `code-of-${by}` });
  await told(assistant, 'act', { token: /^token: (\S+)$/m.exec(text)?.[1] });
  await assistant.close();
}

/** Has a policy collected from a new card. */
async function collect(by: Side, clientId: string, policyId: string) {
  const ofMethods = `/client/${clientId}/payment-method`;
  const { id, clientSecret } = (await call(by, 'post', ofMethods)).body;
  stripe.complete(clientSecret.replace('_secret_x', ''));
  await call(by, 'post', `${ofMethods}/${id}/verify`);
  const consent = { at: '2026-01-01T08:00:00Z', source: `code-of-${by}` };
  const begun = await call(by, 'put', `/policy/${policyId}/collection`, { paymentMethodId: id, consent });
  expect(begun.body.agreement).toMatchObject({ consent });
}

/** Quoted, reviewed, sold, collected from a card, changed by the insurer, paid and with a document. */
async function aClientOf(side: Side) {
  const intake = intakeOf({ 'client.name': `Bakery of ${side}`, 'shop.revenue': '900000' });
  const { metadata } = await fire(side, 'GET_QUOTES', { effectiveDate: '2026-01-01', intake });
  const clientId = String(metadata.client);
  const [first] = metadata.quotes as QuoteObject[];
  const quoteId = first!.requestId;
  await fire(side, 'PAYMENT_SETUP', { clientId, quoteIds: [quoteId] });
  const issued = await fire(side, 'POLICY_CREATE', {
    ...{ clientId, quoteIds: [quoteId], paymentRequired: false },
    paymentPlans: { [quoteId]: 'FULL_PAYMENT' },
  });
  const { policies } = issued.metadata.POLICY_CREATE as { policies: { id: string }[] };
  const policyId = policies[0]!.id;
  const clientData = { 'client.address1': { type: 'ANSWER', qid: 'client.address1', answer: 'Moved' } };
  await call(side, 'put', '/client', { clientId, clientData });
  await note(side, clientId);
  const paperless = { consents: true, address: `${side}@client.example`, source: `code-of-${side}` };
  await call(side, 'put', `/client/${clientId}/paperless`, paperless);
  await collect(side, clientId, policyId);
  await draft(side, clientId);
  // It has no address, so that nothing becomes of the mail meanwhile.
  await call(side, 'post', '/mail', { clientId, subject: 'Hello', text: 'Hello' });
  await call(side, 'post', '/generate/document', {
    ...{ productId: shopIds.line, formConfigId, clientId, policyId },
  });
  await call(side, 'post', `/file?fileName=a.json&policyId=${policyId}`, {});
  // What the other side does with the same policy is an event of its own.
  const other = await fire('carrier', 'PAYMENT_RECEIVED', {
    ...{ policyId, amount: 100, reference: `of ${side}`, payer: 'somebody' },
  });
  expect(other.triggerRequestId).toBeDefined();
  await call('carrier', 'post', `/quote/${quoteId}/review/note`, { text: `A note on the quote of ${side}` });
  for (const of of sides) await call(of, 'post', '/task', { title: `A task of ${of}`, about: { policyId } });
  const open = () => Event.query(world.db).where('client_id', clientId).whereNull('closed_at').resultSize();
  await vi.waitUntil(async () => (await open()) === 0, { timeout: 30_000, interval: 50 });
  return { clientId, policyId };
}

// biome-ignore lint/suspicious/noExplicitAny: whatever was answered, for comparison
type Answered = Record<string, any>;
type Records = Record<string, Answered[]>;

/** The answer of `GET`, or of the search of a ledger, to the same caller for a record of each list. */
const readAgain: Record<string, (by: Side, record: Answered) => Promise<unknown>> = {
  clientHistory: async (by, { asOfTimestamp, client }) => ({
    asOfTimestamp,
    client: (
      await call(by, 'get', `/client/${client.clientId}/product/${shopIds.line}/datetime/${asOfTimestamp}`)
    ).body,
  }),
  paperless: async (by, { recordedTimestamp }) => {
    const { body } = await call(by, 'get', `/client/${clients[by].clientId}/paperless`);
    return body.history.find((entry: Answered) => entry.recordedTimestamp === recordedTimestamp);
  },
  clientNotes: async (by, { id, clientId }) => {
    const { body } = await call(by, 'get', `/client/${clientId}/activity?kinds=NOTE`);
    const { time, author, details } = body.entries.find(
      (entry: { recordId: string }) => entry.recordId === id,
    );
    return {
      ...{ id, clientId, text: details.description, mentions: details.mentions ?? [] },
      ...{ createdTimestamp: time, createdBy: author },
    };
  },
  // A person's, whom a key is not.
  drafts: async (by, { subjectId }) => {
    const caller = { ...world[by], personId: people[by]! };
    return drafts().read(caller, { draftKind: 'SALE', subjectId });
  },
  assistantActs: async (by, { id }) => (await call(by, 'get', `/assistant/act/${id}`)).body,
  events: async (by, { triggerRequestId }) => (await call(by, 'get', `/event/${triggerRequestId}`)).body,
  quotes: async (by, { requestId }) =>
    (await call(by, 'get', `/quote/${requestId}?includeRawData=true`)).body,
  quoteReviews: async (by, { requestId }) => (await call(by, 'get', `/quote/${requestId}/review`)).body,
  policies: async (by, { policy }) => (await call(by, 'get', `/policy/${policy.id}`)).body,
  policyTimelines: async (by, { policyId, knownAt }) =>
    (await call(by, 'get', `/policy/${policyId}/timeline?knownAt=${knownAt}`)).body,
  ledgerEntries: async (by, { id, parentPolicyId }) => {
    const all = {
      size: 1000,
      includeAllEventAnswers: true,
      includeQuoteRateMeta: true,
      includeDocuments: true,
    };
    const { body } = await call(by, 'post', `/policy/ledger/entries/policy/${parentPolicyId}`, all);
    return body.content.find((entry: { id: string }) => entry.id === id);
  },
  payments: async (by, { id }) => {
    const { body } = await call(by, 'get', `/policy/${clients[by].policyId}/payments?size=1000`);
    return body.content.find((payment: { id: string }) => payment.id === id);
  },
  paymentMethods: async (by, { id, clientId }) => {
    const { body } = await call(by, 'get', `/client/${clientId}/payment-method`);
    return body.paymentMethods.find((method: { id: string }) => method.id === id);
  },
  collections: async (by, { policyId }) => (await call(by, 'get', `/policy/${policyId}/collection`)).body,
  files: async (by, { fileId }) => (await call(by, 'get', `/file/${fileId}`)).body,
  tasks: async (by, { id }) => (await call(by, 'get', `/task/${id}`)).body,
  mails: async (by, { id }) => (await call(by, 'get', `/mail/${id}`)).body,
  documents: async (by, document) => {
    const { pathname } = new URL(document.url);
    const file = await request(api.url).get(pathname).set('Authorization', keys[by]);
    expect(file.status).toBe(200);
    const { 'content-type': contentType, 'content-length': size, etag = '' } = file.headers;
    return { ...document, contentType, size: Number(size), sha256: etag.replaceAll('"', '') };
  },
};

describe.each(sides)('the export of a client of the %s', (by) => {
  let body: Records & { client: object };

  beforeAll(async () => {
    const answer = await call(by, 'get', `/client/${clients[by].clientId}/export`);
    expect(answer.status).toBe(200);
    body = answer.body;
  });

  it('has the client and each record as GET answers them to the same caller', async () => {
    const { exportedTimestamp, clientId, client, ...lists } = body;
    expect(clientId).toBe(clients[by].clientId);
    expect(client).toEqual((await call(by, 'get', `/client/${clientId}/product/${shopIds.line}`)).body);
    expect(Object.keys(lists).toSorted()).toEqual(Object.keys(readAgain).toSorted());
    for (const [name, records] of Object.entries(lists)) {
      // Only the quoting organization reviews.
      expect([name, records.length > 0]).toEqual([name, name !== 'quoteReviews' || by === 'carrier']);
      for (const record of records) expect(record, name).toEqual(await readAgain[name]!(by, record));
    }
  });

  it('has nothing of the other side, and no columns of the database', () => {
    const text = JSON.stringify(body);
    const other = by === 'agency' ? 'carrier' : 'agency';
    expect(text).not.toContain(`code-of-${other}`);
    expect(text).not.toContain(`https://${other}.example`);
    expect(text).not.toContain(`A task of ${other}`);
    if (by === 'agency') expect(text).not.toContain('A note on the quote');
    for (const column of ['envelopeSha256', 'acknowledgement', 'clientSecret', 'objectKey', 'eventKey'])
      expect(text).not.toContain(`"${column}"`);
  });

  it('is for its organization only', async () => {
    const other = by === 'agency' ? 'carrier' : 'agency';
    expect((await call(other, 'get', `/client/${clients[by].clientId}/export`)).status).toBe(404);
  });
});
