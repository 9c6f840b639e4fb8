import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientRoutes } from '../../api/clients/routes.js';
import { createClientService } from '../../api/clients/service.js';
import { Client } from '../../db/models/client.js';
import { ClientAnswerVersion } from '../../db/models/client-answer-version.js';
import { createProductCatalog, type ProductCatalog } from '../../db/products/catalog.js';
import { importVersion } from '../../db/products/import-version.js';
import { licenseProduct } from '../../db/products/licenses.js';
import { contentHash } from '../../domain/canonical-json.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { answered, iteration, looped } from '../support/client-factory.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { anOrganization, type TestOrganization } from '../support/identity-factory.js';
import { shopIds, shopProduct } from '../support/shop-product.js';

let database: TestDatabase;
let catalog: ProductCatalog;
let served: TestApp;
let agency: TestOrganization;
let licensee: TestOrganization;
let stranger: TestOrganization;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db, url } = database;
  [agency, licensee, stranger] = await Promise.all([
    anOrganization(db),
    anOrganization(db),
    anOrganization(db),
  ]);
  const definition = shopProduct();
  await importVersion(db, {
    definition,
    sha256: contentHash(definition),
    ownerOrganizationId: agency.organization.id,
    createdBy: { name: 'tests' },
  });
  await licenseProduct(db, { productId: shopIds.line, organizationId: licensee.organization.id });
  catalog = createProductCatalog({ db, databaseUrl: url, environment: 'DEV' });
  await catalog.start();
  served = await createTestApp(database, {
    resources: [clientRoutes({ clients: createClientService({ db, catalog }) })],
  });
});
afterAll(async () => {
  await served.close();
  await catalog.stop();
  await database.drop();
});

const put = (body: object | string, by: TestOrganization = agency) =>
  supertest(served.app)
    .put('/ioi/v3/client')
    .set('Authorization', by.basic)
    .set('Content-Type', 'application/json')
    .send(typeof body === 'string' ? body : JSON.stringify(body));

const get = (clientId: string, { by = agency, product = shopIds.line as string, at = '' } = {}) =>
  supertest(served.app)
    .get(`/ioi/v3/client/${clientId}/product/${product}${at === '' ? '' : `/datetime/${at}`}`)
    .set('Authorization', by.basic);

async function created(body: object = {}, by: TestOrganization = agency): Promise<string> {
  const { body: profile } = await put(body, by).expect(200);
  return profile.clientId;
}

async function rows(clientId: string): Promise<unknown> {
  const { db } = database;
  return [
    await Client.query(db).findById(clientId),
    await ClientAnswerVersion.query(db).where('client_id', clientId).orderBy('valid_from'),
  ];
}

const site = (city: string) => iteration(answered('site.city', city));

describe('PUT /client', () => {
  it('creates a client and answers its profile without answers', async () => {
    const { body } = await put({
      clientName: 'Harbor Bakery LLC',
      clientType: 'PERSONAL',
      locationCode: 'NYC-01',
      clientStatus: 'CLIENT',
      clientData: answered('client.name', 'Harbor Bakery LLC'),
    }).expect(200);

    expect(body).toEqual({
      clientId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      clientType: 'PERSONAL',
      clientName: 'Harbor Bakery LLC',
      locationCode: 'NYC-01',
      clientStatus: 'CLIENT',
    });
    expect(await Client.query(database.db).findById(body.clientId)).toMatchObject({
      organizationId: agency.organization.id,
    });
  });

  it('creates a commercial lead where nothing is said, and takes its own answer back', async () => {
    const { body } = await put({}).expect(200);

    expect(body).toMatchObject({
      clientName: null,
      clientType: 'COMMERCIAL',
      clientStatus: 'LEAD',
      locationCode: null,
    });
    expect((await get(body.clientId)).body.clientData).toEqual({});
    expect((await put(body).expect(200)).body).toEqual(body);
  });

  it('replaces the fields supplied and leaves the others', async () => {
    const before = { ...answered('a', '1'), ...answered('b', '1') };
    const clientId = await created({ clientName: 'Before', locationCode: 'X', clientData: before });

    const renamed = await put({ clientId: clientId.toUpperCase(), clientName: 'After' }).expect(200);
    expect(renamed.body).toEqual({
      clientId,
      clientType: 'COMMERCIAL',
      clientName: 'After',
      locationCode: 'X',
      clientStatus: 'LEAD',
    });
    expect((await get(clientId)).body.clientData).toEqual(before);

    await put({
      clientId,
      clientStatus: 'CLIENT',
      locationCode: null,
      clientData: answered('b', '2'),
    }).expect(200);
    expect((await get(clientId)).body).toEqual({
      clientId,
      clientName: 'After',
      clientType: 'COMMERCIAL',
      locationCode: null,
      clientData: answered('b', '2'),
    });
  });

  it('removes loop iterations from what is stored, or from what is sent with them', async () => {
    const [albany, troy, utica] = [site('Albany'), site('Troy'), site('Utica')];
    const clientId = await created({
      clientData: { ...answered('a', '1'), ...looped('sites', albany, troy, utica) },
    });
    const remove = (...ids: string[]) => ({ clientId, intakeLoopIterationIdsToDelete: ids });

    await put(remove(troy.iterationId, randomUUID())).expect(200);
    expect((await get(clientId)).body.clientData).toEqual({
      ...answered('a', '1'),
      ...looped('sites', albany, utica),
    });

    await put({ ...remove(albany.iterationId), clientData: looped('sites', albany, troy) }).expect(200);
    expect((await get(clientId)).body.clientData).toEqual(looped('sites', troy));
  });

  it('is 404 for a client that does not exist or is another organization’s, and creates none', async () => {
    const clientId = await created({ clientData: answered('a', '1') });
    const before = await rows(clientId);
    const unknown = randomUUID();

    await put({ clientId: unknown, clientName: 'New' }).expect(404);
    await put({ clientId, clientName: 'Taken', clientData: {} }, stranger).expect(404);
    await put({ clientId, clientName: 'Taken', clientData: {} }, licensee).expect(404);

    expect(await Client.query(database.db).findById(unknown)).toBeUndefined();
    expect(await rows(clientId)).toEqual(before);
  });

  it('loses no version of saves at once', async () => {
    const clientId = await created({ clientData: answered('a', 'first') });
    const texts = Array.from({ length: 20 }, (_, index) => `save ${index}`);

    await Promise.all(texts.map((text) => put({ clientId, clientData: answered('a', text) }).expect(200)));

    const past = await ClientAnswerVersion.query(database.db).where('client_id', clientId);
    const { body } = await get(clientId);
    const all = [...past.map(({ answers }) => answers), body.clientData];
    expect(all.map(({ a }) => a.answer).sort()).toEqual(['first', ...texts].sort());
  });

  it('needs the permission to write clients', async () => {
    const reader = await anOrganization(database.db, { permissions: ['clients:read'] });

    await put({}, reader).expect(403);
    await supertest(served.app).put('/ioi/v3/client').send({}).expect(401);
  });
});

describe('a PUT /client that breaks the contract', () => {
  const id = randomUUID();
  const answerOf = (entry: unknown) => ({ clientData: { a: entry } });
  const loopOf = (...iterations: unknown[]) => answerOf({ type: 'LOOP', qid: 'a', iterations });
  const manyAnswers = Object.assign(
    {},
    ...Array.from({ length: 10_001 }, (_, index) => answered(`q${index}`, '')),
  );

  it.each<[string, unknown]>([
    ['clientId', { clientId: 'not-a-uuid' }],
    ['clientId', { clientId: 7 }],
    ['clientId', { clientId: null }],
    ['clientName', { clientName: 7 }],
    ['clientName', { clientName: 'x'.repeat(256) }],
    ['clientName', { clientName: 'nul\0' }],
    ['clientName', { clientName: 'half \ud83e' }],
    ['clientType', { clientType: 'OTHER' }],
    ['clientType', { clientType: 'commercial' }],
    ['clientType', { clientType: null }],
    ['clientStatus', { clientStatus: 'PROSPECT' }],
    ['clientStatus', { clientStatus: null }],
    ['locationCode', { locationCode: 7 }],
    ['locationCode', { locationCode: 'x'.repeat(256) }],
    ['clientData', { clientData: null }],
    ['clientData', { clientData: [] }],
    ['clientData', { clientData: 'a' }],
    ['clientData', { clientData: manyAnswers }],
    ['clientData.a', answerOf(null)],
    ['clientData.a', answerOf('text')],
    ['clientData.a.type', answerOf({})],
    ['clientData.a.type', answerOf({ type: 'OTHER', qid: 'a', answer: '' })],
    ['clientData.a.qid', answerOf({ type: 'ANSWER', answer: '' })],
    ['clientData.a.qid', answerOf({ type: 'ANSWER', qid: 'b', answer: '' })],
    ['clientData.a.answer', answerOf({ type: 'ANSWER', qid: 'a' })],
    ['clientData.a.answer', answerOf({ type: 'ANSWER', qid: 'a', answer: null })],
    ['clientData.a.answer', answerOf({ type: 'ANSWER', qid: 'a', answer: 7 })],
    ['clientData.a.answer', answerOf({ type: 'ANSWER', qid: 'a', answer: 'x'.repeat(65_537) })],
    ['clientData.a.answer', answerOf({ type: 'ANSWER', qid: 'a', answer: 'nul\0' })],
    ['clientData.a.iterations', answerOf({ type: 'LOOP', qid: 'a' })],
    ['clientData.a.iterations', answerOf({ type: 'LOOP', qid: 'a', iterations: {} })],
    [
      'clientData.a.iterations',
      loopOf(...Array.from({ length: 10_001 }, () => ({ iterationId: id, answers: {} }))),
    ],
    ['clientData.a.iterations.0.iterationId', loopOf({ answers: {} })],
    ['clientData.a.iterations.0.iterationId', loopOf({ iterationId: '1', answers: {} })],
    ['clientData.a.iterations.0.answers', loopOf({ iterationId: id })],
    ['clientData.a.iterations.1.iterationId', loopOf(iteration({}, id), iteration({}, id.toUpperCase()))],
    ['clientData.a.iterations.0.answers.b.type', loopOf({ iterationId: id, answers: looped('b') })],
    ['clientData.a.iterations.0.answers.b.qid', loopOf(iteration({ b: answered('c', '').c! }))],
    ['intakeLoopIterationIdsToDelete', { intakeLoopIterationIdsToDelete: id }],
    ['intakeLoopIterationIdsToDelete', { intakeLoopIterationIdsToDelete: null }],
    ['intakeLoopIterationIdsToDelete.0', { intakeLoopIterationIdsToDelete: ['1'] }],
    ['intakeLoopIterationIdsToDelete', { intakeLoopIterationIdsToDelete: Array(10_001).fill(id) }],
  ])('is 400 naming %s, and changes nothing (%#)', async (field, wrong) => {
    const clientId = await created({ clientName: 'Before', clientData: answered('a', '1') });
    const before = await rows(clientId);

    const { body, headers } = await put({ clientId, clientName: 'After', ...(wrong as object) }).expect(400);

    expect(headers['content-type']).toContain('application/problem+json');
    expect(body.errors.map((error: { field: string }) => error.field)).toContain(field);
    expect(await rows(clientId)).toEqual(before);
  });

  it.each(['null', '[]', '"text"', '7', '{', ''])('is 400 for the body %s', async (text) => {
    await put(text).expect(400);
  });
});

describe('GET /client/{client_id}/product/{product_id}', () => {
  it('answers the whole map as it was saved, for whatever product', async () => {
    const clientData = {
      ...answered('client.name', 'Boulangerie Ünïcode 🥐 "quoted" \\ </script>'),
      ...answered('never.asked', ''),
      ...answered('constructor', 'x'),
      ...looped('sites', site('Albany'), site('Troy')),
      ...looped('drivers'),
    };
    const clientId = await created({ clientName: 'Harbor "Bakery"', clientData });

    const { body, headers } = await get(clientId.toUpperCase(), {
      product: shopIds.line.toUpperCase(),
    }).expect(200);

    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(body).toEqual({
      clientId,
      clientName: 'Harbor "Bakery"',
      clientType: 'COMMERCIAL',
      locationCode: null,
      clientData,
    });
  });

  it('is 404 for a client or product that is unknown or not the caller’s', async () => {
    const clientId = await created();
    const theirs = await created({}, stranger);

    await get(randomUUID()).expect(404);
    await get(clientId, { product: randomUUID() }).expect(404);
    await get(clientId, { by: licensee }).expect(404);
    await get(theirs).expect(404);
    await get(theirs, { by: stranger }).expect(404);
    await get(await created({}, licensee), { by: licensee }).expect(200);
  });

  it('is 400 for an id that is no UUID', async () => {
    expect((await get('1').expect(400)).body.errors).toMatchObject([{ parameter: 'client_id' }]);
    expect((await get(randomUUID(), { product: 'shop' }).expect(400)).body.errors).toMatchObject([
      { parameter: 'product_id' },
    ]);
  });

  it('needs the permission to read clients', async () => {
    const writer = await anOrganization(database.db, { permissions: ['clients:write'] });

    await get(randomUUID(), { by: writer }).expect(403);
    await get(randomUUID(), { by: writer, at: '2026-01-01T00:00:00Z' }).expect(403);
  });
});

describe('GET …/datetime/{date}', () => {
  it('answers the answers of then with the profile of now', async () => {
    const clientId = await created({ clientName: 'Before', clientData: answered('a', '1') });
    await put({ clientId, clientData: answered('a', '2') }).expect(200);
    await put({
      clientId,
      clientName: 'After',
      clientType: 'PERSONAL',
      clientData: answered('a', '3'),
    }).expect(200);

    const past = await ClientAnswerVersion.query(database.db)
      .where('client_id', clientId)
      .orderBy('valid_from');
    const { answersValidFrom } = await Client.query(database.db).findById(clientId).throwIfNotFound();
    const begins = [...past.map(({ validFrom }) => validFrom), answersValidFrom];
    for (const [index, begin] of begins.entries()) {
      const { body } = await get(clientId, { at: begin.toISOString() }).expect(200);
      expect(body).toEqual({
        clientId,
        clientName: 'After',
        clientType: 'PERSONAL',
        locationCode: null,
        clientData: answered('a', String(index + 1)),
      });
    }
    await get(clientId, { at: new Date(begins[0]!.getTime() - 1).toISOString() }).expect(404);
    await get(clientId, { at: '0001-01-01T00:00:00+14:00' }).expect(404);
    const future = await get(clientId, { at: '9999-12-31T23:59:59-12:00' }).expect(200);
    expect(future.body.clientData).toEqual(answered('a', '3'));
  });

  it('takes the offset’s plus plain, encoded, or as the space that form decoding makes of it', async () => {
    const clientId = await created({ clientData: answered('a', '1') });
    const { answersValidFrom } = await Client.query(database.db).findById(clientId).throwIfNotFound();
    const local = new Date(answersValidFrom.getTime() + 2 * 3_600_000).toISOString().replace('Z', '');
    const tooEarly = new Date(answersValidFrom.getTime() + 2 * 3_600_000 - 1)
      .toISOString()
      .replace('Z', '999');

    for (const plus of ['+', '%2B', '%20']) {
      await get(clientId, { at: `${local}${plus}02:00` }).expect(200);
      await get(clientId, { at: `${tooEarly}${plus}02:00` }).expect(404);
    }
  });

  it.each(['today', '2026-03-01', '2026-02-30T00:00:00Z', '2026-03-01T00:00:00', '2026-03-01T00:00:00%00Z'])(
    'is 400 for the date %s',
    async (at) => {
      const { body } = await get(await created(), { at }).expect(400);
      expect(body.errors).toMatchObject([{ parameter: 'date' }]);
    },
  );

  it('is 404 for a client or product that is unknown or not the caller’s', async () => {
    const clientId = await created();
    const at = '9999-01-01T00:00:00Z';

    await get(clientId, { at }).expect(200);
    await get(randomUUID(), { at }).expect(404);
    await get(clientId, { at, product: randomUUID() }).expect(404);
    await get(clientId, { at, by: licensee }).expect(404);
  });
});
