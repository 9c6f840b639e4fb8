import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Forbidden, NotFound } from '../../api/errors/app-error.js';
import { EventControl } from '../../api/events/control.js';
import type { EventRunObject, ListedEvent } from '../../api/events/schemas.js';
import { EventInspection } from '../../api/events/service.js';
import type { Caller } from '../../api/http/caller.js';
import { audienceOf } from '../../db/events/event-audience.js';
import { readNamedRecords } from '../../db/events/named-records.js';
import { Document } from '../../db/models/document.js';
import { Event } from '../../db/models/event.js';
import { Quote } from '../../db/models/quote.js';
import { WebhookDelivery } from '../../db/models/webhook-delivery.js';
import { createEndpoint } from '../../db/webhooks/endpoints.js';
import { eventEnvelope } from '../../domain/events/envelope.js';
import type { QuoteObject } from '../../domain/quote/quote.js';
import { type AuthorityWorld, anAuthorityWorld } from '../support/authority-world.js';
import { intakeOf } from '../support/event-factory.js';
import { shopIds } from '../support/shop-product.js';

interface Notification {
  type: string;
  data: { triggerRequestId: string; quoteIds?: string[]; policyId?: string; links: Record<string, string> };
}

let world: AuthorityWorld;
let inspection: EventInspection;
let control: EventControl;
/** Sold by the agency on the insurer's paper. */
let policy: { id: string; clientId: string };
let referred: QuoteObject;

beforeAll(async () => {
  world = await anAuthorityWorld();
  const { db, catalog, runs } = world;
  inspection = new EventInspection({ db, runs, ui: undefined });
  control = new EventControl({ db, catalog, runs, now: () => new Date() });
});
afterAll(() => world?.close());

/** Not tried again: the endpoints would be there twice. */
const once = { retry: 0, timeout: 150_000 };

it('begins with a sale, and with a referral that the insurer approves', once, async () => {
  const { db, catalog, agency, carrier, stranger } = world;
  for (const { organizationId } of [agency, carrier, stranger]) {
    const url = 'https://hooks.example/ioi';
    await createEndpoint(db, { organizationId, url, description: '', eventTypes: [], active: true });
    await expect.poll(() => catalog.webhooksFor(organizationId, 'POLICY_CREATE')).toHaveLength(1);
  }
  policy = await world.sold();
  const payload = {
    effectiveDate: '2027-01-01',
    intake: intakeOf({ 'client.name': 'Secret Shop', 'shop.revenue': '2000000' }),
  };
  const { metadata } = await world.fire('GET_QUOTES', payload, agency, {
    ...{ forceSync: true, eventTargets: [shopIds.standard] },
  });
  referred = (metadata.quotes as unknown as QuoteObject[])[0]!;
  await world.underwriting.decide(carrier, referred.requestId, { isApproved: true });
  await expect
    .poll(() => Event.query(db).whereNot('type', 'GET_QUOTES').whereNull('closed_at').resultSize(), {
      timeout: 90_000,
    })
    .toBe(0);
});

const listed = async (by: Caller): Promise<ListedEvent[]> =>
  (await inspection.list(by, { page: 0, size: 100 })).content;
const eventOf = async (type: string): Promise<string> =>
  (await listed(world.agency)).find((event) => event.type === type)!.triggerRequestId;
const bodiesFor = async ({ organizationId }: Caller): Promise<Notification[]> =>
  (await WebhookDelivery.query(world.db).where('organization_id', organizationId)).map(
    ({ body }) => body as unknown as Notification,
  );

describe('the events of a policy or quote', () => {
  it('are seen by the seller and the insurer, and not by a stranger', async () => {
    const types = (await listed(world.carrier)).map(({ type }) => type);
    expect(types).toEqual(
      expect.arrayContaining(['POLICY_CREATE', 'UNDERWRITING_REFERRED', 'UNDERWRITING_APPROVED']),
    );
    const ofSeller = await listed(world.agency);
    expect(new Set(ofSeller.map(({ type }) => type))).toEqual(new Set([...types, 'GET_QUOTES']));
    expect(await listed(world.stranger)).toEqual([]);
  });

  it('are shown to the insurer without the seller’s answers, actions and messages', async () => {
    const id = await eventOf('POLICY_CREATE');
    const own = await inspection.one(world.agency, id);
    const shared = await inspection.one(world.carrier, id);
    expect(own.actions).not.toEqual([]);
    expect(own.triggerResult).toBeDefined();
    const { type, state, lineId, lineName, productVersionId, createdTimestamp, closedTimestamp } = own;
    expect(shared).toEqual({
      ...{ triggerRequestId: id, organizationId: world.agency.organizationId, policyId: own.policyId },
      ...{ clientId: policy.clientId, failedActionCount: 0, retries: 0, actions: [], firedBy: own.firedBy },
      ...{ type, state, lineId, lineName, productVersionId, createdTimestamp, closedTimestamp },
      links: {
        ...{ self: `/ioi/v3/event/${id}`, quotesOfEvent: `/ioi/v3/quotes/trigger/${id}` },
        quotes: [expect.stringContaining('/ioi/v3/quote/')],
        policies: [`/ioi/v3/policy/${policy.id}`],
        children: own.links.children,
      },
    } satisfies EventRunObject);
  });

  it('name the referred quote, which the insurer can read', async () => {
    const { links } = await inspection.one(world.carrier, await eventOf('UNDERWRITING_REFERRED'));
    expect(links.quotes).toEqual([`/ioi/v3/quote/${referred.requestId}`]);
    expect(
      await world.quotes.one(world.carrier, referred.requestId, { includeRawData: false }),
    ).toMatchObject({ underwriterResponse: { createdBy: { name: world.carrier.name } } });
  });

  it('are hidden from a stranger, and changed by their own organization only', async () => {
    const id = await eventOf('POLICY_CREATE');
    await expect(inspection.one(world.stranger, id)).rejects.toBeInstanceOf(NotFound);
    for (const change of ['cancel', 'retry'] as const) {
      await expect(control[change](world.carrier, id)).rejects.toBeInstanceOf(Forbidden);
      await expect(control[change](world.stranger, id)).rejects.toBeInstanceOf(NotFound);
    }
    const quoting = await eventOf('GET_QUOTES');
    await expect(inspection.one(world.carrier, quoting)).rejects.toBeInstanceOf(NotFound);
  });
});

describe('webhooks', () => {
  it('reach the endpoints of both organizations, and no others', async () => {
    const shared = (await listed(world.carrier)).map(({ triggerRequestId }) => triggerRequestId).sort();
    await expect
      .poll(async () => (await bodiesFor(world.carrier)).map(({ data }) => data.triggerRequestId).sort())
      .toEqual(shared);
    const ofSeller = (await bodiesFor(world.agency)).map(({ data }) => data.triggerRequestId);
    expect(ofSeller).toEqual(expect.arrayContaining([...shared, await eventOf('GET_QUOTES')]));
    expect(await bodiesFor(world.stranger)).toEqual([]);
  });

  it('tell the insurer of the referral and the seller of the decision, with the quote', async () => {
    const told = async (by: Caller, wanted: string) =>
      (await bodiesFor(by)).find(({ type }) => type === wanted)!.data;
    const { requestId } = referred;
    expect(await told(world.carrier, 'UNDERWRITING_REFERRED')).toMatchObject({ quoteIds: [requestId] });
    expect(await told(world.agency, 'UNDERWRITING_APPROVED')).toMatchObject({ quoteIds: [requestId] });
    const insurers = await told(world.carrier, 'POLICY_CREATE');
    expect(Object.keys(insurers.links)).toEqual(['event', 'policy', 'quotes']);
    expect(Object.keys((await told(world.agency, 'POLICY_CREATE')).links)).toEqual(
      expect.arrayContaining(['event', 'quotes', 'client']),
    );
  });
});

describe('an event', () => {
  const about = async (payload: object, { organizationId } = world.agency) => {
    const envelope = eventEnvelope.parse({ type: 'PAYMENT_SETUP', lineId: shopIds.line, payload });
    const records = await readNamedRecords(world.db, organizationId, envelope);
    return audienceOf(world.catalog, { organizationId, type: envelope.type }, records);
  };

  it('of the insurer is shared with the seller', async () => {
    const { quoteId } = await world.policy(policy.id);
    const shared = await about({ clientId: policy.clientId, quoteIds: [quoteId] }, world.carrier);
    expect(shared.sharedOrganizationId).toBe(world.agency.organizationId);
    expect(shared.notify).toHaveLength(2);
  });

  it('about quotes of two insurers is shared with neither', async () => {
    const { requestId, clientId } = await world.aQuote();
    const other = await world.aQuote({ clientId: clientId!, issuerId: world.stranger.organizationId });
    const quoteIds = [requestId, other.requestId];
    expect(await about({ clientId, quoteIds })).toMatchObject({ sharedOrganizationId: null });
    expect((await about({ clientId, quoteIds: [other.requestId] })).sharedOrganizationId).toBe(
      world.stranger.organizationId,
    );
    const own = await world.aQuote({ clientId: clientId!, issuerId: world.agency.organizationId });
    const mixed = await about({ clientId, quoteIds: [requestId, own.requestId] });
    expect(mixed.sharedOrganizationId).toBeNull();
    expect(mixed.notify).toHaveLength(1);
  });
});

it('shares the documents of a policy and its quote with both organizations', async () => {
  const { quoteId } = await world.policy(policy.id);
  const quote = await Quote.query(world.db).findById(quoteId).throwIfNotFound();
  const sides = [quote.clientOrganizationId, quote.quotingOrganizationId].sort();
  expect(sides).toEqual([world.agency.organizationId, world.carrier.organizationId].sort());
  for (const document of await Document.query(world.db).where('policy_id', policy.id)) {
    expect([document.organizationId, document.sharedOrganizationId].sort()).toEqual(sides);
  }
});
