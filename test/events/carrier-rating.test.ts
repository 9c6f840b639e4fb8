import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QuoteReplays } from '../../api/quotes/replay-service.js';
import { type CarrierSimulator, startCarrierSimulator } from '../../cli/carrier-simulator/simulator.js';
import { outboundSecretOf } from '../../db/identity/outbound-secrets.js';
import { ActionRun } from '../../db/models/action-run.js';
import { Event } from '../../db/models/event.js';
import type { QuoteObject } from '../../domain/quote/quote.js';
import { aCarrierServer, type CarrierServer, json } from '../support/carrier-server.js';
import { testRater } from '../support/documents.js';
import { aFire, intakeOf } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { marketIds, marketProduct } from '../support/market-product.js';
import { shopIds as shop } from '../support/shop-product.js';

const quoted = {
  outcome: 'QUOTED',
  premium: '1000.10',
  carrierQuoteId: 'Q-1',
  coverages: [
    {
      type: 'Liability',
      title: 'General',
      premium: 1000.1,
      details: { limits: [{ amount: 500000, amountType: 'AGGREGATE' }] },
    },
  ],
  taxesAndFees: [{ type: 'STAMP', amount: 12.5 }],
  messages: ['Welcome'],
};

let world: EventWorld;
let carrier: CarrierServer;
let stopWorker: () => Promise<void>;

beforeAll(async () => {
  world = await anEventWorld(marketProduct());
  carrier = await aCarrierServer();
  stopWorker = await world.startWorker({ carrier: { url: carrier.url, private: true } });
});

afterAll(async () => {
  await stopWorker?.();
  await carrier?.stop();
  await world?.close();
});

const closed = async (triggerRequestId: string) => {
  await expect
    .poll(async () => (await Event.query(world.db).findById(triggerRequestId))?.state, { timeout: 30_000 })
    .toBe('COMPLETED');
};

async function ask(target: string, changes: Parameters<typeof aFire>[0] = {}): Promise<QuoteObject> {
  const envelope = aFire({ forceSync: true, eventTargets: [target], ...changes });
  const { metadata } = await world.events.fire(world.agency, envelope);
  const [quote] = metadata.quotes as QuoteObject[];
  return quote!;
}

const rawOf = async ({ requestId }: QuoteObject) =>
  await world.quotes.one(world.carrier, requestId, { includeRawData: true });

const actionOf = (quote: QuoteObject) =>
  ActionRun.query(world.db).findById([quote.triggerRequestId, quote.actionId]);

describe('a carrier that answers at once', () => {
  it('is sent what it needs, signed, and becomes a quote with everything it said', async () => {
    carrier.answer(json(200, quoted));
    const agencyCodes = [
      { carrierId: marketIds.carrier, agencyCodeData: { agencyCode: 'A-77' } },
      { carrierId: randomUUID(), agencyCodeData: { agencyCode: 'of somebody else' } },
    ];

    const quote = await ask(marketIds.market, { agencyCodes });

    expect(quote).toMatchObject({
      actionType: 'THIRD_PARTY_RATING',
      type: 'QUOTE',
      bindable: true,
      term: 'ANNUAL',
      quotingOrganizationId: world.carrier.organizationId,
      quoteDetails: {
        premium: { amount: 1000.1, per: 'YEAR', taxesAndFees: [{ type: 'STAMP', amount: 12.5 }] },
        coverageTypes: [
          {
            type: 'Liability',
            coverages: [
              {
                title: 'General',
                premium: { amount: 1000.1, per: 'YEAR' },
                details: { limits: [{ amount: '500000', amountType: 'AGGREGATE' }] },
              },
            ],
          },
        ],
      },
      messages: [{ severity: 'INFO', code: 'CARRIER_MESSAGE', message: 'Welcome' }],
      metadata: { rateMeta: { carrierQuoteId: 'Q-1', total: '1012.60' } },
    });
    const { headers, text, body, path } = carrier.received.at(-1)!;
    const secret = await outboundSecretOf(world.db, world.carrier.organizationId);
    expect(new Webhook(secret).verify(text, headers as Record<string, string>)).toEqual(body);
    expect(headers['webhook-id']).toBe(quote.requestId);
    expect(path).toBe('/quotes');
    expect(body).toMatchObject({
      requestId: quote.requestId,
      triggerRequestId: quote.triggerRequestId,
      environment: 'DEV',
      productKey: 'shop',
      effectiveDate: '2026-12-01',
      term: 'ANNUAL',
      clientId: quote.clientId,
      intake: { 'shop.revenue': { answer: '200000' } },
      agencyCodes: [{ carrierId: marketIds.carrier, agencyCodeData: { agencyCode: 'A-77' } }],
    });
    expect(await rawOf(quote)).toMatchObject({ rawQuoteRequest: body, rawQuoteDetails: quoted });
  });

  it('takes the validity, the term and the need of approval from the answer', async () => {
    const answer = {
      expirationDate: '2027-02-01T00:00:00Z',
      term: 'HALF_YEAR',
      requiresUnderwriterApproval: true,
    };
    carrier.answer(json(200, { ...quoted, ...answer }));

    const quote = await ask(marketIds.market);

    expect(quote).toMatchObject({
      bindable: false,
      requiresUnderwriterApproval: true,
      term: 'HALF_YEAR',
      quoteDetails: { expirationDate: '2027-02-01T00:00:00.000Z', duration: { length: 6, scale: 'MONTH' } },
    });
    const referral = () =>
      Event.query(world.db).findOne({
        type: 'UNDERWRITING_REFERRED',
        organization_id: world.agency.organizationId,
      });
    await expect.poll(referral, { timeout: 10_000 }).toBeDefined();
  });

  it('cannot be bound where its quote ended before, or its amounts do not agree', async () => {
    carrier.answer(json(200, { ...quoted, expirationDate: '2020-02-01T00:00:00Z' }));
    expect(await ask(marketIds.market)).toMatchObject({
      bindable: false,
      messages: [{ code: 'CARRIER_MESSAGE' }, { code: 'QUOTE_EXPIRED' }],
    });
    carrier.answer(json(200, { ...quoted, premium: '1000.00' }));
    expect(await ask(marketIds.market)).toMatchObject({
      bindable: false,
      messages: [
        { code: 'CARRIER_MESSAGE' },
        {
          code: 'COVERAGES_DISAGREE_WITH_PREMIUM',
          message: 'The coverages cost 1000.10 together, and the quote 1000.00',
        },
      ],
    });
  });

  it('declines with its own words', async () => {
    carrier.answer(json(200, { outcome: 'DECLINED', messages: ['No shops', 'Not here'] }));

    const quote = await ask(marketIds.market);

    expect(quote).toMatchObject({ type: 'DECLINE', bindable: false });
    expect(quote.messages).toEqual([
      { severity: 'ERROR', code: 'CARRIER_DECLINED', message: 'No shops' },
      { severity: 'ERROR', code: 'CARRIER_DECLINED', message: 'Not here' },
    ]);
    expect(await actionOf(quote)).toMatchObject({ state: 'SUCCEEDED', attempts: 1 });
  });
});

describe('a plan over the raw answer', () => {
  it('rates what the carrier said, and keeps what it read', async () => {
    carrier.answer(json(200, quoted));
    const intake = {
      ...aFire().payload.intake,
      ...intakeOf({ 'carrier.premium': '1', 'carrier.firstLimit': '1' }),
    } as ReturnType<typeof intakeOf>;

    const quote = await ask(marketIds.algorithm, { payload: { intake } });

    expect(quote).toMatchObject({
      actionType: 'THIRD_PARTY_RATING_ALGO',
      quoteDetails: { premium: { amount: 1100.11, taxesAndFees: [{ type: 'BROKER_FEE', amount: 25 }] } },
      inputMappingData: {
        'carrier.premium': { type: 'ANSWER', qid: 'carrier.premium', answer: '1000.10' },
        'carrier.firstLimit': { type: 'ANSWER', qid: 'carrier.firstLimit', answer: '500000' },
      },
    });
    expect(quote.quoteIntake).toEqual(intake);
    const replays = new QuoteReplays({ db: world.db, catalog: world.catalog, rater: testRater() });
    expect(await replays.replay(world.agency, quote.requestId)).toMatchObject({ result: 'identical' });
  });

  it('takes an answer in any shape, and says what the plan misses', async () => {
    carrier.answer(json(200, { anything: true }));
    const quote = await ask(marketIds.algorithm);
    expect(quote.type).toBe('DECLINE');
    expect(JSON.stringify(quote.messages)).toContain('carrier.premium');
  });

  it('refuses an object where a value has to be', async () => {
    carrier.answer(json(200, { premium: { amount: 5 } }));
    const quote = await ask(marketIds.algorithm);
    expect(quote.messages).toMatchObject([{ code: 'CARRIER_ANSWER_MALFORMED' }]);
  });

  it("passes the carrier's own refusal on", async () => {
    carrier.answer(json(200, { outcome: 'DECLINED', messages: ['No'] }));
    const quote = await ask(marketIds.algorithm);
    expect(quote.messages).toEqual([{ severity: 'ERROR', code: 'CARRIER_DECLINED', message: 'No' }]);
  });
});

describe('a carrier that does not do as agreed', () => {
  it.each([
    ['refuses', json(422, { detail: 'not this class' }), 'CARRIER_REFUSED', 'not this class'],
    ['redirects', json(307, {}), 'CARRIER_ANSWER_MALFORMED', 'redirects are not followed'],
    ['answers an array', json(200, []), 'CARRIER_ANSWER_MALFORMED', 'not a JSON object'],
    ['leaves the premium out', json(200, { outcome: 'QUOTED' }), 'CARRIER_ANSWER_MALFORMED', 'premium'],
    [
      'quotes nothing',
      json(200, { outcome: 'QUOTED', premium: 0 }),
      'CARRIER_ANSWER_MALFORMED',
      'more than zero',
    ],
    [
      'quotes fractions of a cent',
      json(200, { outcome: 'QUOTED', premium: 1.005 }),
      'CARRIER_ANSWER_MALFORMED',
      '2 decimal places',
    ],
    [
      'quotes less than nothing',
      json(200, { outcome: 'QUOTED', premium: '-5' }),
      'CARRIER_ANSWER_MALFORMED',
      'negative',
    ],
    [
      'sends text that cannot be stored',
      json(200, { ...quoted, note: '\u0000' }),
      'CARRIER_ANSWER_MALFORMED',
      '',
    ],
  ] as const)('%s: a declined quote that says so, asked once', async (_what, how, code, words) => {
    carrier.answer(how);
    const before = carrier.received.length;

    const quote = await ask(marketIds.market);

    expect(quote).toMatchObject({
      type: 'DECLINE',
      bindable: false,
      messages: [{ severity: 'ERROR', code }],
    });
    expect(quote.messages[0]?.message).toContain(words);
    expect(carrier.received.length - before).toBe(1);
    expect(await actionOf(quote)).toMatchObject({
      state: 'FAILED',
      lastError: expect.stringContaining(code),
    });
    expect((await rawOf(quote)).rawQuoteDetails).toBeDefined();
  });

  it('is asked again while it fails, and its answer counts then', async () => {
    let failures = 2;
    carrier.answer((request, response) => {
      failures -= 1;
      return failures >= 0 ? json(503, {})(request, response) : json(200, quoted)(request, response);
    });
    const before = carrier.received.length;

    const quote = await ask(marketIds.market);

    expect(quote.type).toBe('QUOTE');
    const asked = carrier.received.slice(before);
    expect(asked.map(({ headers }) => headers['webhook-id'])).toEqual(Array(3).fill(quote.requestId));
  }, 20_000);

  it('is given up after the attempts of the action, whether it fails or is silent', async () => {
    carrier.answer(json(500, { reason: 'broken' }));
    const failing = await ask(marketIds.market);
    expect(failing.messages).toEqual([
      {
        severity: 'ERROR',
        code: 'CARRIER_UNAVAILABLE',
        message: 'The carrier did not quote: it answered with status 500 (after 3 attempts)',
      },
    ]);
    expect(await rawOf(failing)).toMatchObject({
      rawQuoteDetails: { status: 500, body: { reason: 'broken' } },
    });
    carrier.answer(() => undefined);
    const silent = await ask(marketIds.market);
    expect(silent.messages[0]?.message).toContain('no answer within 1 s (after 3 attempts)');
  }, 30_000);

  it('leaves the other quotes of the event alone', async () => {
    carrier.answer(json(422, {}));
    const { metadata, triggerRequestId } = await world.events.fire(
      world.agency,
      aFire({ forceSync: true, eventTargets: [marketIds.unknown, marketIds.market, shop.standard] }),
    );
    const quotes = metadata.quotes as QuoteObject[];
    expect(quotes.map(({ type }) => type).sort()).toEqual(['DECLINE', 'DECLINE', 'QUOTE']);
    expect(JSON.stringify(quotes)).toContain('no endpoint \\"nobody\\"');
    await closed(triggerRequestId);
  });
});

describe('the simulator', () => {
  let simulator: CarrierSimulator;
  let stopOwnWorker: () => Promise<void>;

  beforeAll(async () => {
    await stopWorker();
    simulator = await startCarrierSimulator({
      port: 0,
      secret: await outboundSecretOf(world.db, world.carrier.organizationId),
      slowMs: 4_000,
    });
    stopOwnWorker = await world.startWorker({ carrier: { url: simulator.url, private: true } });
  });

  afterAll(async () => {
    await stopOwnWorker();
    await simulator.stop();
    stopWorker = async () => undefined;
  });

  const inMode = (mode: string) =>
    ask(marketIds.market, {
      payload: {
        intake: { ...aFire().payload.intake, ...intakeOf({ 'market.simulatorMode': mode }) } as never,
      },
    });

  it.each([
    ['IMMEDIATE', 'QUOTE', 'CARRIER_MESSAGE'],
    ['FAILING', 'QUOTE', 'CARRIER_MESSAGE'],
    ['REFUSING', 'DECLINE', 'CARRIER_REFUSED'],
    ['BROKEN', 'DECLINE', 'CARRIER_ANSWER_MALFORMED'],
    ['SLOW', 'DECLINE', 'CARRIER_UNAVAILABLE'],
  ])(
    'in mode %s gives a %s',
    async (mode, type, code) => {
      expect(await inMode(mode)).toMatchObject({ type, messages: [{ code }] });
    },
    30_000,
  );

  it('quotes the same for the same, and refuses what is not signed', async () => {
    const [one, two] = [await inMode('IMMEDIATE'), await inMode('IMMEDIATE')];
    expect(one.quoteDetails?.premium).toEqual(two.quoteDetails?.premium);
    const unsigned = await fetch(`${simulator.url}/quotes`, { method: 'POST', body: '{}' });
    expect(unsigned.status).toBe(401);
  });
});
