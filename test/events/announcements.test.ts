import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../api/errors/app-error.js';
import { Document } from '../../db/models/document.js';
import { Policy } from '../../db/models/policy.js';
import { PolicyEvent } from '../../db/models/policy-event.js';
import { Statement } from '../../db/models/statement.js';
import { type EventType, eventCatalog, eventTypes } from '../../domain/events/catalog.js';
import { eventEnvelope } from '../../domain/events/envelope.js';
import { documentedEvents, examplesOf, withIds } from '../support/documented-events.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { everything } from '../support/everything.js';
import { aPolicy } from '../support/policy-factory.js';
import { shopIds } from '../support/shop-product.js';

let world: EventWorld;
let own: Records;
let neighbors: Records;

interface Records {
  line: string;
  client: string;
  quote: string;
  policy: string;
  policyNumber: string;
  policyEvent: string;
  document: string;
  [further: string]: string;
}

beforeAll(async () => {
  // Without a worker: what is not so is refused before anything would run.
  world = await anEventWorld();
  [own, neighbors] = await Promise.all([recordsOf(), recordsOf()]);
});
afterAll(() => world?.close());

/** A policy in force with a note and a document, long before the end of its term. */
async function recordsOf(): Promise<Records> {
  const { db, agency, carrier, versionId } = world;
  const policy = await aPolicy(db, {
    ...{ sellerId: agency.organizationId, issuerId: carrier.organizationId },
    ...{ product: { productId: shopIds.line, versionId }, effectiveDate: '2999-01-01' },
  });
  const { id: policyEvent } = await PolicyEvent.query(db).insert({
    ...{ id: randomUUID(), policyId: policy.id, type: 'NOTE', data: {} },
  });
  const { id: document } = await Document.query(db).insert({
    ...{ id: randomUUID(), organizationId: agency.organizationId, policyId: policy.id },
    ...{ sharedOrganizationId: carrier.organizationId, origin: 'UPLOADED', type: 'FILE', store: 'POSTGRES' },
    ...{ fileName: 'note.txt', contentType: 'text/plain', size: '4', sha256: 'a'.repeat(64) },
  });
  const { clientId, quoteId, policyNumber } = policy;
  return {
    ...{ line: shopIds.line, client: clientId, quote: quoteId, policy: policy.id },
    ...{ policyNumber, policyEvent, document },
  };
}

/** How the insurer's announcement is refused. */
async function refusalOf(type: EventType, records: { [name: string]: string }, changes: object = {}) {
  const event = withIds(examplesOf(type)[0]!, records);
  const envelope = eventEnvelope.parse({ ...event, payload: { ...event.payload, ...changes } });
  const before = await everything(world.db);
  const refusal = await world.events.fire(world.carrier, envelope).then(
    () => 'accepted',
    (error) => error,
  );
  expect(await everything(world.db)).toEqual(before);
  if (!(refusal instanceof AppError)) throw new Error(`${type} was not refused: ${refusal}`);
  return { status: refusal.status, field: refusal.errors?.[0]?.field, detail: refusal.message };
}

const announcing = (about: string) => eventTypes.filter((type) => eventCatalog[type].fact?.about === about);

/** Whether a payload without a quote is none. */
const requiresQuote = (type: EventType) =>
  documentedEvents
    .find((documented) => documented.type === type)!
    .fields.some(({ field, required }) => field === 'quoteId' && required);

const responses: EventType[] = ['POLICYHOLDER_QUOTE_ACCEPTED', 'POLICYHOLDER_QUOTE_DECLINED'];

describe('a notification from outside', () => {
  it.each(announcing('POLICY'))('%s is refused where the policy is otherwise', async (type) => {
    const { fact } = eventCatalog[type];
    if (fact?.about !== 'POLICY') throw new Error(type);
    // What these announce is the event that they name.
    if (type === 'ENDORSEMENT_ACTIVATED' || type === 'CANCELLATION_REQUESTED') return;
    const refused = await refusalOf(type, await withEventOf(fact.event));
    expect(refused).toEqual({
      ...{ status: 409, field: 'payload.policyId' },
      detail: `only what has happened can be announced: ${fact.lack}`,
    });
  });

  it.each(announcing('QUOTE'))(
    '%s is refused where the quote is otherwise, or none is named',
    async (type) => {
      const refused = await refusalOf(type, own);
      expect(refused).toMatchObject({ status: 409, field: 'payload.quoteId' });
      if (requiresQuote(type)) return;
      const withoutQuote = await refusalOf(type, own, { quoteId: undefined });
      expect(withoutQuote.detail).toBe(refused.detail);
      const nothing = {
        clientId: undefined,
        quoteId: undefined,
        policyId: undefined,
        policyNumber: undefined,
      };
      expect(await refusalOf(type, own, nothing)).toMatchObject({
        ...{ status: 409, field: 'payload.quoteId' },
        detail: expect.stringContaining('no quote is named'),
      });
    },
  );

  it.each(responses)('%s names documents of the quote', async (type) => {
    const field = 'payload.quote.documents.1.contentId';
    const naming = (contentId: string) => ({
      quote: { requestId: own.quote, documents: [{ name: 'proposal' }, { contentId }] },
    });
    expect(await refusalOf(type, own, naming(randomUUID()))).toMatchObject({ status: 404, field });
    for (const { document } of [own, neighbors])
      expect(await refusalOf(type, own, naming(document))).toMatchObject({ status: 400, field });
  });

  const ofPolicies = announcing('DOCUMENTS').filter((type) => !responses.includes(type));
  it.each(ofPolicies)('%s names documents of the policy', async (type) => {
    const field = 'payload.documents.0.contentId';
    expect(await refusalOf(type, { ...own, document: randomUUID() })).toMatchObject({ status: 404, field });
    const { document } = neighbors;
    expect(await refusalOf(type, { ...own, document })).toMatchObject({ status: 400, field });
  });

  it('STATEMENT_CREATED is refused while the statement is only scheduled', async () => {
    const statement = randomUUID();
    await Statement.query(world.db).insert({
      ...{ id: statement, policyId: own.policy, termNumber: 1, number: 900, kind: 'INSTALMENT' },
      ...{ dueDate: '2999-06-01', amount: '10.00', paidAmount: '0.00', state: 'SCHEDULED', data: {} },
    });
    expect(await refusalOf('STATEMENT_CREATED', { ...own, statement })).toEqual({
      ...{ status: 409, field: 'payload.statementId' },
      detail: 'only what has happened can be announced: the statement is only scheduled',
    });
  });

  it('names an event of the policy, of the type that is announced', async () => {
    const field = 'payload.event.eventId';
    for (const type of announcing('POLICY')) {
      const { fact } = eventCatalog[type];
      if (fact?.about !== 'POLICY' || fact.event === undefined) continue;
      for (const policyEvent of [randomUUID(), neighbors.policyEvent]) {
        expect(await refusalOf(type, { ...own, policyEvent })).toMatchObject({ status: 404, field });
      }
      expect(await refusalOf(type, own)).toMatchObject({ status: 409, field });
    }
  });

  it('names documents of the policy beside its event', async () => {
    await Policy.query(world.db).findById(neighbors.policy).patch({ cancelledOn: '2999-02-01' });
    const records = { ...neighbors, ...(await withEventOf('POLICY_CANCELED', neighbors)) };
    const refused = await refusalOf('POLICY_CANCELED', records, {
      documents: [{ name: 'cancellation' }, { contentId: own.document }],
    });
    expect(refused).toMatchObject({ status: 400, field: 'payload.documents.1.contentId' });
  });
});

/** The records with an event of the policy of this type; one that changed nothing. */
async function withEventOf(type: string | undefined, records = own): Promise<Records> {
  if (type === undefined) return records;
  const { id } = await PolicyEvent.query(world.db).insert({
    ...{ id: randomUUID(), policyId: records.policy, type, data: {} },
  });
  return { ...records, policyEvent: id };
}
