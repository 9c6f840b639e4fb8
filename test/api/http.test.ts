import { gzipSync } from 'node:zlib';
import { Router } from 'express';
import fc from 'fast-check';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { BadRequest } from '../../api/errors/app-error.js';
import { type ProblemCode, problemCodes } from '../../api/errors/problem-codes.js';
import { endpoint } from '../../api/http/endpoint.js';
import { queryFlag } from '../../api/http/query.js';
import { validated } from '../../api/http/validated.js';
import { uuid } from '../../domain/ground/primitives.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { anOrganization } from '../support/identity-factory.js';

const saveThing = endpoint({
  method: 'put',
  path: '/thing/:thingId',
  operationId: 'saveThing',
  summary: 'Save',
  tags: ['Utilities'],
  params: z.object({ thingId: uuid }),
  query: z.object({
    loud: queryFlag,
    note: z.string().optional(),
    kinds: z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(z.enum(['NEW', 'OLD'])))
      .optional(),
  }),
  body: z.object({
    name: z.string(),
    size: z.number().optional(),
    open: z.record(z.string(), z.unknown()).optional(),
    lists: z.array(z.record(z.string(), z.string())).optional(),
  }),
  responses: { 200: { description: 'What was understood.' } },
  permission: 'clients:write',
});
const optionalBody = endpoint({
  method: 'post',
  path: '/optional',
  operationId: 'optionalBody',
  summary: 'No body needed',
  tags: ['Utilities'],
  body: z.object({ a: z.string().default('default') }),
  bodyOptional: true,
  bodyLimit: 10 * 1024 * 1024,
  responses: { 200: { description: 'The body.' } },
});
const noBody = endpoint({
  method: 'delete',
  path: '/no-body',
  operationId: 'noBody',
  summary: 'Takes no body',
  tags: ['Utilities'],
  responses: { 200: { description: 'Done.' } },
});
const failing = endpoint({
  method: 'get',
  path: '/failing/:how',
  operationId: 'fail',
  summary: 'Fails',
  tags: ['Utilities'],
  params: z.object({ how: z.string() }),
  responses: { 200: { description: 'Never.' } },
});

let database: TestDatabase;
let service: TestApp;
let basic: string;

function testRoutes(): Router {
  const router = Router();
  router.put(
    saveThing.path,
    validated(saveThing, (input) => input),
  );
  router.post(
    optionalBody.path,
    validated(optionalBody, ({ body }) => body),
  );
  router.delete(
    noBody.path,
    validated(noBody, () => ({ done: true })),
  );
  router.get(
    failing.path,
    validated(failing, async ({ params: { how } }) => {
      if (how === 'sql') await database.db.raw('select secret_column from nowhere');
      if (how === 'data') await database.db.raw("select 'x'::integer");
      if (how === 'rule') throw new BadRequest([{ field: 'source.organizationId', detail: 'is not yours' }]);
      if (how === 'pool') throw Object.assign(new Error('x'), { name: 'KnexTimeoutError' });
      throw new TypeError('password hunter2');
    }),
  );
  return router;
}

beforeAll(async () => {
  database = await createTestDatabase();
  service = await createTestApp(database, { resources: [testRoutes()] });
  ({ basic } = await anOrganization(database.db));
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const thing = '/ioi/v3/thing/11111111-1111-1111-1111-111111111111';
const put = (body: string | Buffer | object, path = thing) =>
  request(service.app)
    .put(path)
    .set('Authorization', basic)
    .set('Content-Type', 'application/json')
    .send(body as string);
const fieldsOf = (response: request.Response) =>
  response.body.errors.map((each: { field: string }) => each.field);

function expectProblem(response: request.Response, status: number) {
  expect(response.status).toBe(status);
  expect(response.headers['content-type']).toBe('application/problem+json');
  expect(response.body).toMatchObject({
    type: `/docs/problems#${response.body.code}`,
    title: problemCodes[response.body.code as ProblemCode].title,
    status,
    requestId: response.headers['x-request-id'],
  });
  expect(problemCodes[response.body.code as ProblemCode].status).toBe(status);
  expect(response.body.detail).not.toBe('');
}

describe('a request that fits', () => {
  it('is parsed, with all that open fields hold', async () => {
    const response = await put({ name: 'n', open: { kept: [1] } }, `${thing}?loud=true`);
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.headers['x-powered-by']).toBeUndefined();
    expect(response.body).toEqual({
      params: { thingId: '11111111-1111-1111-1111-111111111111' },
      query: { loud: true },
      body: { name: 'n', open: { kept: [1] } },
    });
  });

  it.each(['application/json; charset=UTF-8', 'application/merge-patch+json', 'APPLICATION/JSON'])(
    'may be sent as %s',
    async (type) => {
      await put('{"name":"n"}').set('Content-Type', type).expect(200);
    },
  );

  it('may be compressed', async () => {
    const compressed = gzipSync('{"name":"packed"}');
    const response = await put(compressed)
      .set('Content-Encoding', 'gzip')
      .serialize((body) => body)
      .expect(200);
    expect(response.body.body.name).toBe('packed');
  });

  it('keeps a sane request id and replaces another', async () => {
    const kept = await put({ name: 'n' }).set('X-Request-Id', 'trace-1:2.3');
    expect(kept.headers['x-request-id']).toBe('trace-1:2.3');
    const replaced = await put({ name: 'n' }).set('X-Request-Id', 'a b<script>');
    expect(replaced.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('may leave out a body that is optional', async () => {
    const post = request(service.app).post('/ioi/v3/optional').set('Authorization', basic);
    expect((await post.expect(200)).body).toEqual({ a: 'default' });
  });
});

/** Entries that are no texts. */
const manyTimes = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${at}`, 1]));

describe('a body that is refused', () => {
  it('where the operation takes none', async () => {
    const ask = () => request(service.app).delete('/ioi/v3/no-body').set('Authorization', basic);
    const refused = await ask().send({ reason: 'a duplicate' });
    expectProblem(refused, 400);
    expect(refused.body.detail).toContain('takes no body');
    await ask().set('Content-Type', 'text/plain').send('a duplicate').expect(400);
    await ask().send({}).expect(200);
    await ask().expect(200);
  });

  it.each([
    ['malformed', '{"name":', 400],
    ['empty', '', 400],
    ['no object', '[]', 400],
    ['null', 'null', 400],
    ['text', '"x"', 400],
    ['not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 400],
    ['deeply nested', `${'['.repeat(900_000)}`, 400],
    [
      'deeply nested and well-formed',
      `{"name":"n","open":{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`,
      400,
    ],
    ['wrong everywhere', JSON.stringify({ name: 'n', lists: Array(300_000).fill(1) }), 400],
    ['wrong more often than can be told', JSON.stringify({ name: 'n', lists: [manyTimes(160_000)] }), 400],
    ['too large', JSON.stringify({ name: 'x'.repeat(2 * 1024 * 1024) }), 413],
  ])('%s', async (_what, body, status) => {
    const response = await put(body).serialize((raw) => raw);
    expectProblem(response, status);
  });

  it('points at the whole body where that is what is wrong, and exactly at a field otherwise', async () => {
    expect((await put('')).body.errors).toEqual([
      { field: '', detail: 'a JSON body is required', pointer: '' },
    ]);
    const { body } = await put('{"name":"n","open":{"":{"a/b~c":"\\u0000"}}}');
    expect(body.errors).toMatchObject([{ field: 'open..a/b~c', pointer: '/open//a~1b~0c' }]);
  });

  it('too large after decompression', async () => {
    const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024, ' '));
    expectProblem(
      await put(bomb)
        .set('Content-Encoding', 'gzip')
        .serialize((raw) => raw),
      413,
    );
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/jsonx',
    '',
  ])('sent as "%s"', async (type) => {
    expectProblem(await put('{"name":"n"}').set('Content-Type', type), 415);
  });

  it.each([
    ['Content-Type', 'application/json; charset=utf-16'],
    ['Content-Encoding', 'unknown'],
  ])('with %s: %s', async (header, value) => {
    expectProblem(await put('{"name":"n"}').set(header, value), 415);
  });

  it('names every field that is wrong, with its pointer', async () => {
    const response = await put({ size: 'x' });
    expectProblem(response, 400);
    expect(response.body.errors).toEqual([
      { field: 'name', detail: 'is required', pointer: '/name' },
      { field: 'size', detail: 'must be a number, not string', pointer: '/size' },
    ]);
  });

  it.each([
    ['{"name":"a\\u0000b"}', 'name'],
    ['{"name":"\\ud800"}', 'name'],
    ['{"name":"n","open":{"a":{"b":["\\udc00"]}}}', 'open.a.b.0'],
    ['{"name":"n","open":{"__proto__":{"polluted":true}}}', 'open.__proto__'],
    ['{"name":{"length":{"toString":1}}}', 'name.length.toString'],
    ['{"name":"n","open":{"a\\u0000":1}}', 'open.a\uFFFD'],
    ['{"name":"n","size":1e999}', 'size'],
    ['{"name":"n","open":{"x":-1e999}}', 'open.x'],
  ])('%s', async (body, field) => {
    const response = await put(body);
    expectProblem(response, 400);
    expect(fieldsOf(response)).toEqual([field]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('takes a larger body where the endpoint says so', async () => {
    const post = (bytes: number) =>
      request(service.app)
        .post('/ioi/v3/optional')
        .set('Authorization', basic)
        .send({ a: 'x'.repeat(bytes) });
    await post(9 * 1024 * 1024).expect(200);
    expectProblem(await post(11 * 1024 * 1024), 413);
  });
});

describe('a path or query that is refused', () => {
  it('names a parameter, not a part of its list, and says that it is given twice', async () => {
    const response = await put({ name: 'n' }, `${thing}?note=a&note=b&kinds=OLD,SMALL`);
    expectProblem(response, 400);
    expect(response.body.errors).toMatchObject([
      { field: 'note', detail: expect.stringMatching(/is given more than once/) },
      { field: 'kinds', detail: expect.stringMatching(/must be one of NEW, OLD/) },
    ]);
  });

  it('names a malformed id together with everything else that is wrong', async () => {
    const response = await put({ name: 1 }, '/ioi/v3/thing/nope?loud=maybe');
    expectProblem(response, 400);
    expect(response.body.errors).toMatchObject([
      { field: 'thingId', parameter: 'thingId' },
      { field: 'loud', parameter: 'loud', detail: 'must be true or false' },
      { field: 'name', pointer: '/name' },
    ]);
  });

  it.each(['loud=true&loud=false', 'note=a&note=b', 'note=%00', 'loud='])('?%s', async (query) => {
    expectProblem(await put({ name: 'n' }, `${thing}?${query}`), 400);
  });

  it('a path that is not percent-encoded correctly', async () => {
    expectProblem(await put({ name: 'n' }, '/ioi/v3/thing/%E0%A4%A'), 400);
  });
});

describe('routing', () => {
  it('leads a browser from / to the reference page, and tells a program the addresses', async () => {
    const browser = await request(service.app)
      .get('/')
      .set('Accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8');
    expect(browser.status).toBe(303);
    expect(browser.headers).toMatchObject({ location: '/docs', vary: 'Accept' });
    const { body } = await request(service.app).get('/').expect(200);
    expect(body).toEqual({
      reference: '/docs',
      contract: '/ioi/v3/openapi.json',
      problems: '/docs/problems',
      liveness: '/healthz',
      readiness: '/readyz',
    });
    for (const address of Object.values<string>(body)) {
      expect([200, 301]).toContain((await request(service.app).get(address)).status);
    }
    await request(service.app).post('/').expect(405);
  });

  it.each(['/ioi/v3', '/ioi/v3/', '/ioi/v3/unknown', '/IOI/v3/hello', '/ioi/v3//hello', '/ioi/v3/hello/x'])(
    'answers 404 for %s, with or without credentials',
    async (path) => {
      expectProblem(await request(service.app).get(path), 404);
      expectProblem(await request(service.app).get(path).set('Authorization', basic), 404);
    },
  );

  it.each([
    ['/ioi/v3/hello', 'GET, HEAD, OPTIONS'],
    ['/ioi/v3/token', 'POST, OPTIONS'],
    ['/ioi/v3/openapi.json', 'GET, HEAD, OPTIONS'],
    [thing, 'PUT, OPTIONS'],
    ['/healthz', 'GET, HEAD, OPTIONS'],
  ])('answers 405 for another method on %s, allowing %s', async (path, allow) => {
    const response = await request(service.app).patch(path);
    expectProblem(response, 405);
    expect(response.headers.allow).toBe(allow);
    expect((await request(service.app).options(path).expect(204)).headers.allow).toBe(allow);
  });

  it('answers HEAD as GET, and a slash at the end as without', async () => {
    await request(service.app).head('/ioi/v3/hello').set('Authorization', basic).expect(200);
    await request(service.app).get('/ioi/v3/hello/').set('Authorization', basic).expect(200);
  });

  it('refuses a caller without the permission, before the request is looked at', async () => {
    const reader = await anOrganization(database.db, { permissions: ['clients:read'] });
    expectProblem(await put('{').set('Authorization', reader.basic), 403);
    const writer = await anOrganization(database.db, { permissions: ['clients:write'] });
    await put({ name: 'n' }).set('Authorization', writer.basic).expect(200);
  });
});

it('points at the field that a rule of the service refused', async () => {
  const response = await request(service.app).get('/ioi/v3/failing/rule').set('Authorization', basic);
  expectProblem(response, 400);
  expect(response.body.errors).toEqual([
    { field: 'source.organizationId', detail: 'is not yours', pointer: '/source/organizationId' },
  ]);
});

describe('a failure of the service', () => {
  it.each([
    ['sql', 500],
    ['defect', 500],
    ['data', 400],
    ['pool', 503],
  ])('%s is told without its details', async (how, status) => {
    const response = await request(service.app).get(`/ioi/v3/failing/${how}`).set('Authorization', basic);
    expectProblem(response, status);
    expect(response.text).not.toMatch(/secret_column|hunter2|select|\.ts/);
    if (status === 503) expect(response.headers['retry-after']).toBe('5');
  });
});

it('never answers 5xx, whatever JSON is sent', async () => {
  const anything = fc.record({ name: fc.anything(), open: fc.anything(), size: fc.anything() });
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.json(),
        fc.string(),
        anything.map((v) => JSON.stringify(v) ?? ''),
      ),
      async (body) => {
        const { status } = await put(body);
        expect([200, 400]).toContain(status);
      },
    ),
    { numRuns: 150 },
  );
});
