import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import exceljs from 'exceljs';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { productAuthoringRoutes } from '../../api/product-authoring/routes.js';
import { ProductAuthoring } from '../../api/product-authoring/service.js';
import { productRoutes } from '../../api/products/routes.js';
import { ProductService } from '../../api/products/service.js';
import { createProductCatalog, type ProductCatalog } from '../../db/products/catalog.js';
import { licenseProduct } from '../../db/products/licenses.js';
import { ProductChecker } from '../../documents/product-files/product-checker.js';
import { ThreadPool } from '../../documents/threads/thread-pool.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { everything } from '../support/everything.js';
import { anOrganization, aUser, type TestOrganization, testPassword } from '../support/identity-factory.js';
import { aPolicy } from '../support/policy-factory.js';
import { type ProductContent, productContent } from '../support/product-factory.js';

let database: TestDatabase;
let service: TestApp;
const threads = new ThreadPool();
let checker: ProductChecker;
let catalog: ProductCatalog;
let owner: TestOrganization;
let agency: TestOrganization;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db, url: databaseUrl } = database;
  checker = new ProductChecker(threads, { cpuSeconds: 6 });
  catalog = createProductCatalog({ db, databaseUrl, environment: 'DEV' });
  await catalog.start();
  service = await createTestApp(database, {
    resources: [
      productAuthoringRoutes({
        authoring: new ProductAuthoring({ db, checker, catalog, now: () => new Date() }),
      }),
      productRoutes({
        products: new ProductService({ db, catalog, environment: 'DEV', now: () => new Date() }),
      }),
    ],
  });
  owner = await anOrganization(db, { name: 'Owner' });
  agency = await anOrganization(db, { name: 'Agency' });
});
afterAll(async () => {
  await service.close();
  await threads.stop();
  await catalog.stop();
  await database.drop();
});

const post = (path: string, body: unknown = {}, as = owner) =>
  request(service.app)
    .post(`/ioi/v3/product${path}`)
    .set('Authorization', as.basic)
    .send(body as object);
const get = (path: string, as = owner) =>
  request(service.app).get(`/ioi/v3/product${path}`).set('Authorization', as.basic);

function sent(change: (content: ProductContent) => void = () => {}, files: Record<string, unknown> = {}) {
  const content = productContent();
  change(content);
  return { product: 'shop.yaml', files: { 'shop.yaml': stringify(content), ...files } };
}

async function imported(as = owner, body: object = sent()) {
  const { body: answer, status } = await post('/import', body, as);
  expect(status).toBe(200);
  return answer;
}

/** A product whose table is in another file. */
function withTable(content: ProductContent, table: object): void {
  const { questions } = content.product.display.sections[0]!.subsections[0]!;
  questions.push({
    qid: 'shop.state',
    question: 'State?',
    answerType: 'SELECT',
    required: true,
    answerChoices: ['CA', 'NY'],
  });
  content.tables = { rates: { keys: [{ name: 'state' }], columns: [{ name: 'rate' }], ...table } };
  (content.ratingPlans.standard as { coverages: { steps: unknown[] }[] }).coverages[0]!.steps.push({
    name: 'Rate',
    op: 'lookup',
    table: 'rates',
    keys: { state: { answer: 'shop.state' } },
    column: 'rate',
    apply: 'multiply',
  });
}

const cases = (premium: string) =>
  stringify([
    {
      name: 'in New York',
      effectiveDate: '2027-01-01',
      answers: { 'client.name': 'A', 'shop.state': 'NY' },
      expect: { premium },
    },
  ]);
const csv = 'state,rate\nCA,1\nNY,2\n';
const inCsv = (content: ProductContent) => withTable(content, { file: 'tables/rates.csv' });
const slip = (content: ProductContent) => {
  content.product.display.sections[0]!.subsections[0]!.questions[1]!.min = 2000;
};

describe('POST /product/lint', () => {
  it('names the file, line, column and key of each finding, and stores nothing', async () => {
    const before = await everything(database.db);
    const { body, status } = await post('/lint', sent(slip));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      sound: false,
      errors: 1,
      issues: [
        {
          severity: 'ERROR',
          file: 'shop.yaml',
          line: expect.any(Number),
          path: 'product.display.sections[0].subsections[0].questions[1].min',
          message: 'min 2000 is greater than max 1000',
        },
      ],
    });
    expect(await everything(database.db)).toEqual(before);
  });

  it('takes a product file as YAML', async () => {
    const { body } = await request(service.app)
      .post('/ioi/v3/product/lint')
      .set('Authorization', owner.basic)
      .set('Content-Type', 'application/yaml')
      .send(stringify(productContent()))
      .expect(200);
    expect(body).toEqual({ sound: true, errors: 0, warnings: 0, issues: [], otherSheets: [] });
  });

  it('reads tables from the files of the request only', async () => {
    expect((await post('/lint', sent(inCsv, { 'tables/rates.csv': csv }))).body).toMatchObject({
      sound: true,
    });
    for (const [file, why] of [
      ['tables/rates.csv', 'there is no such file'],
      ['../rates.csv', "it must be in the product file's folder"],
      ['/etc/rates.csv', "it must be in the product file's folder"],
    ] as const) {
      const { body } = await post(
        '/lint',
        sent((content) => withTable(content, { file })),
      );
      expect(body.issues[0].message).toContain(why);
    }
  });

  it('reads a workbook', async () => {
    const workbook = new exceljs.Workbook();
    workbook.addWorksheet('rates').addRows([
      ['state', 'rate'],
      ['CA', 1],
      ['NY', 2],
    ]);
    const base64 = Buffer.from(await workbook.xlsx.writeBuffer()).toString('base64');
    const body = sent((content) => withTable(content, { rows: [] }), { 'rates.xlsx': { base64 } });
    expect((await post('/lint', { ...body, tables: 'rates.xlsx' })).body).toMatchObject({ sound: true });
  });

  it.each([
    ['unknown members', { ...sent(), tablez: 'x' }, /tablez/],
    ['a missing file', { product: 'other.yaml', files: {} }, /there is no such file/],
    [
      'another ending',
      { product: 'shop.txt', files: { 'shop.txt': '' } },
      /must end in .json, .yaml or .yml/,
    ],
    ['a workbook that is none', { ...sent(), tables: 'shop.yaml' }, /is not an Excel workbook/],
    ['base64 that is none', { product: 'a.yaml', files: { 'a.yaml': { base64: '%' } } }, /base64/i],
  ])('refuses %s', async (_what, body, why) => {
    const answer = await post('/lint', body);
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toMatch(why);
  });

  it.each([
    ['an alias bomb', aliasBomb(), /repeat too much content/],
    ['a NUL', 'key: "a\\0b"', /not valid text/],
    ['deep nesting', '['.repeat(100_000), /nested too deeply/],
    [
      'deep blocks',
      Array.from({ length: 1_000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'),
      /nested deeper than 128 levels/,
    ],
  ])('answers to %s in time', async (_what, file, why) => {
    const { body, status } = await post('/lint', { product: 'a.yaml', files: { 'a.yaml': file } });
    expect([200, 400]).toContain(status);
    expect(JSON.stringify(body)).toMatch(why);
  });

  it('ends the check of a file that takes too long, and serves others meanwhile', async () => {
    const keys = Array.from({ length: 400_000 }, (_, i) => `k${i}: ${i}`).join('\n');
    const checking = post('/lint', { product: 'a.yaml', files: { 'a.yaml': keys } }).then((answer) => answer);
    const waits: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      const began = performance.now();
      await get('').expect(200);
      waits.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(Math.min(...waits)).toBeLessThan(200);
    const { body, status } = await checking;
    expect(status).toBe(400);
    expect(body.detail).toMatch(/too much time or memory/);
    expect((await post('/lint', sent())).body).toMatchObject({ sound: true });
  });
});

function aliasBomb(): string {
  const lines = Array.from({ length: 12 }, (_, i) => `a${i + 1}: &a${i + 1} [${Array(9).fill(`*a${i}`)}]`);
  return ['a0: &a0 [x, x, x]', ...lines].join('\n');
}

describe('POST /product/test', () => {
  it('says how the cases came out', async () => {
    const files = { 'tables/rates.csv': csv, 'shop.cases.yaml': cases('1000') };
    expect((await post('/test', sent(inCsv, files))).body).toEqual({ cases: 1, passed: 1, failures: [] });
    const { body, status } = await post('/test', sent(inCsv, { ...files, 'shop.cases.yaml': cases('999') }));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      cases: 1,
      passed: 0,
      failures: [
        {
          file: 'shop.cases.yaml',
          line: 1,
          case: 'in New York',
          differences: [{ key: 'premium', expected: '999', got: '1000.00' }],
        },
      ],
    });
  });

  it('refuses an unsound product, cases with faults, and none', async () => {
    const unsound = await post('/test', sent(slip));
    expect([unsound.status, unsound.body.errors[0].file]).toEqual([400, 'shop.yaml']);
    const faulty = await post(
      '/test',
      sent(() => {}, { 'shop.cases.yaml': '- nam: x' }),
    );
    expect(faulty.status).toBe(400);
    expect(faulty.body.errors[0]).toMatchObject({ file: 'shop.cases.yaml', line: 1, column: 3 });
    const none = await post('/test', sent());
    expect([none.status, none.body.detail]).toEqual([
      400,
      'files: there are no cases: send shop.cases.yaml, too',
    ]);
  });
});

describe('POST /product/import', () => {
  it('refuses new content of a product that has been sold without its cases, by the name of the file', async () => {
    const content = productContent();
    const version = (label: string, files: Record<string, string> = {}) => ({
      product: 'shop.yaml',
      files: { 'shop.yaml': stringify({ ...content, version: label }), ...files },
    });
    const product = await imported(owner, version('1.0.0'));
    await aPolicy(database.db, { sellerId: owner.organization.id, product });
    const refused = await post('/import', version('1.1.0'));
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [
        expect.objectContaining({
          field: 'shop.cases.yaml',
          detail: 'is missing: the product has policies, so that a new version needs its cases',
        }),
      ],
    ]);
    const files = {
      'shop.cases.yaml':
        '- { name: A, effectiveDate: 2027-01-01, answers: { client.name: A }, expect: { premium: 500 } }',
    };
    expect(await imported(owner, version('1.1.0', files))).toMatchObject({ created: true, cases: 1 });
    expect(await imported(owner, version('1.1.0'))).toMatchObject({ created: false });
    expect(await imported(owner, version('1.0.0'))).toMatchObject({ created: true, restoredBuildNumber: 1 });
  });

  it('takes new content of a sold product that only carriers rate, which can have no cases', async () => {
    const content = productContent();
    const [rating] = content.configurations[0]!.events.GET_QUOTES!;
    content.ratingPlans = {};
    content.configurations[0]!.events.GET_QUOTES = [
      {
        ...rating!,
        plan: undefined,
        type: 'THIRD_PARTY_RATING',
        endpoint: 'market',
        carrierId: randomUUID(),
      },
    ];
    const version = (label: string) => ({
      product: 'shop.yaml',
      files: { 'shop.yaml': stringify({ ...content, version: label }) },
    });
    const product = await imported(owner, version('1.0.0'));
    await aPolicy(database.db, { sellerId: owner.organization.id, product });
    expect(await imported(owner, version('1.1.0'))).toMatchObject({ created: true });
  });

  it('stores a version with who imported it, and returns the same build again', async () => {
    const body = {
      ...sent(inCsv, { 'tables/rates.csv': csv, 'shop.cases.yaml': cases('1000') }),
      message: 'First.',
    };
    const first = await imported(owner, body);
    expect(first).toMatchObject({ buildNumber: 1, created: true, cases: 1, warnings: [], version: '1.0.0' });
    expect(await imported(owner, body)).toEqual({ ...first, created: false });
    const row = await database.db('product_versions').where({ id: first.versionId }).first();
    expect(row).toMatchObject({
      created_by_name: owner.key,
      imported_by: { kind: 'API_KEY', name: owner.key, apiKey: owner.key },
      cases_passed: 1,
    });
    const { body: stored } = await get(`/version/${first.versionId}`).expect(200);
    expect(stored).toMatchObject({
      sha256: first.sha256,
      definition: {
        tables: {
          rates: {
            rows: [
              ['CA', 1],
              ['NY', 2],
            ],
          },
        },
      },
    });
  });

  it('records a person, and an author who is somebody else', async () => {
    const person = await aUser(database.db, { organizationId: owner.organization.id });
    const { body: tokens } = await request(service.app)
      .post('/ioi/v3/token')
      .send({ userId: person.userId, password: testPassword, grantType: 'PASSWORD' });
    const importing = (body: object) =>
      request(service.app)
        .post('/ioi/v3/product/import')
        .set('Authorization', `Bearer ${tokens.accessToken}`)
        .set('x-jwt-assertion', tokens.idToken)
        .send(body)
        .expect(200);
    const own = await importing(sent());
    const others = await importing({ ...sent(), author: 'Grace' });
    const row = (versionId: string) => database.db('product_versions').where({ id: versionId }).first();
    const by = { kind: 'USER', name: 'Ada Byron', personId: person.id };
    expect(await row(own.body.versionId)).toMatchObject({
      created_by: person.id,
      created_by_name: 'Ada Byron',
      imported_by: by,
    });
    expect(await row(others.body.versionId)).toMatchObject({
      created_by: null,
      created_by_name: 'Grace',
      imported_by: by,
    });
  });

  it('refuses an unsound product at its line, failing cases, and stores nothing', async () => {
    const before = await everything(database.db);
    const unsound = await post('/import', sent(slip));
    expect(unsound.status).toBe(400);
    expect(unsound.body).toMatchObject({
      refusal: 'UNSOUND',
      errorCount: 1,
      errors: [
        {
          field: 'product.display.sections[0].subsections[0].questions[1].min',
          detail: 'min 2000 is greater than max 1000',
          pointer: '/files/shop.yaml',
          file: 'shop.yaml',
          line: expect.any(Number),
          column: expect.any(Number),
          severity: 'ERROR',
        },
      ],
    });
    const failing = await post(
      '/import',
      sent(inCsv, { 'tables/rates.csv': csv, 'shop.cases.yaml': cases('1') }),
    );
    expect(failing.status).toBe(409);
    expect(failing.body).toMatchObject({
      detail: '1 of 1 cases fail',
      errors: [{ field: 'premium', file: 'shop.cases.yaml', line: 1 }],
      cases: 1,
      passed: 0,
      failures: [{ case: 'in New York' }],
    });
    expect(await everything(database.db)).toEqual(before);
  });

  it('makes two builds of two imports at the same time', async () => {
    const content = productContent();
    const version = (label: string) => ({
      product: 'shop.yaml',
      files: { 'shop.yaml': stringify({ ...content, version: label }) },
    });
    const builds = await Promise.all(
      ['1.0.0', '1.1.0', '1.2.0'].map((label) => imported(owner, version(label))),
    );
    expect(builds.map(({ buildNumber }) => buildNumber).sort()).toEqual([1, 2, 3]);
    const again = await Promise.all([1, 2, 3].map(() => imported(owner, version('2.0.0'))));
    expect(new Set(again.map(({ versionId }) => versionId)).size).toBe(1);
    expect(again.filter(({ created }) => created)).toHaveLength(1);
  });

  it("does not take another organization's product, not even one that is licensed", async () => {
    const content = productContent();
    const body = { product: 'shop.yaml', files: { 'shop.yaml': stringify(content) } };
    const { productId, versionId } = await imported(owner, body);
    await licenseProduct(database.db, { productId, organizationId: agency.organization.id });
    const changed = { ...body, files: { 'shop.yaml': stringify({ ...content, version: '9' }) } };
    const { status, body: problem } = await post('/import', changed, agency);
    expect(status).toBe(409);
    expect(problem.detail).toMatch(/^the id of the product is taken/);
    expect(problem.detail).not.toContain('organization');
    const stranger = await anOrganization(database.db);
    const based = { ...sent(), basedOnVersionId: versionId };
    expect((await post('/import', based, stranger)).status).toBe(404);
  });
});

describe('deployments, withdrawals, licenses and archives', () => {
  const deployment = { environment: 'DEV', effectiveDate: '2020-01-01' };

  it('deploys for callers at once, and withdraws', async () => {
    const { versionId, productId } = await imported();
    const questions = () => post(`/${productId}/questions`, {});
    expect((await questions()).status).toBe(404);
    expect((await post(`/version/${versionId}/deploy`, deployment)).body).toEqual({
      versionId,
      ...deployment,
      deployed: true,
    });
    expect((await post(`/version/${versionId}/deploy`, deployment)).body.deployed).toBe(false);
    await expect.poll(async () => (await questions()).status).toBe(200);
    expect((await post(`/version/${versionId}/withdraw`, { environment: 'DEV' })).body).toEqual({
      versionId,
      environment: 'DEV',
      withdrawn: 1,
    });
    await expect.poll(async () => (await questions()).status).toBe(404);
    const again = await post(`/version/${versionId}/withdraw`, { environment: 'DEV' });
    expect([again.status, again.body.detail]).toEqual([409, `version ${versionId} is not deployed to DEV`]);

    const { body: list } = await get('?size=100');
    const version = list.content.find((product: { productId: string }) => product.productId === productId)
      .versions[0];
    const by = { kind: 'API_KEY', name: owner.key, apiKey: owner.key };
    expect(version).toMatchObject({ deployments: [], lastWithdrawal: { withdrawnBy: by }, importedBy: by });
  });

  it('archives for good', async () => {
    const { versionId } = await imported();
    expect((await post(`/version/${versionId}/archive`)).body).toEqual({ versionId, archived: true });
    expect((await post(`/version/${versionId}/archive`)).body.archived).toBe(false);
    const refused = await post(`/version/${versionId}/deploy`, deployment);
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      `version ${versionId} is archived and cannot be deployed`,
    ]);
  });

  it('licenses, and shows a licensee only what is deployed', async () => {
    const { versionId, productId } = await imported();
    const to = { organizationId: agency.organization.id };
    expect((await post(`/${productId}/license`, to)).body).toEqual({
      productId,
      organizationId: agency.organization.id,
      organizationName: 'Agency',
      ...{ licensed: true, changed: true, authority: null, commission: null },
    });
    const listed = async (as: TestOrganization) =>
      (await get('?size=100', as)).body.content.find(
        (one: { productId: string }) => one.productId === productId,
      );
    expect((await listed(owner)).licensedTo[0].licensedBy.apiKey).toBe(owner.key);
    expect(await listed(agency)).toMatchObject({
      live: null,
      versions: [],
      licensedTo: [{ licensedBy: null }],
    });
    await post(`/version/${versionId}/deploy`, deployment);
    expect((await listed(agency)).versions).toMatchObject([
      { versionId, importedBy: null, deployments: [{ deployedBy: null }] },
    ]);
    await expect
      .poll(async () => (await listed(agency)).live)
      .toEqual({
        ...{ versionId, version: '1.0.0', generatesQuotes: true, lines: [] },
      });
    const one = (await get(`?lineId=${productId}`, agency)).body;
    expect(one).toMatchObject({ totalElements: 1, content: [{ productId }] });
    expect((await get(`?lineId=${versionId}`, agency)).body.content).toEqual([]);
    expect((await post(`/${productId}/license`, { organizationId: owner.organization.id })).status).toBe(409);
    expect((await post(`/${productId}/license`, { organizationId: productId })).status).toBe(404);
  });

  it('say what a license grants, and change it', async () => {
    const { versionId, productId } = await imported();
    await post(`/version/${versionId}/deploy`, deployment);
    const license = (authority?: object) =>
      post(`/${productId}/license`, { organizationId: agency.organization.id, authority });
    const authorityOf = async (as: TestOrganization) => (await get(`/${productId}/authority`, as)).body;
    await license();
    expect(await authorityOf(agency)).toMatchObject({
      isOwner: false,
      authority: { quote: false },
      events: [],
    });
    const granted = { bindPaid: true, limits: { premium: '9000.00' } };
    expect((await license(granted)).body).toMatchObject({
      licensed: false,
      changed: true,
      authority: granted,
    });
    expect((await license(granted)).body).toMatchObject({ changed: false });
    expect((await license()).body).toMatchObject({ changed: false, authority: granted });
    await expect
      .poll(() => authorityOf(agency))
      .toMatchObject({ authority: granted, events: ['POLICY_CREATE', 'POLICY_REWRITE'] });
    expect(await authorityOf(owner)).toMatchObject({ isOwner: true, authority: null });
    const wrong = await license({ bindpaid: true });
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'authority.bindpaid']);
  });

  it("are 404 for another organization's product, licensed or not", async () => {
    const { versionId, productId } = await imported();
    await licenseProduct(database.db, { productId, organizationId: agency.organization.id });
    const before = await everything(database.db);
    for (const [path, body] of [
      [`/version/${versionId}/deploy`, deployment],
      [`/version/${versionId}/withdraw`, { environment: 'DEV' }],
      [`/version/${versionId}/archive`, {}],
      [`/${productId}/license`, { organizationId: owner.organization.id }],
    ] as const) {
      expect((await post(path, body, agency)).status).toBe(404);
    }
    expect((await get(`/version/${versionId}`, agency)).status).toBe(404);
    expect(await everything(database.db)).toEqual(before);
  });

  it('need the permissions products:write and, to license, administration:write', async () => {
    const { versionId, productId } = await imported();
    const reader = await anOrganization(database.db, { permissions: ['products:read'] });
    for (const path of [
      '/lint',
      '/test',
      '/import',
      `/version/${versionId}/deploy`,
      `/version/${versionId}/withdraw`,
      `/version/${versionId}/archive`,
    ]) {
      const { status, body } = await post(path, {}, reader);
      expect([status, body.detail]).toEqual([403, 'the permission products:write is needed']);
    }
    const author = await anOrganization(database.db, { permissions: ['products:read', 'products:write'] });
    const { status, body } = await post(`/${productId}/license`, {}, author);
    expect([status, body.detail]).toEqual([403, 'the permission administration:write is needed']);
    expect((await get(`/version/${versionId}`, reader)).status).toBe(403);
    expect((await get('', reader)).status).toBe(200);
  });

  it('refuse a misspelt member', async () => {
    const { versionId } = await imported();
    const { status, body } = await post(`/version/${versionId}/withdraw`, {
      environment: 'DEV',
      from: '2020-01-01',
    });
    expect(status).toBe(400);
    expect(body.detail).toContain('from');
  });
});

it('takes the demo products with their cases', async () => {
  const folder = new URL('../../db/seeds/products/', import.meta.url);
  const file = async (name: string) => [name, await readFile(new URL(name, folder), 'utf8')] as const;
  const files = Object.fromEntries([await file('cyber.yaml'), await file('cyber.cases.yaml')]);
  const { cases: passed } = await imported(owner, { product: 'cyber.yaml', files });
  expect(passed).toBeGreaterThanOrEqual(30);
});
