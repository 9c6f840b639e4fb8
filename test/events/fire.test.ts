import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BadRequest, Conflict, NotFound } from '../../api/errors/app-error.js';
import { ActionRun } from '../../db/models/action-run.js';
import { Client } from '../../db/models/client.js';
import { Event } from '../../db/models/event.js';
import { Quote } from '../../db/models/quote.js';
import type { QuoteObject } from '../../domain/quote/quote.js';
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

const closed = async (triggerRequestId: string) => {
  await expect
    .poll(async () => (await Event.query(world.db).findById(triggerRequestId))?.state, { timeout: 20_000 })
    .toBe('COMPLETED');
};

describe('a synchronous GET_QUOTES', () => {
  it('answers counts, the client it saved and the quotes', async () => {
    const result = await world.events.fire(world.agency, aFire({ forceSync: true }));

    expect(result).toMatchObject({ executedActionCount: 2, expectedResponseCount: 2 });
    const quotes = result.metadata.quotes as QuoteObject[];
    expect(quotes.map((quote) => quote.quoteDetails?.premium.amount).sort()).toEqual([1600, 2000]);
    const client = await Client.query(world.db).findById(String(result.metadata.client));
    expect(client).toMatchObject({
      name: 'Corner Shop',
      organizationId: world.agency.organizationId,
      status: 'LEAD',
    });
  });

  it('fills every field of a quote that applies', async () => {
    const { metadata, triggerRequestId } = await world.events.fire(
      world.agency,
      aFire({ forceSync: true, eventTargets: [shopIds.standard] }),
    );

    const [quote] = metadata.quotes as QuoteObject[];
    expect(quote).toEqual({
      requestId: expect.any(String),
      pipelineId: expect.any(String),
      triggerRequestId,
      actionId: shopIds.standard,
      actionType: 'IOI_RATING',
      type: 'QUOTE',
      lineId: shopIds.line,
      lineName: 'Shop',
      clientId: metadata.client,
      clientOrganizationId: world.agency.organizationId,
      quotingOrganizationId: world.carrier.organizationId,
      quotingOrganization: 'Northfield Mutual',
      effectiveDate: '2026-12-01',
      term: 'ANNUAL',
      termMonths: 12,
      bindable: true,
      requiresUnderwriterApproval: false,
      requiresPolicyholderAcceptance: false,
      quoteTimestamp: expect.stringMatching(/Z$/),
      quoteDetails: {
        premium: { amount: 2000, per: 'YEAR', perTerm: 'ANNUAL', taxesAndFees: [] },
        duration: { length: 1, scale: 'YEAR' },
        coverageTypes: [
          {
            type: 'Liability',
            coverages: [
              {
                code: 'LIABILITY',
                title: 'Liability',
                premium: { amount: 2000, per: 'YEAR' },
                details: { limits: [{ amount: '1000000', amountType: 'PER_OCCURRENCE' }] },
              },
            ],
          },
        ],
        expirationDate: expect.stringMatching(/Z$/),
      },
      messages: [],
      metadata: { rateMeta: expect.any(Object) },
      quoteIntake: aFire().payload.intake,
      productVersionId: world.versionId,
      versionSystemSource: 'HOSTING',
      version: expect.any(Number),
      updatedTimestamp: expect.any(String),
      asRatingConfiguredAtTimestamp: expect.stringMatching(/Z$/),
    });
  });

  it('quotes answers to questions of any id', async () => {
    const { intake } = aFire().payload;
    const odd = Object.fromEntries(
      ['toString', 'constructor', 'hasOwnProperty', 'length'].map((qid) => [
        qid,
        { type: 'ANSWER', qid, answer: 'x' },
      ]),
    );
    const { metadata } = await world.events.fire(
      world.agency,
      aFire({
        forceSync: true,
        eventTargets: [shopIds.standard],
        payload: { intake: { ...intake, ...odd } as typeof intake },
      }),
    );
    expect((metadata.quotes as QuoteObject[])[0]).toMatchObject({
      bindable: true,
      quoteIntake: { toString: odd.toString, constructor: odd.constructor },
    });
  });

  it('quotes a half year as six months of premium', async () => {
    const { metadata } = await world.events.fire(
      world.agency,
      aFire({ forceSync: true, eventTargets: [shopIds.standard], payload: { term: 'HALF_YEAR' } }),
    );

    expect((metadata.quotes as QuoteObject[])[0]?.quoteDetails).toMatchObject({
      premium: { amount: 1100, per: 'MONTH', perTerm: 'HALF_YEAR' },
      duration: { length: 6, scale: 'MONTH' },
    });
  });

  it('declines with the rule, and refers without being bindable', async () => {
    const fired = async (revenue: string) => {
      const { metadata } = await world.events.fire(
        world.agency,
        aFire({
          forceSync: true,
          eventTargets: [shopIds.standard],
          payload: { intake: intakeOf({ 'shop.revenue': revenue }) },
        }),
      );
      return (metadata.quotes as QuoteObject[])[0];
    };

    const declined = await fired('9500000');
    expect(declined).toMatchObject({ type: 'DECLINE', bindable: false });
    expect(declined?.quoteDetails).toBeUndefined();
    expect(declined?.messages[0]).toMatchObject({
      rule: 'too-large',
      message: 'Revenue is over what we insure',
    });
    expect(await fired('2000000')).toMatchObject({
      type: 'QUOTE',
      bindable: false,
      requiresUnderwriterApproval: true,
    });
  });

  it('declines a missing answer by naming the question', async () => {
    const { metadata } = await world.events.fire(
      world.agency,
      aFire({ forceSync: true, payload: { intake: intakeOf({ 'client.name': 'No Revenue' }) } }),
    );

    const quotes = metadata.quotes as QuoteObject[];
    expect(quotes.length).toBeGreaterThan(0);
    for (const quote of quotes) expect(quote.messages[0]).toMatchObject({ qid: 'shop.revenue' });
  });
});

describe('an asynchronous GET_QUOTES', () => {
  it('answers without quotes, which are read by trigger', async () => {
    const { triggerRequestId, metadata } = await world.events.fire(world.agency, aFire());
    expect(Object.keys(metadata)).toEqual(['client']);

    await closed(triggerRequestId);
    const { quoted, declined } = await world.quotes.byTrigger(world.agency, triggerRequestId);

    expect(quoted).toHaveLength(2);
    expect(declined).toEqual([]);
  });

  it('writes down each action with its outcome', async () => {
    const { triggerRequestId } = await world.events.fire(world.agency, aFire());
    await closed(triggerRequestId);

    const actions = await ActionRun.query(world.db).where('trigger_request_id', triggerRequestId);

    expect(actions.map(({ kind, type, state }) => `${kind} ${type} ${state}`).sort()).toEqual([
      'CONFIGURED IOI_RATING SUCCEEDED',
      'CONFIGURED IOI_RATING SUCCEEDED',
      'DEFAULT SAVE_CLIENT SUCCEEDED',
    ]);
  });
});

describe('who runs', () => {
  it('skips default actions in batch mode and makes no client', async () => {
    const before = await Client.query(world.db).resultSize();
    const { metadata } = await world.events.fire(world.agency, aFire({ forceSync: true, batchMode: true }));

    expect(metadata.client).toBeUndefined();
    const quotes = metadata.quotes as QuoteObject[];
    expect(quotes.map(({ type, clientId }) => ({ type, clientId }))).toEqual([
      { type: 'BATCH', clientId: undefined },
      { type: 'BATCH', clientId: undefined },
    ]);
    expect(await Client.query(world.db).resultSize()).toBe(before);
  });

  it('leaves out an action whose condition does not hold', async () => {
    const intake = intakeOf({ 'shop.revenue': '200000', 'shop.claims': 'true' });
    const result = await world.events.fire(world.agency, aFire({ forceSync: true, payload: { intake } }));

    expect(result).toMatchObject({ executedActionCount: 1, expectedResponseCount: 1 });
  });

  it('runs no rating of organizations that were not asked', async () => {
    const result = await world.events.fire(
      world.agency,
      aFire({ forceSync: true, filterByOrganizations: [randomUUID()] }),
    );

    expect(result).toMatchObject({
      executedActionCount: 0,
      expectedResponseCount: 0,
      metadata: { quotes: [] },
    });
  });

  it('takes lists that were sent empty for lists left out', async () => {
    const result = await world.events.fire(
      world.agency,
      aFire({ forceSync: true, eventTargets: [], filterByOrganizations: [] }),
    );

    expect(result).toMatchObject({ executedActionCount: 2, expectedResponseCount: 2 });
  });

  it('refuses a target that is no action of the event', async () => {
    const fire = world.events.fire(world.agency, aFire({ eventTargets: [randomUUID()] }));

    await expect(fire).rejects.toMatchObject({ errors: [{ field: 'eventTargets.0' }] });
  });
});

describe('firing again', () => {
  it('answers the first result for the same envelope, and makes nothing twice', async () => {
    const envelope = aFire({ triggerRequestId: randomUUID(), forceSync: true });
    const first = await world.events.fire(world.agency, envelope);
    const again = await world.events.fire(world.agency, envelope);

    expect(again).toEqual(first);
    expect(
      await Quote.query(world.db).where('trigger_request_id', String(envelope.triggerRequestId)).resultSize(),
    ).toBe(2);
  });

  it('gives fifty callers at once one run and one answer', async () => {
    const envelope = aFire({ triggerRequestId: randomUUID(), forceSync: true });
    const results = await Promise.all(
      Array.from({ length: 50 }, () => world.events.fire(world.agency, envelope)),
    );

    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
    expect(
      await Quote.query(world.db).where('trigger_request_id', String(envelope.triggerRequestId)).resultSize(),
    ).toBe(2);
  });

  it('refuses another envelope under a used id, which is not used for another organization', async () => {
    const envelope = aFire({ triggerRequestId: randomUUID() });
    await world.events.fire(world.agency, envelope);

    await expect(
      world.events.fire(world.agency, {
        ...envelope,
        payload: { ...envelope.payload, effectiveDate: '2027-01-01' },
      }),
    ).rejects.toBeInstanceOf(Conflict);
    expect(await world.events.fire(world.carrier, envelope)).toMatchObject({
      triggerRequestId: envelope.triggerRequestId,
    });
  });
});

describe('organizations', () => {
  it('hides the product, the event and the quotes from a stranger', async () => {
    const { triggerRequestId, metadata } = await world.events.fire(world.agency, aFire({ forceSync: true }));
    const [quote] = metadata.quotes as QuoteObject[];

    await expect(world.events.fire(world.stranger, aFire())).rejects.toBeInstanceOf(NotFound);
    await expect(world.quotes.byTrigger(world.stranger, triggerRequestId)).rejects.toBeInstanceOf(NotFound);
    await expect(
      world.quotes.one(world.stranger, quote?.requestId ?? '', { includeRawData: false }),
    ).rejects.toBeInstanceOf(NotFound);
  });

  it('shows the quotes to the quoting organization too', async () => {
    const { triggerRequestId } = await world.events.fire(world.agency, aFire({ forceSync: true }));

    expect((await world.quotes.byTrigger(world.carrier, triggerRequestId)).quoted).toHaveLength(2);
  });

  it("updates an existing client, and refuses another organization's", async () => {
    const first = await world.events.fire(world.agency, aFire({ forceSync: true }));
    const clientId = String(first.metadata.client);
    const intake = intakeOf({ 'shop.revenue': '300000' });
    const second = await world.events.fire(
      world.agency,
      aFire({ forceSync: true, payload: { clientId, intake } }),
    );

    expect(second.metadata.client).toBe(clientId);
    expect((await Client.query(world.db).findById(clientId))?.answers).toMatchObject(intake);
    await expect(world.events.fire(world.carrier, aFire({ payload: { clientId } }))).rejects.toBeInstanceOf(
      NotFound,
    );
  });
});

describe('versions', () => {
  it('refuses an effective date before anything was deployed', async () => {
    const fire = world.events.fire(world.agency, aFire({ payload: { effectiveDate: '2019-12-31' } }));

    await expect(fire).rejects.toMatchObject({ errors: [{ field: 'payload.effectiveDate' }] });
  });

  it('refuses a configuration time before anything was deployed, and a foreign version', async () => {
    await expect(
      world.events.fire(world.agency, aFire({ asConfiguredAtTimestamp: '2020-01-01' })),
    ).rejects.toBeInstanceOf(BadRequest);
    await expect(
      world.events.fire(world.agency, aFire({ productVersionId: randomUUID() })),
    ).rejects.toMatchObject({ errors: [{ field: 'productVersionId' }] });
  });

  it.each([{}, { productVersionId: true }])(
    'refuses a deployed version that is asked for as a draft: %o',
    async (more) => {
      const version = 'productVersionId' in more ? { productVersionId: world.versionId } : {};
      const fire = world.events.fire(world.agency, aFire({ ...version, versionSystemSource: 'BUILDER' }));

      await expect(fire).rejects.toMatchObject({
        errors: [{ field: 'versionSystemSource', detail: expect.stringContaining('use HOSTING') }],
      });
    },
  );

  it('includes every step of the rating in the raw data', async () => {
    const { metadata } = await world.events.fire(
      world.agency,
      aFire({ forceSync: true, eventTargets: [shopIds.standard] }),
    );
    const id = (metadata.quotes as QuoteObject[])[0]?.requestId ?? '';

    const quote = await world.quotes.one(world.agency, id, { includeRawData: true });

    const steps = ((quote.rawQuoteDetails?.worksheet ?? []) as { step: string }[]).map((line) => line.step);
    expect(steps).toEqual(expect.arrayContaining(['Revenue', 'Rate']));
  });
});

it("completes the source with the caller's organization", async () => {
  const { triggerRequestId } = await world.events.fire(world.agency, aFire());

  const event = await Event.query(world.db).findById(triggerRequestId);

  expect(event?.envelope.source).toEqual({
    sourceType: 'EXTERNAL',
    organizationId: world.agency.organizationId,
  });
});
