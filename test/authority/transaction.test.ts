import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Unavailable } from '../../api/errors/app-error.js';
import { ActionRun } from '../../db/models/action-run.js';
import { Event } from '../../db/models/event.js';
import { Policy } from '../../db/models/policy.js';
import { PolicyEvent } from '../../db/models/policy-event.js';
import { Quote } from '../../db/models/quote.js';
import { deployVersion } from '../../db/products/deployments.js';
import { importVersion } from '../../db/products/import-version.js';
import { licenseProduct } from '../../db/products/licenses.js';
import { authority } from '../../domain/authority/authority.js';
import type { EventType } from '../../domain/events/catalog.js';
import { eventEnvelope } from '../../domain/events/envelope.js';
import { addDays } from '../../domain/ground/calendar.js';
import { contentHash } from '../../domain/ground/canonical-json.js';
import { productDefinition } from '../../domain/product/definition.js';
import { type AuthorityWorld, anAuthorityWorld, binding, today, usual } from '../support/authority-world.js';
import { aFire } from '../support/event-factory.js';
import { fullAuthority } from '../support/full-authority.js';
import { shopIds } from '../support/shop-product.js';

let world: AuthorityWorld;
beforeAll(async () => {
  world = await anAuthorityWorld();
});
afterAll(() => world?.close());

describe('in the transaction', () => {
  it('an event is refused if its license was changed after it was accepted', async () => {
    const waiting = await anAuthorityWorld({ worker: false });
    try {
      const quote = await waiting.aQuote({ effectiveDate: today });
      const triggerRequestId = randomUUID();
      const payload = binding(quote, { paymentRequired: false });
      const envelope = eventEnvelope.parse({
        type: 'POLICY_CREATE',
        lineId: shopIds.line,
        payload,
        triggerRequestId,
      });
      await expect(waiting.events.fire(waiting.agency, envelope)).rejects.toThrow(Unavailable);
      const { organizationId } = waiting.agency;
      const license = authority.parse(usual);
      await licenseProduct(waiting.db, { productId: shopIds.line, organizationId, authority: license });
      const stop = await waiting.startWorker();
      const event = () => Event.query(waiting.db).findById(triggerRequestId);
      await expect.poll(async () => (await event())?.state, { timeout: 20_000 }).toBe('FAILED');
      await stop();
      expect((await event())?.triggerResult?.refusal).toEqual({
        detail: "the authority bindUnpaid is needed, which the insurer's license does not grant",
        field: 'payload.paymentRequired',
      });
      expect(await Policy.query(waiting.db).resultSize()).toBe(0);
    } finally {
      await waiting.close();
    }
  });
});

describe("a product of the seller's own", () => {
  it('does not lend its actions authority over policies of the insurer', async () => {
    const policy = await world.sold();
    await world.grant(usual);
    const cancellation = { policyId: policy.id, effectiveDate: addDays(today, 40) };
    const { action } = await fireByOwnProduct('POLICY_CANCEL', cancellation);
    expect(action).toEqual({
      state: 'FAILED',
      lastError:
        'the owner of the product may not fire POLICY_CANCEL: ' +
        "the authority cancel is needed, which the insurer's license does not grant",
    });
    expect((await world.policy(policy.id)).cancelledOn).toBeNull();
  });

  it('only requests a cancellation that the seller may only request', async () => {
    const policy = await world.sold();
    await world.grant({ ...usual, cancel: { PRO_RATA: 'REQUEST' } });
    const cancellation = { policyId: policy.id, effectiveDate: addDays(today, 40) };
    const { event } = await fireByOwnProduct('POLICY_CANCEL', cancellation);
    expect(event).toMatchObject({ state: 'COMPLETED', policyId: policy.id });
    expect((await world.policy(policy.id)).cancelledOn).toBeNull();
    expect(
      await PolicyEvent.query(world.db)
        .where({ policy_id: policy.id, type: 'CANCELLATION_REQUESTED' })
        .resultSize(),
    ).toBe(1);
  });

  it('issues nothing that is not paid', async () => {
    await world.grant(usual);
    const quote = await world.aQuote({ effectiveDate: today });
    const { event } = await fireByOwnProduct('POLICY_CREATE', binding(quote));
    expect(event).toMatchObject({
      state: 'FAILED',
      triggerResult: { refusal: { detail: expect.stringContaining('the authority bindUnpaid is needed') } },
    });
    expect(await Policy.query(world.db).where({ quote_id: quote.requestId }).resultSize()).toBe(0);
  });

  it('quotes no endorsement above the limits of the seller without a referral', async () => {
    await world.grant(fullAuthority);
    const { intake } = aFire().payload;
    const { metadata } = await world.fire('GET_QUOTES', { effectiveDate: today, intake }, world.agency, {
      forceSync: true,
    });
    const [{ requestId }] = metadata.quotes as [{ requestId: string }];
    const { id: policyId } = await world.bind(
      await Quote.query(world.db).findById(requestId).throwIfNotFound(),
    );
    await world.grant({ ...usual, limits: { premium: '1' } });
    const change = { policyId, effectiveDate: addDays(today, 40), intake };
    const { event } = await fireByOwnProduct('POLICY_ENDORSEMENT_QUOTING', change);
    expect(event?.triggerResult).not.toHaveProperty('refusal');
    const quotes = await Quote.query(world.db).where({ trigger_request_id: event?.triggerRequestId });
    expect(
      quotes.map(({ type, requiresUnderwriterApproval }) => [type, requiresUnderwriterApproval]),
    ).toEqual([['ENDORSEMENT', true]]);
  });
});

/** An action of the agency's own product fires the event; its row, and the event once it is over. */
async function fireByOwnProduct(eventType: EventType, payload: object) {
  const own = { line: randomUUID(), action: randomUUID() };
  const definition = productDefinition.parse({
    ...{ key: own.line, version: '1' },
    product: { id: own.line, title: 'Own', clientType: 'COMMERCIAL' },
    configurations: [
      {
        ...{ id: randomUUID(), title: 'Own' },
        events: {
          INTAKE_COMPLETE: [
            {
              ...{ id: own.action, type: 'FIRE_EVENT', name: 'Fire', order: 1 },
              ...{ lineId: shopIds.line, eventType, payload },
            },
          ],
        },
      },
    ],
  });
  const { versionId } = await importVersion(world.db, {
    ...{ definition, sha256: contentHash(definition), createdBy: { name: 'tests' } },
    ownerOrganizationId: world.agency.organizationId,
  });
  await deployVersion(world.db, { versionId, environment: 'DEV', effectiveDate: '2020-01-01' });
  const triggerRequestId = randomUUID();
  const envelope = { type: 'INTAKE_COMPLETE', lineId: own.line, payload: { intake: {} }, triggerRequestId };
  await world.events.fire(world.agency, eventEnvelope.parse(envelope));
  const ended = () => ActionRun.query(world.db).where({ action_id: own.action }).first();
  await expect.poll(async () => (await ended())?.state).toMatch(/FAILED|SUCCEEDED/);
  const { state, lastError } = (await ended())!;
  const event = () => Event.query(world.db).findOne({ parent_trigger_request_id: triggerRequestId });
  if (state === 'SUCCEEDED') await expect.poll(async () => (await event())?.closedAt).toBeInstanceOf(Date);
  return { action: { state, lastError }, event: await event() };
}
