import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OnlyProducts } from '../../api/auth/only-products.js';
import { productRoutes } from '../../api/products/routes.js';
import { ProductService } from '../../api/products/service.js';
import { createProductCatalog, type ProductCatalog } from '../../db/products/catalog.js';
import { archiveVersion, deployVersion, withdrawVersion } from '../../db/products/deployments.js';
import { licenseProduct } from '../../db/products/licenses.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import { productDisplay } from '../../domain/product/product-display.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { anOrganization, type TestOrganization } from '../support/identity-factory.js';
import { anImport, aProduct } from '../support/product-factory.js';

let database: TestDatabase;
let catalog: ProductCatalog;
let service: TestApp;
let owner: TestOrganization;
let agency: TestOrganization;
let today: Date | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db, url: databaseUrl } = database;
  catalog = createProductCatalog({ db, databaseUrl, environment: 'DEV' });
  await catalog.start();
  const products = new ProductService({ db, catalog, environment: 'DEV', now: () => today ?? new Date() });
  service = await createTestApp(database, { resources: [productRoutes({ products })] });
  owner = await anOrganization(db, { name: 'Owner' });
  agency = await anOrganization(db, { name: 'Agency' });
});
afterAll(async () => {
  await service.close();
  await catalog.stop();
  await database.drop();
});

const importFor = (definition: ProductDefinition, more = {}) =>
  anImport(database.db, owner.organization.id, definition, more);
const deploy = (
  versionId: string,
  effectiveDate = '2020-01-01',
  environment: 'DEV' | 'UAT' | 'PROD' = 'DEV',
) => deployVersion(database.db, { versionId, environment, effectiveDate });

async function aDeployedProduct(definition = aProduct()) {
  const version = await importFor(definition);
  await deploy(version.versionId);
  return version;
}

const questions = (productId: string, body: unknown = {}, as = owner) =>
  request(service.app)
    .post(`/ioi/v3/product/${productId}/questions`)
    .set('Authorization', as.basic)
    .set('Content-Type', 'application/json')
    .send(JSON.stringify(body));
const hosted = (productId: string, as = owner) =>
  request(service.app).get(`/ioi/v3/product/${productId}/hosted-versions`).set('Authorization', as.basic);

describe('the questions of a product in several languages', () => {
  it('are in the language of Accept-Language, and else in its own', async () => {
    const definition = aProduct((content) => {
      Object.assign(content, {
        languages: ['en', 'es'],
        translations: { es: { 'Small Shop': 'Tienda', 'Sales?': '¿Ventas?' } },
      });
    });
    await aDeployedProduct(definition);
    const { id } = definition.product;
    const asked = async (accepted: string) => {
      const { headers, body } = await questions(id).set('Accept-Language', accepted).expect(200);
      const [{ questions: all }] = body.product.display.sections[0].subsections;
      expect(headers.vary).toContain('Accept-Language');
      return [headers['content-language'], body.lineName, all[1].question, all[1].qid];
    };
    expect(await asked('es-MX, en;q=0.5')).toEqual(['es', 'Tienda', '¿Ventas?', 'shop.sales']);
    expect(await asked('fr')).toEqual(['en', 'Small Shop', 'Sales?', 'shop.sales']);
    const { headers } = await questions((await aDeployedProduct()).productId);
    expect(headers['content-language']).toBeUndefined();
  });
});

describe('a line below the root', () => {
  const withLine = (id: string, inner = randomUUID() as string) =>
    aProduct((content) => {
      const line = (lineId: string, lines: Record<string, unknown>[]) => ({
        ...{ id: lineId, title: `Line ${lineId}`, clientType: 'COMMERCIAL', lines },
        display: {
          sections: [
            {
              title: 'S',
              subsections: [
                { title: 'T', questions: [{ qid: `of.${lineId}`, question: 'Q?', answerType: 'TEXT' }] },
              ],
            },
          ],
        },
      });
      content.product.lines.push(line(id, [line(inner, [])]));
    });

  it('has its questions and timelines by its own id, at any depth, for anyone who sees the product', async () => {
    const [id, inner] = [randomUUID(), randomUUID()];
    const { productId, versionId } = await aDeployedProduct(withLine(id, inner));
    for (const lineId of [id, inner.toUpperCase()]) {
      const { body } = await questions(lineId).expect(200);
      expect(productDisplay.parse(body)).toEqual(body);
      expect(body).toMatchObject({ lineId: lineId.toLowerCase(), product: { id: lineId.toLowerCase() } });
      expect(JSON.stringify(body)).not.toContain('shop.sales');
      const timeline = await hosted(lineId).expect(200);
      expect(timeline.body).toEqual((await hosted(productId)).body);
      expect((await questions(lineId, {}, agency)).status).toBe(404);
      expect((await hosted(lineId, agency)).status).toBe(404);
    }
    expect((await questions(id)).body.packageVersionMap).toEqual({ [id]: versionId, [inner]: versionId });
    await licenseProduct(database.db, { productId, organizationId: agency.organization.id });
    await expect.poll(async () => (await questions(id, {}, agency)).status).toBe(200);
  });

  it('is none of a product that does not have it today', async () => {
    const id = randomUUID();
    const definition = withLine(id);
    await aDeployedProduct({ ...definition, product: { ...definition.product, lines: [] } });
    expect((await questions(id)).status).toBe(404);
    await importFor({ ...definition, version: '2' });
    expect((await questions(id)).body).toMatchObject({ code: 'PRODUCT_NOT_FOUND' });
    expect((await questions(randomUUID())).status).toBe(404);
  });

  it('of a key that is restricted to products is one of them with its product', async () => {
    const id = randomUUID();
    const { productId } = await aDeployedProduct(withLine(id));
    const of = (...products: string[]) => new OnlyProducts(database.db, owner.organization.id, products);
    await of(productId).check({ params: { product_id: id } });
    const attached = { lineId: productId, documentIds: [randomUUID()] };
    await expect(of(productId).check({ body: attached })).rejects.toMatchObject({ code: 'KEY_RESTRICTED' });
    await expect(of(randomUUID()).check({ params: { product_id: id } })).rejects.toMatchObject({
      code: 'KEY_RESTRICTED',
    });
    const another = await aDeployedProduct(withLine(productId));
    await expect(of(another.productId).check({ params: { product_id: productId } })).rejects.toMatchObject({
      code: 'KEY_RESTRICTED',
    });
  });
});

describe('POST /product/{product_id}/questions', () => {
  it('answers the hierarchy of the version that is live today', async () => {
    const definition = aProduct();
    const { productId, versionId } = await aDeployedProduct(definition);
    const future = await importFor({ ...definition, version: '2' });
    await deploy(future.versionId, '2999-01-01');

    const { status, body } = await questions(productId);
    expect(status).toBe(200);
    expect(productDisplay.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      lineId: productId,
      ownerOrganizationId: owner.organization.id,
      packageVersionMap: { [productId]: versionId },
    });
    const asked = body.product.display.sections[0].subsections[0].questions;
    expect(asked.map(({ qid }: { qid: string }) => qid)).toEqual(['client.name', 'shop.sales']);
    for (const question of asked) {
      for (const name of ['id', 'label', 'type', 'answer']) expect(question).not.toHaveProperty(name);
    }
    expect(body.product.display.sections[0]).not.toHaveProperty('id');
  });

  it('works out what is visible from the answers', async () => {
    const { productId } = await aDeployedProduct(
      aProduct((content) => {
        content.product.display.sections[0]!.subsections[0]!.questions.push({
          qid: 'shop.audited',
          question: 'Audited?',
          answerType: 'BOOLEAN',
          condition: { '>': [{ answer: 'shop.sales' }, 500] },
        });
      }),
    );
    const visible = async (answer: string) => {
      const answers = { 'shop.sales': { type: 'ANSWER', qid: 'shop.sales', answer } };
      const { body } = await questions(productId, { answers });
      return body.product.display.sections[0].subsections[0].questions[2].visible;
    };
    expect(await visible('500')).toBe(false);
    expect(await visible('500.01')).toBe(true);
    expect(await visible('a lot')).toBe(false);
  });

  it('honors skipLineQuestions in any case, and excludeQuestions', async () => {
    const { productId } = await aDeployedProduct();
    const skipped = await questions(productId, {
      skipLineQuestions: [productId.toUpperCase(), randomUUID()],
    });
    expect(skipped.body.product).toMatchObject({ id: productId, lines: [] });
    expect(skipped.body.product).not.toHaveProperty('display');
    const excluded = await questions(productId, { excludeQuestions: true });
    expect(excluded.body.product.display.sections[0].subsections[0]).toEqual({
      title: 'Basics',
      questions: [],
    });
  });

  it('is for the owner and licensed organizations; to others there is no such product', async () => {
    const { productId } = await aDeployedProduct();
    expect((await questions(productId, {}, agency)).status).toBe(404);
    expect((await hosted(productId, agency)).status).toBe(404);
    const organizationId = agency.organization.id;
    await licenseProduct(database.db, { productId, organizationId });
    await expect.poll(async () => (await questions(productId, {}, agency)).status).toBe(200);
    const { body } = await questions(productId, {}, agency);
    expect(body.ownerOrganizationId).toBe(owner.organization.id);
  });

  it('is 404 for an unknown product and for one that nothing is deployed of', async () => {
    expect((await questions(randomUUID())).status).toBe(404);
    const { productId, versionId } = await importFor(aProduct());
    await deploy(versionId, '2999-01-01');
    const { status, body } = await questions(productId);
    expect(status).toBe(404);
    expect(body.detail).toMatch(/^no version deployed to DEV on \d{4}-\d\d-\d\d of product /);
  });

  it.each([
    ['a list', []],
    ['text', 'x'],
    ['null', null],
    ['answers that are no map', { answers: [] }],
    ['an answer under another key', { answers: { a: { type: 'ANSWER', qid: 'b', answer: '' } } }],
    ['an answer that is no text', { answers: { a: { type: 'ANSWER', qid: 'a', answer: 1 } } }],
    ['a line that is no UUID', { skipLineQuestions: ['all'] }],
    ['a flag that is no boolean', { excludeQuestions: 'yes' }],
  ])('refuses %s', async (_what, body) => {
    const { productId } = await aDeployedProduct();
    const answer = await questions(productId, body);
    expect(answer.status).toBe(400);
    expect(answer.type).toBe('application/problem+json');
  });

  it('takes an object without options, and none that it does not know', async () => {
    const { productId } = await aDeployedProduct();
    expect((await questions(productId, {})).status).toBe(200);
    expect((await questions(productId, { more: 1 })).status).toBe(400);
  });
});

describe('GET /product/{product_id}/hosted-versions', () => {
  it('answers every environment, with the fields of the interface', async () => {
    const definition = aProduct();
    const first = await importFor(definition, { message: 'First.' });
    const second = await importFor({ ...definition, version: '2' }, { basedOnVersionId: first.versionId });
    await deploy(first.versionId, '2024-01-01');
    await deploy(second.versionId, '2025-01-01');
    await deploy(second.versionId, '2027-01-01', 'PROD');
    today = new Date('2026-06-30T23:59:59.999Z');

    const { status, body } = await hosted(first.productId);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['envirnmentDeplymentTimelineMap']);
    const { DEV, UAT, PROD } = body.envirnmentDeplymentTimelineMap;
    expect(UAT).toEqual([]);
    expect(DEV).toEqual([
      {
        versionId: first.versionId,
        organizationId: owner.organization.id,
        version: '1.0.0',
        buildNumber: 1,
        active: false,
        status: 'RETIRED',
        effectiveDate: '2024-01-01',
        expirationDate: '2025-01-01',
        numberOfDays: 366,
        proportionalLength: 29,
        createdTimestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        updatedTimestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        createdBy: { name: 'Ada Author' },
        messageCount: 1,
        forkCount: 1,
        supportsRepositoryOperations: true,
      },
      expect.objectContaining({
        versionId: second.versionId,
        buildNumber: 2,
        active: true,
        status: 'LIVE',
        effectiveDate: '2025-01-01',
        numberOfDays: 910,
        proportionalLength: 71,
        messageCount: 0,
        forkCount: 0,
      }),
    ]);
    expect(DEV[1]).not.toHaveProperty('expirationDate');
    expect(PROD).toEqual([expect.objectContaining({ status: 'SCHEDULED', proportionalLength: 100 })]);
    today = undefined;
  });

  it('tells archived, replaced, withdrawn and never begun segments apart', async () => {
    const definition = aProduct();
    const versions = [];
    for (const label of ['replaced', 'live', 'archived', 'never begun']) {
      versions.push(await importFor({ ...definition, version: label }));
    }
    const [replaced, live, archived, neverBegun] = versions.map(({ versionId }) => versionId);
    await deploy(replaced!, '2020-01-01');
    await deploy(live!, '2020-01-01');
    await deploy(archived!, '2021-01-01');
    await archiveVersion(database.db, archived!);
    await deploy(neverBegun!, '2999-01-01');
    await withdrawVersion(database.db, { versionId: neverBegun!, environment: 'DEV' });

    const { body } = await hosted(definition.product.id);
    const segments = body.envirnmentDeplymentTimelineMap.DEV;
    expect(segments.map((s: Record<string, unknown>) => [s.version, s.status, s.proportionalLength])).toEqual(
      [
        ['replaced', 'ARCHIVED', 0],
        ['live', 'LIVE', 100],
        ['archived', 'ARCHIVED', 0],
        ['never begun', 'NOT_DEPLOYED', 0],
      ],
    );
  });

  it('takes one query, however many versions there are', async () => {
    const definition = aProduct();
    for (const n of [1, 2, 3, 4]) {
      const { versionId } = await importFor({ ...definition, version: `1.${n}` }, { message: 'm' });
      await deploy(versionId, `202${n}-01-01`);
    }
    const queries: string[] = [];
    const listen = ({ sql }: { sql: string }) => queries.push(sql);
    // The notification of the last deployment may arrive late, and then the product is read once more.
    const ofDeployments = async () => {
      queries.length = 0;
      database.db.on('query', listen);
      const { body } = await hosted(definition.product.id);
      database.db.off('query', listen);
      expect(body.envirnmentDeplymentTimelineMap.DEV).toHaveLength(4);
      return queries.filter((sql) => /product_deployments/.test(sql)).length;
    };
    await expect.poll(ofDeployments).toBe(1);
    expect(queries.length).toBeLessThanOrEqual(2);
  });

  it('needs credentials, the permission and a UUID', async () => {
    const { productId } = await aDeployedProduct();
    const path = `/ioi/v3/product/${productId}/hosted-versions`;
    expect((await request(service.app).get(path)).status).toBe(401);
    const reader = await anOrganization(database.db, { permissions: ['clients:read'] });
    expect((await hosted(productId, reader)).status).toBe(403);
    expect((await hosted('not-a-uuid')).status).toBe(400);
    expect((await hosted(randomUUID())).status).toBe(404);
    expect((await request(service.app).put(path).set('Authorization', owner.basic)).status).toBe(405);
  });
});
