import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Policy } from '../../db/models/policy.js';
import { PolicyEvent } from '../../db/models/policy-event.js';
import { Quote } from '../../db/models/quote.js';
import { eventEnvelope } from '../../domain/events/envelope.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { aCarrierServer, type CarrierServer, json } from '../support/carrier-server.js';
import { aFire, intakeOf } from '../support/event-factory.js';
import { marketIds, marketProduct } from '../support/market-product.js';
import { type PolicyLives, policyLives } from '../support/policy-life.js';
import { shopIds } from '../support/shop-product.js';
import { expectSound } from './invariants.js';

let lives: PolicyLives;
let carrier: CarrierServer;
const clock = () => new Date(`${today}T08:00:00Z`);
let today = '2040-01-01';

beforeAll(async () => {
  carrier = await aCarrierServer();
  lives = await policyLives(marketProduct(), (world) =>
    world.startWorker({ carrier: { url: carrier.url, private: true } }),
  );
}, 120_000);

afterAll(async () => {
  await lives?.close();
  await carrier?.stop();
});

const quoted = (premium: number, more: object = {}) => ({
  outcome: 'QUOTED',
  premium,
  carrierQuoteId: `Q-${premium}`,
  coverages: [
    {
      ...{ type: 'Liability', title: 'General', premium },
      details: { limits: [{ amount: 500_000, amountType: 'AGGREGATE' }] },
    },
  ],
  ...more,
});
const goTo = (id: string, day: string) => {
  today = day;
  return lives.goTo(id, day);
};
const agencyCodes = [{ carrierId: marketIds.carrier, agencyCodeData: { agencyCode: 'A-77' } }];

/** A policy of 2040 that the carrier rated for 1,000. */
async function aPolicy(action: string = marketIds.market): Promise<Policy> {
  today = '2040-01-01';
  lives.setDay(today);
  carrier.answer(json(200, quoted(1000)));
  const asked = aFire({
    ...{ forceSync: true, eventTargets: [action], agencyCodes },
    payload: { effectiveDate: today },
  });
  const { metadata } = await lives.events.fire(lives.agency, asked);
  const [quote] = metadata.quotes as { requestId: string; clientId: string }[];
  const issued = await lives.fire('POLICY_CREATE', {
    ...{ clientId: quote!.clientId, quoteIds: [quote!.requestId], paymentRequired: false },
    paymentPlans: { [quote!.requestId]: 'FULL_PAYMENT' },
  });
  const [{ id }] = (issued.POLICY_CREATE as never as { policies: [{ id: string }] }).policies;
  return lives.policy(id);
}
const quoteRenewal = async (policyId: string, more: object = {}, forceSync = true) => {
  const payload = { policyId, ...more };
  const envelope = { type: 'POLICY_RENEWAL_QUOTING', lineId: shopIds.line, forceSync, payload };
  return (await lives.events.fire(lives.agency, eventEnvelope.parse(envelope))).metadata as JsonObject;
};
const quoteOf = (id: unknown) => Quote.query(lives.db).findById(String(id)).throwIfNotFound().execute();
const select = (policyId: string, quoteId: unknown) =>
  lives.fire('RENEWAL_QUOTE_SELECTED', { policyId, quoteId: String(quoteId) });
const recorded = async (policyId: string, type: string) =>
  PolicyEvent.query(lives.db).where({ policy_id: policyId, type }).orderBy('created_at').execute();

describe('the renewal of a policy that a carrier rated', () => {
  it('asks the carrier by the plan of the policy, and renews with its quote', async () => {
    const { id, policyNumber, sellerOrganizationId } = await aPolicy();
    carrier.answer(json(200, quoted(1100)));
    await goTo(id, '2040-11-15');
    expect(carrier.received.at(-1)!.body).toMatchObject({
      effectiveDate: '2041-01-01',
      term: 'ANNUAL',
      intake: { 'shop.revenue': { answer: '200000' } },
      agencyCodes,
      renewal: {
        ...{ policyNumber, effectiveDate: '2040-01-01', expirationDate: '2041-01-01' },
        ...{ premium: '1000.00', carrierQuoteId: 'Q-1000' },
      },
    });
    const { lastRenewalQuoteId } = await lives.policy(id);
    expect(await quoteOf(lastRenewalQuoteId)).toMatchObject({
      ...{ type: 'RENEWAL', bindable: true, premium: '1100.00', actionType: 'THIRD_PARTY_RATING' },
      clientOrganizationId: sellerOrganizationId,
      expiresAt: new Date('2041-01-01T00:00:00Z'),
    });
    await select(id, lastRenewalQuoteId);
    await goTo(id, '2041-01-01');
    expect(await lives.policy(id)).toMatchObject({ termNumber: 2, premium: '1100.00' });
    await expectSound(lives.db, id, clock());
  });

  it('tells the carrier its wishes, and the caller the quote', async () => {
    const { id } = await aPolicy();
    carrier.answer(json(200, quoted(1300, { expirationDate: '2040-03-01T00:00:00Z' })));
    const metadata = await quoteRenewal(id, { intake: intakeOf({ 'shop.revenue': '260000' }) });
    expect(metadata).toMatchObject({
      ...{ outcome: 'QUOTED', premium: 1300, held: false },
      edits: { 'shop.revenue': { answer: '260000' } },
      quotes: [{ requestId: metadata.quoteId, type: 'RENEWAL' }],
    });
    expect(carrier.received.at(-1)!.body.intake).toMatchObject({ 'shop.revenue': { answer: '260000' } });
    // What a carrier limits to a day is not valid for longer.
    expect((await quoteOf(metadata.quoteId)).expiresAt).toEqual(new Date('2040-03-01T00:00:00Z'));
  });

  it('is asked for again with its wishes after a change, and stays held within the tolerance', async () => {
    const { id } = await aPolicy();
    carrier.answer(json(200, quoted(1300)));
    const { quoteId } = await quoteRenewal(id, { intake: intakeOf({ 'shop.revenue': '260000' }) });
    await select(id, quoteId);
    carrier.answer(json(200, quoted(1310)));
    await lives.fire(
      'POLICY_ENDORSE',
      { policyId: id, premium: 50, effectiveDate: '2040-02-01' },
      lives.carrier,
    );
    await goTo(id, '2040-01-01');
    const held = await quoteOf((await lives.policy(id)).renewalQuoteId);
    expect(held).toMatchObject({ premium: '1310.00', intake: { 'shop.revenue': { answer: '260000' } } });
    carrier.answer(json(200, quoted(1500)));
    await lives.fire(
      'POLICY_ENDORSE',
      { policyId: id, premium: 60, effectiveDate: '2040-02-01' },
      lives.carrier,
    );
    await goTo(id, '2040-01-02');
    expect(await lives.policy(id)).toMatchObject({
      renewalQuoteId: null,
      renewalWaits: 'the premium of the renewal moved from 1300.00 to 1500.00, by more than 10 %',
    });
    expect(await lives.fired(id)).toContain('POLICY_RENEWAL_REFERRED COMPLETED');
  });

  it('waits for a carrier that answers later, and is quoted for what it was asked', async () => {
    const { id } = await aPolicy();
    carrier.answer(json(202, {}));
    const asked = await quoteRenewal(id, { intake: intakeOf({ 'shop.revenue': '260000' }) }, false);
    expect(asked).toMatchObject({ outcome: 'ASKED', held: false });
    await expect.poll(() => carrier.received.at(-1)!.body.requestId, { timeout: 10_000 }).toBe(asked.quoteId);
    expect(await recorded(id, 'RENEWAL_REQUESTED')).toHaveLength(1);
    // A change meanwhile: the carrier's quote is for the policy before it.
    await lives.fire(
      'POLICY_ENDORSE',
      { policyId: id, premium: 50, effectiveDate: '2040-02-01' },
      lives.carrier,
    );
    const requestId = String(asked.quoteId);
    await lives.inbound.receive(lives.carrier, { requestId, payload: quoted(1300) });
    await expect
      .poll(async () => (await Quote.query(lives.db).findById(requestId))?.type, { timeout: 10_000 })
      .toBe('RENEWAL');
    await expect(select(id, requestId)).rejects.toThrow(/changed since the renewal was quoted/);

    carrier.answer(json(200, quoted(1350)));
    await goTo(id, '2040-01-01');
    const { lastRenewalQuoteId } = await lives.policy(id);
    expect(lastRenewalQuoteId).not.toBe(requestId);
    expect(await quoteOf(lastRenewalQuoteId)).toMatchObject({
      premium: '1350.00',
      intake: { 'shop.revenue': { answer: '260000' } },
    });
    await select(id, lastRenewalQuoteId);
  });

  it.each([
    ['declines', json(200, { outcome: 'DECLINED', messages: ['No shops'] }), 'No shops'],
    ['refuses', json(422, { detail: 'not this class' }), 'not this class'],
    ['does not answer', json(500, {}), 'status 500'],
  ])(
    'says so where the carrier %s',
    async (_what, how, words) => {
      const { id } = await aPolicy();
      carrier.answer(json(200, quoted(1000)));
      const { quoteId } = await quoteRenewal(id);
      await select(id, quoteId);
      carrier.answer(how);
      await lives.fire(
        'POLICY_ENDORSE',
        { policyId: id, premium: 50, effectiveDate: '2040-02-01' },
        lives.carrier,
      );
      await goTo(id, '2040-01-01');
      const { renewalQuoteId, renewalWaits } = await lives.policy(id);
      expect(renewalQuoteId).toBeNull();
      expect(renewalWaits).toContain(words);
      expect(await lives.fired(id)).toEqual(
        expect.arrayContaining([
          'POLICY_RENEWAL_QUOTING_FAILED COMPLETED',
          'POLICY_RENEWAL_REFERRED COMPLETED',
        ]),
      );
      await goTo(id, '2041-01-01');
      expect((await lives.policy(id)).termNumber).toBe(1);
      expect(await lives.fired(id)).toContain('POLICY_RENEWAL_FAILED COMPLETED');
    },
    60_000,
  );

  it('says so where the carrier announces an answer that does not come', async () => {
    const { id } = await aPolicy(marketIds.impatient);
    carrier.answer(json(202, {}));
    expect(await quoteRenewal(id)).toMatchObject({ outcome: 'DECLINED', held: false });
    expect(await recorded(id, 'RENEWAL_QUOTING_FAILED')).toMatchObject([
      { description: expect.stringContaining('none arrived within') },
    ]);
  });

  it('rates a raw answer with the plan of the action', async () => {
    const { id } = await aPolicy(marketIds.algorithm);
    carrier.answer(json(200, quoted(1100)));
    const { quoteId, premium } = await quoteRenewal(id);
    expect(premium).toBe(1210);
    await select(id, quoteId);
    await goTo(id, '2041-01-01');
    expect(await lives.policy(id)).toMatchObject({ termNumber: 2, premium: '1210.00' });
  });
});
