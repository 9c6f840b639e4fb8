import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Conflict, Forbidden, NotFound } from '../../api/errors/app-error.js';
import { authorOf } from '../../api/http/person.js';
import { Event } from '../../db/models/event.js';
import { Quote } from '../../db/models/quote.js';
import { eventEnvelope } from '../../domain/events/envelope.js';
import type { QuoteObject } from '../../domain/quote/quote.js';
import { underwriterDecision } from '../../domain/quote/underwriter-decision.js';
import { aFire, intakeOf } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { shopIds } from '../support/shop-product.js';

let world: EventWorld;
let stopWorker: () => Promise<void>;

beforeAll(async () => {
  world = await anEventWorld();
  stopWorker = await world.startWorker();
});

afterAll(async () => {
  await stopWorker?.();
  await world?.close();
});

async function aQuote(revenue: string): Promise<string> {
  const { metadata } = await world.events.fire(
    world.agency,
    aFire({
      forceSync: true,
      eventTargets: [shopIds.standard],
      payload: { intake: intakeOf({ 'client.name': 'Big Shop', 'shop.revenue': revenue }) },
    }),
  );
  return (metadata.quotes as QuoteObject[])[0]?.requestId ?? '';
}

const referredRevenue = '2000000';
const stored = (quoteId: string) => Quote.query(world.db).findById(quoteId).throwIfNotFound();
const eventsAbout = (quoteId: string) =>
  Event.query(world.db).whereRaw(`envelope->'payload'->>'quoteId' = ?`, [quoteId]).orderBy('created_at');

describe('a referred quote', () => {
  it('fires UNDERWRITING_REFERRED once, which runs to its end', async () => {
    const quoteId = await aQuote(referredRevenue);

    await expect
      .poll(async () => (await eventsAbout(quoteId)).map(({ type, state }) => `${type} ${state}`))
      .toEqual(['UNDERWRITING_REFERRED COMPLETED']);
  });

  it('that has expired can be declined, not approved', async () => {
    const quoteId = await aQuote(referredRevenue);
    await stored(quoteId).patch({ expiresAt: new Date(Date.now() - 1_000) });
    const decide = (isApproved: boolean) => world.underwriting.decide(world.carrier, quoteId, { isApproved });

    await expect(decide(true)).rejects.toThrow('the quote expired on');
    expect((await stored(quoteId)).underwriterResponse).toBeNull();
    await decide(false);
    expect((await stored(quoteId)).underwriterResponse).toMatchObject({ isApproved: false });
  });

  it('can be bound after approval by the quoting organization, which fires the event', async () => {
    const quoteId = await aQuote(referredRevenue);
    const underwriterId = randomUUID();
    const underwriter = { ...world.carrier, kind: 'USER' as const, personId: underwriterId };

    await world.underwriting.decide(underwriter, quoteId, {
      isApproved: true,
      underwriterNotes: 'Seen on site',
      underwriterId: randomUUID(),
      responseSource: 'SOMEBODY',
      gapAnswers: { sprinklers: 'yes' },
    });

    const quote = await stored(quoteId);
    expect(quote.bindable).toBe(true);
    expect(quote.underwriterResponse).toEqual({
      isApproved: true,
      underwriterNotes: 'Seen on site',
      underwriterId,
      responseSource: 'UNDERWRITER',
      decisionTimestamp: expect.stringMatching(/Z$/),
      gapAnswers: { sprinklers: 'yes' },
      createdBy: authorOf(underwriter),
    });
    await expect
      .poll(async () => (await eventsAbout(quoteId)).map(({ type, state }) => `${type} ${state}`).sort())
      .toEqual(['UNDERWRITING_APPROVED COMPLETED', 'UNDERWRITING_REFERRED COMPLETED']);
  });

  it('cannot be bound after it was declined', async () => {
    const quoteId = await aQuote(referredRevenue);

    await world.underwriting.decide(world.carrier, quoteId, { isApproved: false });

    const { bindable, triggerRequestId } = await stored(quoteId);
    expect(bindable).toBe(false);
    const { quoted, declined } = await world.quotes.byTrigger(world.agency, triggerRequestId);
    expect(quoted.map(({ requestId }) => requestId)).not.toContain(quoteId);
    expect(declined.find(({ requestId }) => requestId === quoteId)).toMatchObject({
      ...{ type: 'QUOTE', bindable: false },
      underwriterResponse: { isApproved: false },
    });
  });

  it.each([
    ['underwriterId', 'nobody'],
    ['responseSource', 7],
    ['decisionTimestamp', { yesterday: true }],
  ])('is not checked for %s, which is overwritten: %j', (field, value) => {
    const decision = underwriterDecision.parse({ isApproved: true, [field]: value });
    expect(decision).toEqual({ isApproved: true, [field]: undefined });
  });

  it('takes the same decision again and refuses the opposite one', async () => {
    const quoteId = await aQuote(referredRevenue);
    await world.underwriting.decide(world.carrier, quoteId, { isApproved: true, underwriterNotes: 'first' });
    await world.underwriting.decide(world.carrier, quoteId, { isApproved: true, underwriterNotes: 'second' });

    await expect(
      world.underwriting.decide(world.carrier, quoteId, { isApproved: false }),
    ).rejects.toBeInstanceOf(Conflict);
    expect((await stored(quoteId)).underwriterResponse).toMatchObject({ underwriterNotes: 'first' });
  });

  it('lets one of two opposite decisions at once win whole', async () => {
    const quoteId = await aQuote(referredRevenue);

    const outcomes = await Promise.allSettled(
      [true, false].map((isApproved) => world.underwriting.decide(world.carrier, quoteId, { isApproved })),
    );

    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const { bindable, underwriterResponse } = await stored(quoteId);
    expect(underwriterResponse?.isApproved).toBe(bindable);
  });

  it('is decided by the quoting organization only, and hidden from others', async () => {
    const quoteId = await aQuote(referredRevenue);

    await expect(
      world.underwriting.decide(world.agency, quoteId, { isApproved: true }),
    ).rejects.toBeInstanceOf(Forbidden);
    await expect(
      world.underwriting.decide(world.stranger, quoteId, { isApproved: true }),
    ).rejects.toBeInstanceOf(NotFound);
  });
});

it('refuses a decision on a quote that is not under review, and on a declined one', async () => {
  for (const revenue of ['200000', '9500000']) {
    await expect(
      world.underwriting.decide(world.carrier, await aQuote(revenue), { isApproved: true }),
    ).rejects.toBeInstanceOf(Conflict);
  }
});

it('accepts a notification from the insurer about a quote that it sees, and about no other', async () => {
  const quoteId = await aQuote(referredRevenue);
  await world.underwriting.decide(world.carrier, quoteId, { isApproved: true });
  const envelope = eventEnvelope.parse({
    type: 'UNDERWRITING_APPROVED',
    lineId: shopIds.line,
    forceSync: true,
    payload: { quoteId },
  });

  expect(await world.events.fire(world.carrier, envelope)).toMatchObject({
    executedActionCount: 0,
    expectedResponseCount: 0,
    metadata: {},
  });
  await expect(
    world.events.fire(world.carrier, { ...envelope, payload: { quoteId: randomUUID() } } as typeof envelope),
  ).rejects.toBeInstanceOf(NotFound);
});
