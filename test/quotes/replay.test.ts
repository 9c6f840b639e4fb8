import fc from 'fast-check';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permissionNames } from '../../api/http/permissions.js';
import { quoteReplayRoutes } from '../../api/quotes/replay-routes.js';
import { QuoteReplays } from '../../api/quotes/replay-service.js';
import { Quote } from '../../db/models/quote.js';
import { QuoteWorksheet } from '../../db/models/quote-worksheet.js';
import { createProductCatalog, type ProductCatalog } from '../../db/products/catalog.js';
import type { LoadedVersion } from '../../db/products/load-version.js';
import { readQuoteWithWorksheet } from '../../db/quotes/read-stored-quote.js';
import { type DemoProduct, demoProducts } from '../../db/seeds/demo-products.js';
import { contentHash } from '../../domain/ground/canonical-json.js';
import { ratingOf } from '../../domain/product/compile-product.js';
import { type QuoteReplay, replayQuote } from '../../domain/rerating/replay-quote.js';
import { rerateOn } from '../../domain/rerating/rerate.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { testRater } from '../support/documents.js';
import { intakesNear } from '../support/generated-intakes.js';
import { anOrganization, type TestOrganization } from '../support/identity-factory.js';
import { aLoadedVersion, aStoredQuote } from '../support/quote-factory.js';

let database: TestDatabase;
let catalog: ProductCatalog;
let service: TestApp;
let owner: TestOrganization;
let stranger: TestOrganization;
let products: (DemoProduct & { loaded: LoadedVersion })[];

beforeAll(async () => {
  database = await createTestDatabase();
  const { db, url: databaseUrl } = database;
  catalog = createProductCatalog({ db, databaseUrl, environment: 'DEV' });
  service = await createTestApp(database, {
    resources: [quoteReplayRoutes({ replays: new QuoteReplays({ db, catalog, rater: testRater() }) })],
  });
  owner = await anOrganization(db, { name: 'Owner' });
  stranger = await anOrganization(db, { name: 'Stranger' });
  products = [];
  for (const product of await demoProducts()) {
    const loaded = await aLoadedVersion(db, owner.organization.id, product.definition);
    products.push({ ...product, loaded });
  }
});
afterAll(async () => {
  await service?.close();
  await catalog?.stop();
  await database?.drop();
});

const general = () => products.find(({ key }) => key === 'general-liability')!;
const replay = (requestId: string, as = owner) =>
  request(service.app).get(`/ioi/v3/quote/${requestId}/replay`).set('Authorization', as.basic);

function aGeneralQuote(outcome: keyof DemoProduct['intakes'] = 'quoted') {
  const { loaded, intakes } = general();
  return aStoredQuote(database.db, {
    version: loaded,
    organizationId: owner.organization.id,
    intake: intakes[outcome]!,
  });
}

/** Every quote of the event, a package's components among them, rated again from what the database has. */
async function replaysOfEvent(requestId: string, version: LoadedVersion): Promise<QuoteReplay[]> {
  const { triggerRequestId } = (await Quote.query(database.db).findById(requestId))!;
  const quotes = await Quote.query(database.db)
    .where('trigger_request_id', triggerRequestId)
    .select('request_id');
  return Promise.all(
    quotes.map(async (quote) => {
      const stored = (await readQuoteWithWorksheet(database.db, quote.requestId))!;
      const rerated = rerateOn(version)(stored);
      if (rerated.status !== 'RATED') throw new Error(rerated.status);
      return replayQuote(stored, rerated.rating);
    }),
  );
}

/** Changes the stored worksheet behind the service's back. */
async function doctor(requestId: string, change: (sheet: QuoteWorksheet) => void): Promise<void> {
  const sheet = (await QuoteWorksheet.query(database.db).findById(requestId))!;
  change(sheet);
  const { worksheet, sha256 } = sheet;
  await QuoteWorksheet.query(database.db).findById(requestId).patch({ worksheet, sha256 });
}

describe('a replay', () => {
  it('is identical for every stored quote of the demo products', async () => {
    let quoted = 0;
    for (const { loaded, intakes } of products) {
      const { configurations } = loaded.definition;
      const actions = configurations
        .flatMap(({ events }) => events.GET_QUOTES ?? [])
        .filter((action) => ratingOf(loaded.compiled, action) !== undefined);
      if (actions.length === 0) continue;
      const { terms } = ratingOf(loaded.compiled, actions[0]!)!;
      const cases = fc.record({
        intake: fc
          .constantFrom(intakes.quoted, intakes.referred, intakes.declined)
          .chain((intake) => intakesNear(loaded.compiled.questionTypes, intake)),
        actionId: fc.constantFrom(...actions.map(({ id }) => id)),
        term: fc.option(fc.constantFrom(...terms), { nil: undefined }),
        effectiveDate: fc.constantFrom('2025-02-28', '2026-07-01', '2027-12-31'),
      });
      await fc.assert(
        fc.asyncProperty(cases, async (given) => {
          const organizationId = owner.organization.id;
          const requestId = await aStoredQuote(database.db, { version: loaded, organizationId, ...given });
          for (const { result, resultDifferences, stepDifferences } of await replaysOfEvent(
            requestId,
            loaded,
          )) {
            expect({ result, resultDifferences, stepDifferences }).toEqual({
              result: 'identical',
              resultDifferences: [],
              stepDifferences: [],
            });
          }
          const stored = await Quote.query(database.db).findById(requestId);
          if (stored?.outcome === 'QUOTED') quoted++;
        }),
        { numRuns: 40 },
      );
    }
    expect(quoted).toBeGreaterThan(20);
  }, 120_000);

  it('answers identical over HTTP', async () => {
    const requestId = await aGeneralQuote();
    const { status, body } = await replay(requestId);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      quoteRequestId: requestId,
      productVersionId: general().loaded.versionId,
      result: 'identical',
      resultDifferences: [],
      stepDifferences: [],
      stepDifferenceCount: 0,
    });
    expect(body.steps.stored).toBeGreaterThan(20);
    expect(body.worksheetSha256.stored).toBe(body.worksheetSha256.replayed);
  });

  it('is beside a comparison with another quote, for those who see both', async () => {
    const [a, b] = [await aGeneralQuote(), await aGeneralQuote('referred')];
    const compare = (as: TestOrganization) =>
      request(service.app).get(`/ioi/v3/quote/${a}/compare/${b}`).set('Authorization', as.basic);
    const { body } = await compare(owner);
    const { premium, taxesAndFees, unexplained } = body.amounts;
    const explained = body.steps.map(({ explains }: { explains: string | null }) => Number(explains ?? 0));
    expect(explained.reduce((sum: number, each: number) => sum + each, Number(unexplained))).toBeCloseTo(
      Number(premium.difference) + Number(taxesAndFees.difference),
    );
    expect((await compare(stranger)).status).toBe(404);
  });

  it('is identical for declined quotes', async () => {
    const { body } = await replay(await aGeneralQuote('declined'));
    expect(body.result).toBe('identical');
  });

  it('names the first steps of a doctored worksheet that differ', async () => {
    const requestId = await aGeneralQuote();
    let doctored = -1;
    await doctor(requestId, (sheet) => {
      doctored = sheet.worksheet.findIndex(({ op, section }) => op === 'multiply' && section !== 'policy');
      sheet.worksheet[doctored]!.inputs.by = '0.5';
      sheet.worksheet[doctored + 3]!.after = '1';
      sheet.sha256 = contentHash(sheet.worksheet);
    });
    const { body } = await replay(requestId);
    expect(body.result).toBe('different');
    expect(body.stepDifferenceCount).toBe(2);
    expect(body.stepDifferences[0]).toMatchObject({
      kind: 'CHANGED',
      number: doctored + 1,
      op: 'multiply',
      fields: [{ field: 'inputs.by', stored: '0.5', replayed: expect.not.stringMatching(/^0\.5$/) }],
    });
    expect(body.stepDifferences[1].fields[0]).toMatchObject({ field: 'after', stored: '1' });
    expect(body.resultDifferences.map(({ field }: { field: string }) => field)).toEqual(['worksheetSha256']);
  });

  it('notices steps that were taken out or put in, each once', async () => {
    const requestId = await aGeneralQuote();
    await doctor(requestId, (sheet) => {
      const [first] = sheet.worksheet.splice(4, 1);
      sheet.worksheet.splice(10, 0, { ...first!, step: 'Put in' });
    });
    const { body } = await replay(requestId);
    expect(body.stepDifferences.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      'ONLY_REPLAYED',
      'ONLY_STORED',
    ]);
  });

  it('notices a premium and a hash that were changed', async () => {
    const requestId = await aGeneralQuote();
    await Quote.query(database.db).findById(requestId).patch({ premium: '1.00' });
    await doctor(requestId, (sheet) => {
      sheet.sha256 = '00';
    });
    const { body } = await replay(requestId);
    expect(body.resultDifferences).toEqual([
      { field: 'premium', stored: '1.00', replayed: '11080.00' },
      { field: 'worksheetSha256', stored: '00', replayed: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
  });

  it('reports the first step of a version that was changed', async () => {
    const requestId = await aGeneralQuote();
    const { definition, versionId } = general().loaded;
    const changed = structuredClone(definition);
    const [plan] = Object.values(changed.ratingPlans);
    plan!.policy.unshift({ name: 'Slipped in', op: 'multiply', by: 1.01 });
    await database
      .db('product_versions')
      .where({ id: versionId })
      .update({ definition: JSON.stringify(changed) });
    try {
      const fresh = createProductCatalog({ db: database.db, databaseUrl: database.url, environment: 'DEV' });
      const replays = new QuoteReplays({ db: database.db, catalog: fresh, rater: testRater() });
      const answer = await replays.replay(
        {
          kind: 'API_KEY',
          organizationId: owner.organization.id,
          organizationName: 'Owner',
          name: 'a key',
          permissions: new Set(permissionNames),
        },
        requestId,
      );
      expect(answer.result).toBe('different');
      expect(answer.stepDifferences[0]).toMatchObject({
        kind: 'ONLY_REPLAYED',
        section: 'policy',
        step: 'Slipped in',
      });
      expect(answer.resultDifferences.map(({ field }) => field)).toContain('premium');
    } finally {
      await database
        .db('product_versions')
        .where({ id: versionId })
        .update({ definition: JSON.stringify(definition) });
    }
  });

  it('is refused where nothing was rated by a plan, and where the quote is not to be seen', async () => {
    const requestId = await aGeneralQuote();
    expect((await replay(requestId, stranger)).status).toBe(404);
    expect((await replay('4b2b8a0e-0000-4000-8000-000000000000')).status).toBe(404);
    expect((await replay('not-an-id')).status).toBe(400);

    await Quote.query(database.db).findById(requestId).patch({ actionType: 'THIRD_PARTY_RATING' });
    const { status, body } = await replay(requestId);
    expect(status).toBe(409);
    expect(body.detail).toContain('cannot be replayed');
    expect(body.detail).toContain('THIRD_PARTY_RATING');
  });
});
