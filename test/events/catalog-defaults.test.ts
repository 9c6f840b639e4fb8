import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Conflict, NotFound } from '../../api/errors/app-error.js';
import type { TriggerResult } from '../../api/event-firing/schemas.js';
import { ActionRun } from '../../db/models/action-run.js';
import { Client } from '../../db/models/client.js';
import { Event } from '../../db/models/event.js';
import { PolicyQuote } from '../../db/models/policy-quote.js';
import { Quote } from '../../db/models/quote.js';
import type { EventType } from '../../domain/events/catalog.js';
import { newClientId } from '../../domain/events/client-of-event.js';
import { eventEnvelope } from '../../domain/events/envelope.js';
import { type ProductDefinition, productDefinition } from '../../domain/product/definition.js';
import { aClient } from '../support/client-factory.js';
import { intakeOf } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { aPolicy, aQuoteRow } from '../support/policy-factory.js';
import { shopIds, shopProduct } from '../support/shop-product.js';

let world: EventWorld;
let stopWorker: () => Promise<void>;

const fireAgain = '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0101';

/** The shop, where a new status makes another client be saved: whichever the event's answers name. */
function product(): ProductDefinition {
  const shop = shopProduct();
  const [quoting] = shop.configurations;
  const events = {
    ...quoting!.events,
    CLIENT_STATUS_UPDATED: [
      {
        id: fireAgain,
        type: 'FIRE_EVENT',
        name: 'Save the other one',
        when: { '!!': { value: 'payload.clientAnswers.other' } },
        eventType: 'CREATE_OR_UPDATE_CLIENT',
        payload: { clientId: '{{payload.clientAnswers.other}}', clientName: 'Taken over', intake: {} },
      },
    ],
  };
  return productDefinition.parse({ ...shop, configurations: [{ ...quoting, events }] });
}

beforeAll(async () => {
  world = await anEventWorld(product());
  stopWorker = await world.startWorker();
});

afterAll(async () => {
  await stopWorker?.();
  await world?.close();
});

function fire(type: EventType, payload: object, envelope: object = {}): Promise<TriggerResult> {
  return world.events.fire(
    world.agency,
    eventEnvelope.parse({ type, lineId: shopIds.line, payload, ...envelope }),
  );
}

const clientIn = ({ metadata }: TriggerResult) =>
  Client.query(world.db).findById(String(metadata.client)).throwIfNotFound();

const anOwnClient = () => aClient(world.db, world.agency.organizationId);

describe.each(['INTAKE_COMPLETE', 'CREATE_OR_UPDATE_CLIENT'] as const)('%s', (type) => {
  const intake = intakeOf({ 'client.name': 'Corner Shop', 'shop.revenue': '1000' });

  it('creates a client of the organization, once for each event', async () => {
    const triggerRequestId = randomUUID();
    const result = await fire(type, { intake }, { triggerRequestId });

    expect(result).toEqual({
      triggerRequestId,
      executedActionCount: 0,
      expectedResponseCount: 0,
      metadata: { client: newClientId(triggerRequestId) },
    });
    expect(await clientIn(result)).toMatchObject({
      organizationId: world.agency.organizationId,
      name: 'Corner Shop',
      type: 'COMMERCIAL',
      status: 'LEAD',
      answers: intake,
    });
    expect(await fire(type, { intake }, { triggerRequestId })).toEqual(result);
    const row = await Event.query(world.db).findById(triggerRequestId).throwIfNotFound();
    expect(row.clientId).toBe(result.metadata.client);
  });

  it('merges the intake into the answers of a client that there is', async () => {
    const { id: clientId } = await clientIn(await fire(type, { intake }));
    const result = await fire(type, { clientId, intake: intakeOf({ 'shop.revenue': '2000' }) });

    expect(result.metadata).toEqual({ client: clientId });
    expect(await clientIn(result)).toMatchObject({
      name: 'Corner Shop',
      answers: intakeOf({ 'client.name': 'Corner Shop', 'shop.revenue': '2000' }),
    });
  });

  it('saves nothing in batchMode', async () => {
    const { metadata, triggerRequestId } = await fire(type, { intake }, { batchMode: true });
    expect(metadata).toEqual({});
    expect(await Client.query(world.db).findById(newClientId(triggerRequestId))).toBeUndefined();
  });
});

describe('CREATE_OR_UPDATE_CLIENT', () => {
  it('takes the profile before the intake, and leaves what it does not say', async () => {
    const created = await fire('CREATE_OR_UPDATE_CLIENT', {
      clientName: 'Bakery LLC',
      clientType: 'PERSONAL',
      intake: intakeOf({ 'client.name': 'The bakery' }),
    });
    const client = await clientIn(created);
    expect(client).toMatchObject({ name: 'Bakery LLC', type: 'PERSONAL' });

    const again = { clientId: client.id, intake: {} };
    await fire('CREATE_OR_UPDATE_CLIENT', again);
    expect(await clientIn(created)).toMatchObject({ name: 'Bakery LLC', type: 'PERSONAL' });
    await fire('CREATE_OR_UPDATE_CLIENT', { ...again, clientType: 'COMMERCIAL' });
    expect(await clientIn(created)).toMatchObject({ name: 'Bakery LLC', type: 'COMMERCIAL' });
  });
});

describe('CLIENT_STATUS_UPDATED', () => {
  it('sets the status, and nothing else', async () => {
    const before = await anOwnClient();
    const { metadata } = await fire('CLIENT_STATUS_UPDATED', { clientId: before.id, statusKey: 'CLIENT' });

    expect(metadata).toEqual({});
    const { updatedAt: _, ...after } = await Client.query(world.db).findById(before.id).throwIfNotFound();
    expect(before).toMatchObject({ ...after, status: 'LEAD' });
    expect(after.status).toBe('CLIENT');

    await fire('CLIENT_STATUS_UPDATED', { clientId: before.id, statusKey: 'LEAD' });
    expect(await Client.query(world.db).findById(before.id)).toMatchObject({ status: 'LEAD' });
  });

  it('is not found for a client of another organization', async () => {
    const { id: clientId } = await aClient(world.db, world.stranger.organizationId);
    const fired = fire('CLIENT_STATUS_UPDATED', { clientId, statusKey: 'CLIENT' });
    await expect(fired).rejects.toThrow(NotFound);
    expect(await Client.query(world.db).findById(clientId)).toMatchObject({ status: 'LEAD' });
  });
});

describe('an event that an action fires', () => {
  it('names records of its organization only', async () => {
    const { id: clientId } = await anOwnClient();
    const stranger = await aClient(world.db, world.stranger.organizationId);
    const neighbor = await anOwnClient();
    for (const { id: other } of [stranger, neighbor]) {
      const clientAnswers = { other };
      const payload = { clientId, statusKey: 'CLIENT', clientAnswers };
      const { triggerRequestId } = await fire('CLIENT_STATUS_UPDATED', payload);
      await expect
        .poll(async () => ActionRun.query(world.db).findById([triggerRequestId, fireAgain]))
        .toMatchObject(
          other === neighbor.id
            ? { state: 'SUCCEEDED' }
            : { state: 'FAILED', lastError: expect.stringContaining(`no client ${other}`) },
        );
    }
    await expect
      .poll(async () => (await Client.query(world.db).findById(neighbor.id))?.name)
      .toBe('Taken over');
    expect((await Client.query(world.db).findById(stranger.id))?.name).not.toBe('Taken over');
  });
});

describe("a policyholder's response", () => {
  async function aQuote(changes: Parameters<typeof aQuoteRow>[1]['changes'] = {}): Promise<Quote> {
    const client = await anOwnClient();
    return aQuoteRow(world.db, {
      sellerId: world.agency.organizationId,
      issuerId: world.carrier.organizationId,
      productId: shopIds.line,
      productVersionId: world.versionId,
      clientId: client.id,
      changes: { requiresPolicyholderAcceptance: true, bindable: false, ...changes },
    });
  }

  const response = (isApproved: boolean) => ({
    isApproved,
    responseSource: 'POLICYHOLDER',
    decisionTimestamp: '2026-12-01T10:15:00Z',
  });

  function respond({ requestId, clientId }: Quote, isApproved: boolean, envelope: object = {}) {
    const type = isApproved ? 'POLICYHOLDER_QUOTE_ACCEPTED' : 'POLICYHOLDER_QUOTE_DECLINED';
    const payload = { clientId, quoteId: requestId, acceptanceResponse: response(isApproved) };
    return fire(type, payload, envelope);
  }

  const stored = ({ requestId }: Quote) => Quote.query(world.db).findById(requestId).throwIfNotFound();

  it('makes a quote bindable where it accepts', async () => {
    const quote = await aQuote();
    const { metadata } = await respond(quote, true);
    expect(metadata).toEqual({});
    expect(await stored(quote)).toMatchObject({ policyholderResponse: response(true), bindable: true });
  });

  it('leaves a quote to its underwriter', async () => {
    const quote = await aQuote({ requiresUnderwriterApproval: true });
    await respond(quote, true);
    expect(await stored(quote)).toMatchObject({ bindable: false });

    await world.underwriting.decide(world.carrier, quote.requestId, { isApproved: true });
    expect(await stored(quote)).toMatchObject({ bindable: true });
  });

  it('ends a quote where it declines, even one that did not have to be accepted or is approved later', async () => {
    const open = await aQuote({ requiresPolicyholderAcceptance: false, bindable: true });
    await respond(open, false);
    expect(await stored(open)).toMatchObject({ policyholderResponse: response(false), bindable: false });

    const referred = await aQuote({
      requiresPolicyholderAcceptance: false,
      requiresUnderwriterApproval: true,
    });
    await respond(referred, false);
    await world.underwriting.decide(world.carrier, referred.requestId, { isApproved: true });
    expect(await stored(referred)).toMatchObject({ bindable: false });
  });

  it('counts once: the same again is fine, the opposite is refused, now and when fired again', async () => {
    const quote = await aQuote();
    await respond(quote, true);
    await respond(quote, true);

    const triggerRequestId = randomUUID();
    for (const _again of [1, 2]) {
      const refused = await respond(quote, false, { triggerRequestId }).catch((error) => error);
      expect(refused).toBeInstanceOf(Conflict);
      expect(refused.message).toBe('the policyholder has already accepted the quote');
      expect(refused.errors).toMatchObject([{ field: 'payload.quoteId' }]);
    }
    expect(await stored(quote)).toMatchObject({ policyholderResponse: response(true), bindable: true });
    const event = await Event.query(world.db).findById(triggerRequestId).throwIfNotFound();
    expect(event.state).toBe('FAILED');
    const actions = await ActionRun.query(world.db).where('trigger_request_id', triggerRequestId);
    expect(actions).toMatchObject([{ type: 'RECORD_POLICYHOLDER_RESPONSE', state: 'FAILED' }]);
  });

  it('of two at once is one', async () => {
    const quote = await aQuote();
    const fired = await Promise.allSettled([respond(quote, true), respond(quote, false)]);
    expect(fired.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const isApproved = fired[0]?.status === 'fulfilled';
    expect(await stored(quote)).toMatchObject({
      policyholderResponse: response(isApproved),
      bindable: isApproved,
    });
  });

  it('is refused for a quote that was declined in rating, of a component, or bound', async () => {
    const declined = await aQuote({ outcome: 'DECLINED', type: 'DECLINE' });
    await expect(respond(declined, true)).rejects.toThrow('the quote was declined in rating');
    const component = await aQuote({
      type: 'PACKAGE_COMPONENT',
      lineId: randomUUID(),
      packageRequestId: (await aQuote()).requestId,
      packagePosition: 0,
    });
    await expect(respond(component, true)).rejects.toThrow('use the package quote');

    const bound = await aQuote({ requiresPolicyholderAcceptance: false, bindable: true });
    const policy = await aPolicy(world.db, { sellerId: world.agency.organizationId });
    await PolicyQuote.query(world.db).insert({ quoteId: bound.requestId, policyId: policy.id });
    await expect(respond(bound, false)).rejects.toThrow('the quote is already bound');
    expect(await stored(bound)).toMatchObject({ policyholderResponse: null, bindable: true });
  });
});
