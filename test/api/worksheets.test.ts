import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { worksheetRoutes } from '../../api/worksheets/routes.js';
import { WorksheetService } from '../../api/worksheets/service.js';
import { Quote } from '../../db/models/quote.js';
import { QuoteWorksheet } from '../../db/models/quote-worksheet.js';
import { type LoadedVersion, loadVersion } from '../../db/products/load-version.js';
import { type DemoProduct, demoProducts } from '../../db/seeds/demo-products.js';
import { ThreadPool } from '../../documents/threads/thread-pool.js';
import { contentHash } from '../../domain/ground/canonical-json.js';
import type { WorksheetLine } from '../../domain/rating/run/worksheet-line.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { anOrganization, type TestOrganization } from '../support/identity-factory.js';
import { pdfPages } from '../support/pdf-text.js';
import { aLoadedVersion, aStoredQuote } from '../support/quote-factory.js';
import { openSpreadsheet } from '../support/spreadsheet.js';

let database: TestDatabase;
let service: TestApp;
let owner: TestOrganization;
let stranger: TestOrganization;
let product: DemoProduct;
let version: LoadedVersion;

const threads = new ThreadPool();

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  service = await createTestApp(database, {
    resources: [
      worksheetRoutes({
        worksheets: new WorksheetService({ db, catalog: { version: (id) => loadVersion(db, id) }, threads }),
      }),
    ],
  });
  owner = await anOrganization(db);
  stranger = await anOrganization(db);
  product = (await demoProducts()).find(({ key }) => key === 'general-liability')!;
  version = await aLoadedVersion(db, owner.organization.id, product.definition);
});
afterAll(async () => {
  await threads.stop();
  await service?.close();
  await database?.drop();
});

const paths = (id: string) => ({
  excel: `/ioi/v3/download/excel/worksheet/${id}`,
  json: `/ioi/v3/download/advanced/worksheet/${id}`,
  pdf: `/ioi/v3/download/advanced/worksheet/${id}/pdf`,
});

const get = (path: string, { basic } = owner) =>
  request(service.app).get(path).set('Authorization', basic).buffer(true).parse(bytes);

function bytes(response: request.Response, done: (error: Error | null, body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  const stream = response as unknown as NodeJS.ReadableStream;
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () => done(null, Buffer.concat(chunks)));
}

const read = (body: Buffer) => JSON.parse(body.toString('utf8'));

const aQuote = (outcome: keyof DemoProduct['intakes'] = 'quoted') =>
  aStoredQuote(database.db, {
    version,
    organizationId: owner.organization.id,
    intake: product.intakes[outcome] ?? {},
  });

describe('the downloads of a quote', () => {
  it('show the same steps and the same content hash', async () => {
    const id = await aQuote();
    const { excel, json, pdf } = paths(id);
    const stored = (await QuoteWorksheet.query(database.db).findById(id))!;

    const sheet = read((await get(json)).body);
    expect(sheet).toMatchObject({ quoteId: id, contentHash: stored.sha256, outcome: 'QUOTED' });
    expect(contentHash(sheet.steps)).toBe(stored.sha256);
    expect(sheet.premium.amount).toBe(11_080);
    expect(sheet.sections.flatMap(({ stepNumbers }: { stepNumbers: number[] }) => stepNumbers)).toHaveLength(
      sheet.steps.length,
    );

    const book = await openSpreadsheet((await get(excel)).body);
    expect(book.stored('Summary', book.rowOf('Summary', 'Content hash'), 2)).toBe(stored.sha256);
    expect(book.computed('Summary', book.rowOf('Summary', 'To pay'), 4)).toBe(11_120);

    const pages = await pdfPages((await get(`${pdf}?verbose=true`)).body);
    const text = pages.join(' ').replace(/\s/g, '');
    expect(text).toContain(stored.sha256);
    const steps = sheet.steps as WorksheetLine[];
    expect(
      steps.filter(({ step }, index) => !text.includes(`${index + 1}${step}`.replace(/\s/g, ''))),
    ).toEqual([]);
  });

  it('come as files named after the quote', async () => {
    const id = await aQuote();
    const { excel, pdf, json } = paths(id);

    const workbook = await get(excel);
    expect(workbook.status).toBe(200);
    expect(workbook.headers['content-type']).toBe('application/octet-stream');
    expect(workbook.headers['content-disposition']).toBe(`attachment; filename="worksheet-${id}.xlsx"`);
    expect(workbook.body.subarray(0, 2).toString()).toBe('PK');

    const document = await get(pdf);
    expect(document.headers['content-type']).toBe('application/pdf');
    expect(document.headers['content-disposition']).toBe(`attachment; filename="worksheet-${id}.pdf"`);
    expect(document.body.subarray(0, 5).toString()).toBe('%PDF-');

    expect((await get(json)).headers['content-type']).toMatch(/^application\/json/);
  });

  it('are shorter where the PDF is not verbose', async () => {
    const { pdf } = paths(await aQuote());
    const bodies = await Promise.all(
      ['', '?verbose=false', '?verbose=true'].map(async (query) => (await get(`${pdf}${query}`)).body),
    );
    // One after the other: documents that are read at once share the reader's worker.
    const pages: string[][] = [];
    for (const body of bodies) pages.push(await pdfPages(body));
    const [plain, short, long] = pages;
    expect(plain!.length).toBe(short!.length);
    expect(plain!.length).toBeLessThan(long!.length);
    expect((await get(`${pdf}?verbose=maybe`)).status).toBe(400);
  });

  it('are there for a declined quote whose rating had begun', async () => {
    const { excel, json, pdf } = paths(await aQuote('declined'));
    const [book, sheet, document] = await Promise.all([get(excel), get(json), get(pdf)]);
    expect([book.status, document.status]).toEqual([200, 200]);
    expect(read(sheet.body)).toMatchObject({ outcome: 'DECLINED', messages: expect.any(Array) });
  });
});

describe('a worksheet that is not to be had', () => {
  it('is 404 for a foreign quote, as for one that does not exist', async () => {
    const id = await aQuote();
    for (const path of Object.values(paths(id))) {
      const foreign = await get(path, stranger);
      expect(foreign.status).toBe(404);
      expect(foreign.headers['content-type']).toMatch(/^application\/problem\+json/);
      expect(read(foreign.body).detail).toBe(`no quote ${id}`);
    }
    for (const path of Object.values(paths(randomUUID()))) expect((await get(path)).status).toBe(404);
  });

  it('is 404 with the reason for a quote that a carrier rated', async () => {
    const id = await aQuote();
    await Quote.query(database.db).findById(id).patch({ actionType: 'THIRD_PARTY_RATING' });
    await QuoteWorksheet.query(database.db).findById(id).patch({ worksheet: [] });
    for (const path of Object.values(paths(id))) {
      const { status, body } = await get(path);
      expect(status).toBe(404);
      expect(read(body).detail).toBe(
        `no such worksheet: quote ${id} was rated by a carrier (THIRD_PARTY_RATING), which keeps its own`,
      );
    }
  });

  it('is 404 with the reason for a quote declined before its first step', async () => {
    const id = await aStoredQuote(database.db, {
      version,
      organizationId: owner.organization.id,
      intake: {},
    });
    const { status, body } = await get(paths(id).json);
    expect([status, read(body).detail]).toEqual([404, expect.stringContaining('before the first step')]);
  });

  it('is 400 for an id that is none, 401 without credentials, 403 without the permission', async () => {
    const { basic } = await anOrganization(database.db, { permissions: ['clients:read'] });
    for (const path of Object.values(paths('nonsense'))) expect((await get(path)).status).toBe(400);
    for (const path of Object.values(paths(randomUUID()))) {
      expect((await request(service.app).get(path)).status).toBe(401);
      expect((await get(path, { ...owner, basic })).status).toBe(403);
    }
  });
});
