import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientSave } from '../../domain/client/client.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { anOrganization } from '../support/identity-factory.js';

let database: TestDatabase;
let service: TestApp;
let basic: string;

beforeAll(async () => {
  database = await createTestDatabase();
  service = await createTestApp(database);
  ({ basic } = await anOrganization(database.db));
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const convert = (body: string | object) =>
  request(service.app)
    .post('/ioi/v3/converter/key-pairs/intake-structure')
    .set('Authorization', basic)
    .set('Content-Type', 'application/json')
    .send(body);

it('turns question ids and answers into the intake structure', async () => {
  const { body } = await convert({ 'client.name': 'Harbor Bakery', empty: '', constructor: 'Acme' }).expect(
    200,
  );
  expect(body).toEqual({
    'client.name': { type: 'ANSWER', answer: 'Harbor Bakery', qid: 'client.name' },
    empty: { type: 'ANSWER', answer: '', qid: 'empty' },
    constructor: { type: 'ANSWER', answer: 'Acme', qid: 'constructor' },
  });
});

it('turns pairs of iterations into loops, and names the pairs that are none', async () => {
  const { body } = await convert({
    'locations[0].location.state': 'TX',
    'locations[1].location.state': 'NH',
  });
  const states = body.locations.iterations.map(
    ({ answers }: { answers: Record<string, { answer: string }> }) => answers['location.state']?.answer,
  );
  expect([body.locations.type, ...states]).toEqual(['LOOP', 'TX', 'NH']);

  const refused = await convert({ 'locations[1].location.state': 'TX' }).expect(400);
  expect(refused.body.errors).toMatchObject([
    { field: 'locations[1]', detail: 'iterations count from 0, without gaps' },
  ]);
});

it('converts nothing to nothing', async () => {
  expect((await convert({}).expect(200)).body).toEqual({});
});

it('gives what PUT /client takes, by the same limits, whatever the ids', async () => {
  const ids = ['toString', 'constructor', 'hasOwnProperty', 'valueOf', 'length', 'q'.repeat(255)];
  const { body: clientData } = await convert(Object.fromEntries(ids.map((qid) => [qid, qid]))).expect(200);
  expect(Object.keys(clientData).sort()).toEqual([...ids].sort());
  expect(clientSave.safeParse({ clientData }).success).toBe(true);

  const tooLong = 'q'.repeat(256);
  const refused = await convert({ [tooLong]: 'x', ok: 'x'.repeat(65_537) }).expect(400);
  expect(refused.body.errors.map((each: { field: string }) => each.field)).toEqual([tooLong, 'ok']);
  const same = { clientData: { [tooLong]: { type: 'ANSWER', qid: tooLong, answer: 'x' } } };
  expect(clientSave.safeParse(same).success).toBe(false);
  await convert(Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`q${at}`, 'x']))).expect(400);
});

it('names each key whose value is not text', async () => {
  const { body } = await convert({ ok: 'x', n: 1, b: true, nil: null, list: ['x'], map: { a: 'b' } }).expect(
    400,
  );
  expect(body.errors.map((each: { field: string }) => each.field)).toEqual(['n', 'b', 'nil', 'list', 'map']);
});

it.each(['[]', '"x"', '[["a","b"]]', '{"":"x"}', '{"__proto__":"x"}'])('refuses %s', async (body) => {
  await convert(body).expect(400);
});

it('needs credentials', async () => {
  await request(service.app)
    .post('/ioi/v3/converter/key-pairs/intake-structure')
    .send({ a: 'b' })
    .expect(401);
});
