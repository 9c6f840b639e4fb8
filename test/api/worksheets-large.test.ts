import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { worksheetRoutes } from '../../api/worksheets/routes.js';
import { WorksheetService } from '../../api/worksheets/service.js';
import { loadVersion } from '../../db/products/load-version.js';
import { type DemoProduct, demoProducts } from '../../db/seeds/demo-products.js';
import { ownThreads, ThreadPool } from '../../documents/threads/thread-pool.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { anOrganization, type TestOrganization } from '../support/identity-factory.js';
import { aLoadedVersion, aStoredQuote } from '../support/quote-factory.js';

let database: TestDatabase;
let service: TestApp;
let inline: TestApp;
let threads: ThreadPool;
let owner: TestOrganization;
let product: DemoProduct;
let quoteId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  // One thread and nobody waiting, so that two at once are one too many; every worksheet counts as large.
  threads = new ThreadPool({ share: ownThreads(1, 0) });
  const catalog = { version: (id: string) => loadVersion(db, id) };
  const worksheets = new WorksheetService({ db, catalog, threads, inlineBytes: 0 });
  service = await createTestApp(database, { resources: [worksheetRoutes({ worksheets })] });
  inline = await createTestApp(database, {
    resources: [worksheetRoutes({ worksheets: new WorksheetService({ db, catalog, threads }) })],
  });
  owner = await anOrganization(db);
  product = (await demoProducts()).find(({ key }) => key === 'general-liability')!;
  const version = await aLoadedVersion(db, owner.organization.id, product.definition);
  quoteId = await aStoredQuote(db, {
    version,
    organizationId: owner.organization.id,
    intake: product.intakes.quoted,
  });
});
afterAll(async () => {
  await threads?.stop();
  await service?.close();
  await inline?.close();
  await database?.drop();
});

const json = (id: string) => `/download/advanced/worksheet/${id}`;
const get = (app: TestApp, path: string) =>
  request(app.app).get(`/ioi/v3${path}`).set('Authorization', owner.basic).buffer(true);

describe('a worksheet that is made in a thread', () => {
  it('is the one that is made without', async () => {
    const threaded = await get(service, json(quoteId));
    expect(threaded.status).toBe(200);
    expect(threaded.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(threaded.body).toEqual((await get(inline, json(quoteId))).body);
  });

  it.each([
    [`/download/excel/worksheet/`, '', 'PK', 'xlsx'],
    [`/download/advanced/worksheet/`, '/pdf', '%PDF', 'pdf'],
    [`/download/advanced/worksheet/`, '/pdf?verbose=true', '%PDF', 'pdf'],
  ])('can be a file: %s%s', async (before, after, start, extension) => {
    const file = await get(service, `${before}${quoteId}${after}`).responseType('blob');
    expect(file.status).toBe(200);
    expect(file.headers['content-disposition']).toContain(`worksheet-${quoteId}.${extension}`);
    expect((file.body as Buffer).subarray(0, start.length).toString('latin1')).toBe(start);
  });

  it('is refused for a while where too many wait, and made afterwards', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => get(service, json(quoteId))));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200)).not.toHaveLength(0);
    expect(refused).not.toHaveLength(0);
    expect(refused[0]?.body).toMatchObject({ code: 'QUEUE_FULL' });
    expect(refused[0]?.headers['retry-after']).toBe('1');
    expect((await get(service, json(quoteId))).status).toBe(200);
  });

  it('is 404 for a quote that is not there', async () => {
    expect((await get(service, json(randomUUID()))).status).toBe(404);
  });

  it('is refused once the service stops', async () => {
    await threads.stop();
    expect((await get(service, json(quoteId))).status).toBe(503);
  });
});
