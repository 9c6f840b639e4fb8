import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
let service: TestApp;

beforeAll(async () => {
  database = await createTestDatabase();
  service = await createTestApp(database);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

describe('the OpenAPI document', () => {
  it('describes what is mounted, without credentials', async () => {
    const { body, headers } = await request(service.app).get('/ioi/v3/openapi.json').expect(200);
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(body.openapi).toBe('3.1.0');
    expect(Object.keys(body.paths).sort()).toEqual([
      '/healthz',
      '/ioi/v3/converter/key-pairs/intake-structure',
      '/ioi/v3/hello',
      '/ioi/v3/me/assistant',
      '/ioi/v3/me/assistant/request',
      '/ioi/v3/me/assistant/{grantId}',
      '/ioi/v3/me/password',
      '/ioi/v3/me/second-factor',
      '/ioi/v3/me/second-factor/confirm',
      '/ioi/v3/me/second-factor/remove',
      '/ioi/v3/me/session',
      '/ioi/v3/me/session/{sessionId}',
      '/ioi/v3/me/sign-out',
      '/ioi/v3/oauth/token',
      '/ioi/v3/openapi.json',
      '/ioi/v3/password-reset',
      '/ioi/v3/password-reset/confirm',
      '/ioi/v3/session',
      '/ioi/v3/sign-on',
      '/ioi/v3/sign-on/{provider}',
      '/ioi/v3/sign-on/{provider}/callback',
      '/ioi/v3/sign-on/{provider}/logout',
      '/ioi/v3/token',
      '/ioi/v3/user/{personId}/assistant',
      '/ioi/v3/user/{personId}/assistant/{grantId}',
      '/ioi/v3/user/{personId}/session',
      '/ioi/v3/user/{personId}/session/{sessionId}',
      '/readyz',
    ]);
  });

  it('states both ways to authenticate, and where none is needed', async () => {
    const { body } = await request(service.app).get('/ioi/v3/openapi.json');
    expect(body.security).toEqual([{ accessToken: [], idToken: [] }, { apiKey: [] }]);
    expect(body.components.securitySchemes).toMatchObject({
      apiKey: { type: 'http', scheme: 'basic' },
      accessToken: { type: 'http', scheme: 'bearer' },
      idToken: { type: 'apiKey', in: 'header', name: 'x-jwt-assertion' },
    });
    expect(body.paths['/ioi/v3/token'].post.security).toEqual([]);
    expect(body.paths['/ioi/v3/hello'].get.security).toBeUndefined();
  });

  it('states the body, its example and the problems', async () => {
    const { body } = await request(service.app).get('/ioi/v3/openapi.json');
    const { requestBody, responses } = body.paths['/ioi/v3/token'].post;
    expect(requestBody.required).toBe(true);
    expect(requestBody.content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/TokenRequest',
    });
    expect(body.components.schemas.TokenRequest.required).toEqual(['userId', 'password', 'grantType']);
    expect(Object.keys(responses)).toEqual(
      expect.arrayContaining(['200', '400', '413', '415', '429', 'default']),
    );
    expect(responses['400']).toEqual({ $ref: '#/components/responses/BadRequest' });
    const { BadRequest } = body.components.responses;
    expect(BadRequest.content['application/problem+json'].schema).toEqual({
      $ref: '#/components/schemas/Problem',
    });
  });

  it('has no reference that leads nowhere', async () => {
    const { body, text } = await request(service.app).get('/ioi/v3/openapi.json');
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      expect(Object.keys(body.components.schemas)).toContain(name);
    }
  });
});

describe('the reference page', () => {
  it('loads everything from here and works over plain HTTP', async () => {
    const { text, headers } = await request(service.app).get('/docs').expect(200);
    expect(headers['content-type']).toMatch(/^text\/html/);
    expect(headers['content-security-policy']).toContain("script-src 'self'; style-src 'self';");
    expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
    expect(headers['strict-transport-security']).toBeUndefined();
    const sources = [...text.matchAll(/(?:src|href)="([^"#][^"]*)"/g)].map(([, source]) => source!);
    expect(sources.length).toBeGreaterThan(5);
    for (const source of sources) {
      expect(source).toMatch(/^\/docs/);
      await request(service.app).get(source).expect(200);
    }
    await request(service.app).get('/docs/').expect(200);
  });

  it('has a form and an anchor for each operation', async () => {
    const { text } = await request(service.app).get('/docs');
    const { body } = await request(service.app).get('/ioi/v3/openapi.json');
    for (const [path, methods] of Object.entries<object>(body.paths)) {
      for (const method of Object.keys(methods)) {
        expect(text).toContain(`<form data-method="${method.toUpperCase()}" data-path="${path}"`);
      }
    }
    const anchors = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    for (const [, anchor] of text.matchAll(/ href="#([^"]+)"/g)) expect(anchors).toContain(anchor);
  });

  it('is compressed, is not sent again, and keeps its files for good', async () => {
    const { text, headers } = await request(service.app)
      .get('/docs')
      .set('Accept-Encoding', 'br')
      .expect(200);
    expect(headers['content-encoding']).toBe('br');
    await request(service.app).get('/docs').set('If-None-Match', headers.etag!).expect(304);
    const style = /href="([^"]+site\.css)"/.exec(text)![1]!;
    const { headers: kept } = await request(service.app).get(style);
    expect(kept).toMatchObject({
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  it('links only to what there is on its guides', async () => {
    const { text } = await request(service.app).get('/docs/guides').expect(200);
    const guides = [...text.matchAll(/<li><a href="([^"]+)"/g)].map(([, guide]) => guide!);
    expect(guides).toContain('/docs/quick-start');
    expect(guides).toEqual([...new Set(guides)]);
    const read = async (place: string) => (await request(service.app).get(place).expect(200)).text;
    const texts = new Map(
      await Promise.all(guides.map(async (guide) => [guide, await read(guide)] as const)),
    );
    for (const [guide, page] of texts) {
      for (const [, target] of page.matchAll(/ (?:href|src)="((?:\/docs\/(?!assets))?[^":]*)"/g)) {
        const [place = '', anchor] = target!.split('#');
        const there = texts.get(place === '' ? guide : place) ?? (await read(place));
        if (anchor !== undefined) expect(there, `${guide} → ${target}`).toContain(` id="${anchor}"`);
      }
    }
  });
});

describe('the demo key of the reference page', () => {
  const demoAccess = { organization: 'Granite Ridge', key: 'ioi_1', secret: 'hidden' };
  let development: TestApp;
  beforeAll(async () => {
    development = await createTestApp(database, { demoAccess });
  });
  afterAll(() => development.close());
  const asked = (headers: Record<string, string>) =>
    request(development.app).get('/docs/demo-access').set(headers).expect(200);

  it('is told to a browser on this machine', async () => {
    const { body, headers } = await asked({ Host: 'localhost:3000', 'Sec-Fetch-Site': 'same-origin' });
    expect(body).toEqual(demoAccess);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  it.each<Record<string, string>>([
    { Host: 'rebound.example.com' },
    { Host: 'localhost', 'Sec-Fetch-Site': 'cross-site' },
    { Host: 'localhost', 'X-Forwarded-For': '203.0.113.7' },
    { Host: 'localhost', Forwarded: 'for=203.0.113.7' },
  ])('is not told to %o', async (headers) => {
    expect((await asked(headers)).body).toEqual({});
  });

  it('is not told where the service was given none', async () => {
    const { body } = await request(service.app).get('/docs/demo-access').set('Host', 'localhost').expect(200);
    expect(body).toEqual({});
  });
});

it('explains each code of a problem at the address of its type', async () => {
  const { body } = await request(service.app).get('/ioi/v3/hello').expect(401);
  const [path, anchor] = body.type.split('#');
  const { text, headers } = await request(service.app).get(path).expect(200);
  expect(headers['content-type']).toMatch(/^text\/html/);
  expect(text).toContain(` id="${anchor}"`);
  expect(anchor).toBe(body.code);
});
