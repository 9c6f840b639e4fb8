import { Router } from 'express';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { codingOf } from '../../api/http/compression.js';
import { endpoint } from '../../api/http/endpoint.js';
import { validated } from '../../api/http/validated.js';
import { openApiDocument } from '../../api/openapi/document.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { anOrganization } from '../support/identity-factory.js';

const ofLength = endpoint({
  method: 'get',
  path: '/thing/:length/:letter',
  operationId: 'getThing',
  summary: 'A text',
  tags: ['Health'],
  params: z.object({ length: z.coerce.number(), letter: z.string() }),
  responses: { 200: { description: 'So long.' } },
});
const formerly = endpoint({
  method: 'get',
  path: '/former',
  operationId: 'getFormer',
  summary: 'Of old',
  tags: ['Health'],
  responses: { 200: { description: 'Still there.' } },
  deprecated: { since: '2026-01-01', sunset: '2027-01-01', link: 'https://ioi.example/docs/former' },
});

function testRoutes(): Router {
  const router = Router();
  router.get(
    ofLength.path,
    validated(ofLength, ({ params: { length, letter } }) => letter.repeat(length - 2)),
  );
  router.get(
    formerly.path,
    validated(formerly, () => ({})),
  );
  return router;
}

const origin = 'https://quotes.example.com';
let database: TestDatabase;
let service: TestApp;
let closed: TestApp;
let basic: string;

beforeAll(async () => {
  database = await createTestDatabase();
  service = await createTestApp(database, { resources: [testRoutes()], corsOrigins: [origin] });
  closed = await createTestApp(database, { resources: [testRoutes()] });
  ({ basic } = await anOrganization(database.db));
});
afterAll(async () => {
  await service.close();
  await closed.close();
  await database.drop();
});

const raw = (path: string, accepted: string, app = service.app) =>
  request(app)
    .get(path)
    .set({ Authorization: basic, 'Accept-Encoding': accepted })
    .buffer(true)
    .parse((res, done) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () => done(null, Buffer.concat(chunks)));
    });
const thing = (length: number, letter = 'x') => `/ioi/v3/thing/${length}/${encodeURIComponent(letter)}`;

describe('compression', () => {
  it.each([1024, 9_000, 70_000, 300_000])('of %i characters is what the caller accepts', async (length) => {
    const text = JSON.stringify('x'.repeat(length - 2));
    // Superagent unpacks both.
    const zipped = await raw(thing(length), 'gzip').expect(200);
    expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip' });
    expect(Number(zipped.headers['content-length'])).toBeLessThan(length / 10);
    expect(zipped.body.toString()).toBe(text);
    const packed = await raw(thing(length), 'br').expect(200);
    expect(packed.headers).toMatchObject({
      'content-encoding': 'br',
      'content-length': expect.stringMatching(/^\d+$/),
      vary: expect.stringContaining('Accept-Encoding'),
    });
    expect(packed.body.toString()).toBe(text);
  });

  it('keeps letters beyond ASCII', async () => {
    const { body } = await raw(thing(1_500, 'é'), 'br').expect(200);
    expect(body.toString()).toBe(JSON.stringify('é'.repeat(1_498)));
  });

  it.each([
    [1_000, 'gzip, br'],
    [9_000, 'identity'],
    [9_000, 'gzip;q=0'],
    [9_000, 'zstd'],
  ])('is none of %i characters for Accept-Encoding: %s', async (length, accepted) => {
    const { headers, body } = await raw(thing(length), accepted).expect(200);
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers['content-length']).toBe(String(length));
    expect(body.length).toBe(length);
  });

  it('of the contract is like that of any answer', async () => {
    const plain = await raw('/ioi/v3/openapi.json', 'identity').expect(200);
    const packed = await raw('/ioi/v3/openapi.json', 'gzip, br').expect(200);
    expect(packed.headers['content-encoding']).toBe('br');
    expect(packed.body).toEqual(plain.body);
    expect(Number(packed.headers['content-length'])).toBeLessThan(plain.body.length / 3);
  });

  it('of a problem with many errors is like that of any answer', async () => {
    const { headers, body } = await raw(`/ioi/v3/thing/x${'y'.repeat(2_000)}/z`, 'br').expect(400);
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'application/problem+json',
    });
    expect(JSON.parse(body.toString())).toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('is not of answers to unknown callers, such as tokens', async () => {
    const path = `/ioi/v3/token?${'x'.repeat(2_000)}`;
    const { headers } = await request(service.app)
      .post(path)
      .set('Accept-Encoding', 'gzip, br')
      .send({ userId: 'x'.repeat(3_000) });
    expect(headers['content-encoding']).toBeUndefined();
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['GZIP', 'gzip'],
    ['', undefined],
  ])('is chosen for %j as %s', (accepted, coding) => {
    expect(codingOf(accepted)).toBe(coding);
  });
});

describe('a script of another origin', () => {
  const preflight = (from: string, app = service.app) =>
    request(app).options('/ioi/v3/event/fire').set({
      Origin: from,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization,content-type,idempotency-key',
    });

  it('may ask without credentials whether it may call, if the origin is allowed', async () => {
    const { headers, status } = await preflight(origin);
    expect(status).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': expect.stringContaining('PUT'),
      'access-control-allow-headers': expect.stringMatching(/Authorization.*Content-Type.*Idempotency-Key/),
      'access-control-max-age': '7200',
      vary: expect.stringContaining('Origin'),
    });
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('reads answers and problems, with their headers', async () => {
    for (const headers of [{ Authorization: basic }, { Authorization: 'Basic x' }] as const) {
      const answer = await request(service.app)
        .get(thing(10))
        .set({ ...headers, Origin: origin });
      expect(answer.headers['access-control-allow-origin']).toBe(origin);
      expect(answer.headers['access-control-expose-headers']).toMatch(/ETag.*RateLimit.*Retry-After/);
    }
  });

  it.each([
    'https://other.example.com',
    'https://quotes.example.com.evil.com',
    'http://quotes.example.com',
    'null',
  ])('reads nothing from %s', async (other) => {
    expect((await preflight(other)).headers['access-control-allow-origin']).toBeUndefined();
    const { headers } = await request(service.app).get('/ioi/v3/hello').set('Origin', other);
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers.vary).toContain('Origin');
  });

  it('gets no header where no origin is set', async () => {
    const { headers } = await preflight(origin, closed.app);
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(headers).not.toHaveProperty('vary');
  });
});

describe('a deprecated endpoint', () => {
  it('says since when, until when, and what to read, also to unknown callers', async () => {
    for (const credentials of [basic, 'Basic x']) {
      const { headers } = await request(service.app).get('/ioi/v3/former').set('Authorization', credentials);
      expect(headers).toMatchObject({
        deprecation: '@1767225600',
        sunset: 'Fri, 01 Jan 2027 00:00:00 GMT',
        link: '<https://ioi.example/docs/former>; rel="deprecation"; type="text/html"',
      });
    }
  });

  it('is marked in the contract', () => {
    const { paths } = openApiDocument([formerly, ofLength], { version: '0' });
    expect(paths?.['/former']?.get).toMatchObject({ deprecated: true });
    expect(paths?.['/thing/{length}/{letter}']?.get).not.toHaveProperty('deprecated');
  });
});
