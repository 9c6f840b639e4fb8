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
      '/ioi/v3/openapi.json',
      '/ioi/v3/token',
      '/readyz',
    ]);
  });

  it('states both ways to authenticate, and where none is needed', async () => {
    const { body } = await request(service.app).get('/ioi/v3/openapi.json');
    expect(body.security).toEqual([{ apiKey: [] }, { accessToken: [], idToken: [] }]);
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
    expect(responses['400'].content['application/problem+json'].schema).toEqual({
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
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
    expect(headers['strict-transport-security']).toBeUndefined();
    const sources = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source!);
    expect(sources.length).toBeGreaterThan(3);
    for (const source of sources) {
      expect(source).toMatch(/^\/docs\//);
      await request(service.app).get(source).expect(200);
    }
    await request(service.app).get('/docs/').expect(200);
  });
});

it('explains each code of a problem at the address of its type', async () => {
  const { body } = await request(service.app).get('/ioi/v3/hello').expect(401);
  const [path, anchor] = body.type.split('#');
  const { text, headers } = await request(service.app).get(path).expect(200);
  expect(headers['content-type']).toMatch(/^text\/html/);
  expect(text).toContain(`<section id="${anchor}">`);
  expect(anchor).toBe(body.code);
});
