import express, { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import request from 'supertest';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { AppError } from '../../../api/errors/app-error.js';
import { endpoint, type Method } from '../../../api/http/endpoint.js';
import { endpointsOf, resources } from '../../../api/http/mount.js';
import { noSuchPath } from '../../../api/http/no-such-route.js';
import { plainPath } from '../../../api/http/plain-path.js';
import { validated } from '../../../api/http/validated.js';

it('refuses a handler that is not declared, instead of leaving it out', () => {
  const router = Router().get('/forgotten', (_req, res) => void res.end());
  expect(() => endpointsOf([router])).toThrow('/forgotten');
  expect(() => endpointsOf([Router().use((_req, _res, next) => next())])).toThrow('not declared');
});

/** A router of endpoints that answer with their path and parameters. */
function aResource(...endpoints: [Method, string][]): Router {
  const router = Router();
  for (const [method, path] of endpoints) {
    const declared = endpoint({
      ...{ method, path, operationId: `${method} ${path}`, summary: path, tags: ['Utilities'] },
      query: z.looseObject({}),
      responses: { 200: { description: 'Which one it is.' } },
    });
    const handler = validated(declared, (_input, { route, params }) => ({ path: route.path, params }));
    router[method](path, handler);
  }
  return router;
}

const many = Array.from({ length: 50 }, (_, at) =>
  aResource(['get', `/thing-${at}`], ['post', `/thing-${at}/:id`]),
);
const policies = aResource(['get', '/policy/:policyId'], ['post', '/policy/:policyId']);
const searches = aResource(['post', '/policy/search'], ['get', '/policy/:policyId/ledger']);

const fail: ErrorRequestHandler = (error, _req, res, _next) => {
  const { status, headers = {} } = error as AppError;
  res.set(headers).status(status).end();
};
const goOn: RequestHandler = (_req, _res, next) => next();

const app = express()
  .enable('case sensitive routing')
  .use(plainPath)
  .use(
    resources({
      prefix: '/ioi/v3',
      routers: [...many, policies, searches, aResource(['get', '/hello'])],
      admit: [(_req, _res, next) => next()],
      auditReads: () => (_req, _res, next) => next(),
      keyed: (_req, _res, next) => next(),
      turns: { requests: goOn, events: goOn, jobs: goOn, reports: goOn, impacts: goOn, books: goOn },
    }),
  )
  .use(noSuchPath)
  .use(fail);

describe('an endpoint', () => {
  it.each([
    ['/ioi/v3/hello', '/ioi/v3/hello', {}],
    ['/ioi/v3/hello/', '/ioi/v3/hello', {}],
    ['/ioi/v3/hell%6F', '/ioi/v3/hello', {}],
    ['/ioi/v3/%68ello?a=%6', '/ioi/v3/hello', {}],
    ['/ioi/v3/policy/p1?includeQuote=false', '/ioi/v3/policy/:policyId', { policyId: 'p1' }],
    ['/ioi/v3/policy/p%31', '/ioi/v3/policy/:policyId', { policyId: 'p1' }],
    ['/ioi/v3/policy/p%2F%C3%A9', '/ioi/v3/policy/:policyId', { policyId: 'p/é' }],
    ['/ioi/v3/policy/p1/ledger', '/ioi/v3/policy/:policyId/ledger', { policyId: 'p1' }],
  ])('is reached by GET %s', async (url, path, params) => {
    expect((await request(app).get(url).expect(200)).body).toEqual({ path, params });
  });

  it.each([
    '/ioi/v3/Hello',
    '/ioi/v3/policy/p1/Ledger',
    '/ioi/v3//hello',
    '/elsewhere/v3/hello',
    '/ioi/v3/hello%2F',
    '/ioi/v3/hell%6',
  ])('is not reached by GET %s', async (url) => {
    await request(app).get(url).expect(404);
  });

  it('is refused where the path is not correctly percent-encoded', async () => {
    await request(app).get('/ioi/v3/policy/%E0%A4%A').expect(400);
  });

  it('does not get the requests of a path that has other methods', async () => {
    const { body } = await request(app).post('/ioi/v3/policy/search').expect(200);
    expect(body).toEqual({ path: '/ioi/v3/policy/search', params: {} });
    const { headers } = await request(app).get('/ioi/v3/policy/search').expect(405);
    expect(headers.allow).toBe('POST, OPTIONS');
  });
});

describe('a request', () => {
  const [{ constructor: layer } = { constructor: Object }] = Router().get('/', (_req, res) =>
    res.end(),
  ).stack;
  afterEach(() => vi.restoreAllMocks());

  it.each([
    ['/ioi/v3/hello', 1],
    ['/ioi/v3/policy/p1/ledger', 3],
    ['/ioi/v3/unknown', 0],
  ])('of %s tries the paths of its resource only', async (url, mostPaths) => {
    const tried = vi.spyOn(layer.prototype as { match(path: string): unknown }, 'match');
    await request(app).get(url);
    // Those of the application match every path.
    const isOwn = (one: unknown) => !app.router.stack.includes(one as never);
    expect(tried.mock.contexts.filter(isOwn).length).toBeLessThanOrEqual(mostPaths);
    expect(tried).toHaveBeenCalled();
  });
});
