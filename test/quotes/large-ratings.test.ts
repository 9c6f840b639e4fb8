import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { quoteReplayRoutes } from '../../api/quotes/replay-routes.js';
import { QuoteReplays } from '../../api/quotes/replay-service.js';
import { trialRoutes } from '../../api/quotes/trial-routes.js';
import { TrialRatings } from '../../api/quotes/trial-service.js';
import { QuoteWorksheet } from '../../db/models/quote-worksheet.js';
import { packedSheet } from '../../db/models/worksheet-text.js';
import { recordOf } from '../../db/quotes/record-quote.js';
import { demoProducts } from '../../db/seeds/demo-products.js';
import { Rater } from '../../documents/rating/rater.js';
import { ThreadPool } from '../../documents/threads/thread-pool.js';
import { compileProduct, ratingOf } from '../../domain/product/compile-product.js';
import type { BundleRating } from '../../domain/rating/bundle/result.js';
import type { RatingResult } from '../../domain/rating/run/result.js';
import { rerateOn } from '../../domain/rerating/rerate.js';
import { answers } from '../domain/rating/rating-factory.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { aFire } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { anOrganization, type TestOrganization } from '../support/identity-factory.js';
import { aProduct } from '../support/product-factory.js';
import { aLoadedVersion, aStoredQuote } from '../support/quote-factory.js';

/** A product whose rating takes some hundred steps for each location. */
const product = aProduct(({ product: { display }, ratingPlans }) => {
  display.sections[0]?.subsections[0]?.questions.push({
    ...{ qid: 'locations', question: 'Locations?', answerType: 'TEXT' },
    loop: {
      iterationLabel: 'Location',
      questions: [{ qid: 'location.area', question: 'Area?', answerType: 'NUMBER', required: true, min: 1 }],
    },
  });
  const steps = Array.from({ length: 200 }, (_, at) => ({
    ...{ name: `Step ${at}`, op: at === 0 ? 'set' : 'multiply' },
    by: at === 0 ? { answer: 'location.area' } : 1.001,
  }));
  const overLocations = { name: 'Areas', op: 'sumOverLoop', loop: 'locations', steps, apply: 'add' };
  ratingPlans.standard = {
    title: 'Standard',
    coverages: [
      {
        code: 'BASE',
        title: 'Base',
        type: 'Liability',
        steps: [{ name: 'Base', op: 'set', by: 5 }, overLocations],
      },
    ],
  };
});
const intakeOf = (count: number) =>
  answers({
    'client.name': 'Large',
    locations: Array.from({ length: count }, (_, at) => ({ 'location.area': String(at + 1) })),
  });
const large = { effectiveDate: '2026-07-01', intake: intakeOf(150) };

const threads = new ThreadPool();
let world: EventWorld;
let service: TestApp;
let server: Server;
let owner: TestOrganization;
let neighbor: TestOrganization;
let base: string;

beforeAll(async () => {
  world = await anEventWorld(product);
  const { db, databaseUrl: url, catalog } = world;
  [owner, neighbor] = await Promise.all([anOrganization(db), anOrganization(db)]);
  const rater = new Rater(threads);
  service = await createTestApp({ db, url, drop: async () => undefined } as never, {
    resources: [
      quoteReplayRoutes({ replays: new QuoteReplays({ db, catalog, rater }) }),
      trialRoutes({ trials: new TrialRatings({ db, catalog, rater, now: () => new Date() }) }),
    ],
  });
  server = createServer(service.app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ioi/v3`;
});
afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
  await threads.stop();
  await service?.close();
  await world?.close();
});

/** A rating as it is recorded: with the worksheets of it and of its components as they are stored. */
function recorded(rating: RatingResult | BundleRating): unknown {
  const { worksheet, rateMeta, ...own } = {
    ...rating,
    worksheet: rating.worksheet,
    rateMeta: rating.rateMeta,
  };
  const sheet = recordOf({ quote: {} as never, rating }).worksheet;
  return JSON.parse(
    JSON.stringify({
      ...own,
      ...('coverages' in own && { coverages: own.coverages.map(({ shares: _, ...coverage }) => coverage) }),
      packed: undefined,
      rateMeta,
      sha256: ('sha256' in sheet ? sheet : packedSheet(sheet)).sha256,
      lines: worksheet.length,
      ...('components' in rating && {
        components: rating.components.map((each) => ({ ...each, rating: recorded(each.rating) })),
      }),
    }),
  );
}

it('a rating in a thread gives what it gives here, for every demo product and its packages', async () => {
  const hasty = new Rater(threads, { steps: 0 });
  const rated: string[] = [];
  for (const { key, definition, intakes } of await demoProducts()) {
    const version = { versionId: key, productId: key, version: '', buildNumber: 1, definition };
    const loaded = { ...version, compiled: compileProduct(definition) };
    for (const [actionId, action] of loaded.compiled.actions) {
      if (ratingOf(loaded.compiled, action) === undefined) continue;
      for (const intake of Object.values(intakes)) {
        const asked = {
          actionId,
          actionType: action.type,
          effectiveDate: '2026-07-01',
          term: 'ANNUAL',
        } as const;
        const here = rerateOn(loaded)({ ...asked, intake });
        const there = await hasty.rate({ organizationId: 'a' }, loaded, { ...asked, intake });
        if (here.status !== 'RATED' || there.status !== 'RATED') throw new Error('not rated');
        expect(recorded(there.rating)).toEqual(recorded(here.rating));
        rated.push(here.rating.outcome);
      }
    }
  }
  expect(rated.filter((outcome) => outcome === 'QUOTED').length).toBeGreaterThan(4);
});

/** Milliseconds of the answers to a neighbor's shortest requests while `work` is done, the shortest first. */
async function hellosBeside(work: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let done = false;
  void work.then(() => {
    done = true;
  });
  while (!done) {
    const began = performance.now();
    const hello = await fetch(`${base}/hello`, { headers: { Authorization: neighbor.basic } });
    await hello.text();
    times.push(performance.now() - began);
    await sleep(10);
  }
  return times.sort((a, b) => a - b);
}

it('a large replay holds up nobody, and says what a small one says', async () => {
  const version = await aLoadedVersion(world.db, owner.organization.id, {
    ...product,
    product: { ...product.product, id: crypto.randomUUID() },
  });
  const { organization, basic } = owner;
  const quoteId = await aStoredQuote(world.db, {
    version,
    organizationId: organization.id,
    intake: large.intake,
  });
  const began = performance.now();
  const here = rerateOn(version)({
    ...{ actionId: version.compiled.actions.keys().next().value!, actionType: 'IOI_RATING', term: 'ANNUAL' },
    ...large,
  });
  const inlineMs = performance.now() - began;
  if (here.status !== 'RATED' || here.rating.outcome !== 'QUOTED') throw new Error('not quoted');

  // The thread starts before.
  const replay = () => fetch(`${base}/quote/${quoteId}/replay`, { headers: { Authorization: basic } });
  await replay();
  const replaying = replay();
  const hellos = await hellosBeside(replaying);
  expect(await (await replaying).json()).toMatchObject({
    result: 'identical',
    steps: { stored: here.rating.worksheet.length, replayed: here.rating.worksheet.length },
  });
  // But for those that meet another process of the machine.
  expect(hellos.length).toBeGreaterThan(5);
  expect(hellos[Math.floor(hellos.length / 2)]).toBeLessThan(inlineMs / 2);
}, 180_000);

it('a large quote is made as a small one, in the worker', async () => {
  const stop = await world.startWorker();
  try {
    const fired = await world.events.fire(
      world.carrier,
      aFire({ lineId: product.product.id, forceSync: true, payload: large }),
    );
    const [quote] = fired.metadata.quotes as {
      requestId: string;
      quoteDetails: { premium: { amount: number } };
    }[];
    const { compiled } = (await world.catalog.version(world.versionId))!;
    const [action] = compiled.actions.values();
    const here = ratingOf(compiled, action!)!.rate({
      answers: large.intake,
      effectiveDate: large.effectiveDate,
    });
    if (here.outcome !== 'QUOTED') throw new Error('not quoted');
    expect(quote?.quoteDetails.premium.amount).toBe(Number(here.premium));
    const sheet = await QuoteWorksheet.query(world.db).findById(quote!.requestId);
    expect(sheet?.sha256).toBe(packedSheet(here.worksheet).sha256);
  } finally {
    await stop();
  }
}, 180_000);
