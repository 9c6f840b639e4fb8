import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addToEntries } from '../../db/ledger/documents-of-entries.js';
import { LedgerEntry } from '../../db/models/ledger-entry.js';
import { demoProducts } from '../../db/seeds/demo-products.js';
import type { EventType } from '../../domain/events/catalog.js';
import { eventEnvelope } from '../../domain/events/envelope.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import type { QuoteObject } from '../../domain/quote/quote.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';

let world: EventWorld;
let intake: AnswerMap;
let stopWorker: () => Promise<void>;

beforeAll(async () => {
  const demo = (await demoProducts()).find(({ key }) => key === 'general-liability')!;
  intake = demo.intakes.quoted;
  world = await anEventWorld(demo.definition);
  stopWorker = await world.startWorker();
});

afterAll(async () => {
  await stopWorker?.();
  await world?.close();
});

async function fire(type: EventType, payload: object, more: object = {}) {
  const lineId = world.definition.product.id;
  const envelope = eventEnvelope.parse({ type, lineId, payload, ...more });
  return world.events.fire(world.carrier, envelope);
}

async function issue(): Promise<string> {
  const { metadata } = await fire('GET_QUOTES', { effectiveDate: '2027-01-01', intake }, { forceSync: true });
  const [{ requestId, clientId }] = metadata.quotes as [QuoteObject];
  const issued = await fire('POLICY_CREATE', {
    ...{ clientId, quoteIds: [requestId], paymentRequired: false },
    paymentPlans: { [requestId]: 'FULL_PAYMENT' },
  });
  return (issued.metadata as { POLICY_CREATE: { policies: [{ id: string }] } }).POLICY_CREATE.policies[0].id;
}

/** Names of the documents of each entry, the policy document first. */
const documents = async (policyId: string) => {
  const entries = await LedgerEntry.query(world.db)
    .where({ parent_policy_id: policyId })
    .orderBy('created_at');
  const named = (document: JsonObject | null) => (document === null ? null : document.name);
  return entries.map(({ doc, additionalDocs }) => [named(doc), ...additionalDocs.map(named)]);
};

it('are those that were made for what an entry was recorded by, the declarations first', async () => {
  const policyId = await issue();
  await expect.poll(() => documents(policyId), { timeout: 20_000 }).toEqual([['Declarations', 'Invoice']]);

  await fire('POLICY_CANCEL', { policyId, effectiveDate: '2027-06-01' });
  await expect
    .poll(() => documents(policyId), { timeout: 20_000 })
    .toEqual([['Declarations', 'Invoice'], ['Cancellation notice']]);

  const [first] = await LedgerEntry.query(world.db)
    .where({ parent_policy_id: policyId })
    .orderBy('created_at');
  expect(first!.doc).toMatchObject({
    fileName: expect.stringMatching(/^Declarations .+\.pdf$/),
    type: 'PDF',
    url: expect.stringContaining('/ioi/v3/file/DEV/'),
  });
  const before = await documents(policyId);
  const made = { policyId, triggerRequestId: randomUUID() };
  await addToEntries(world.db, made, { contentId: randomUUID(), name: 'Of an event that recorded nothing' });
  expect(await documents(policyId)).toEqual(before);
});
