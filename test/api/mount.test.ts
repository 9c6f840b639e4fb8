import type { IncomingMessage, ServerResponse } from 'node:http';
import { Router } from 'express';
import { describe, expect, it } from 'vitest';
import { directRoutes } from '../../api/http/direct-routes.js';
import { endpointsOf } from '../../api/http/mount.js';
import { overshadowed } from '../../api/http/no-such-route.js';
import type { Step } from '../../api/http/request.js';

it('refuses a handler that is not declared, instead of leaving it out', () => {
  const router = Router().get('/forgotten', (_req, res) => void res.end());
  expect(() => endpointsOf([router])).toThrow('/forgotten');
  expect(() => endpointsOf([Router().use((_req, _res, next) => next())])).toThrow('not declared');
});

it('finds the methods of a path that would reach a path with parameters', () => {
  const routes = [
    { method: 'post', path: '/policy/search' },
    { method: 'get', path: '/policy/:policyId' },
    { method: 'post', path: '/policy/:policyId' },
  ];
  expect(overshadowed(routes)).toEqual([{ method: 'get', path: '/policy/search' }]);
});

describe('a direct route', () => {
  /** Which route answers a request: its path and parameters, or that Express or the failure handler did. */
  function answerTo(method: string, url: string): unknown {
    let answer: unknown;
    const step: Step = ({ route, params }) => {
      if (url.includes('fails')) throw new Error('it fails');
      answer = { path: route?.path, params };
    };
    const routes = [
      { method: 'get', path: '/ioi/v3/policy/search' },
      { method: 'get', path: '/ioi/v3/policy/:policyId/ledger', steps: [step] },
      { method: 'get', path: '/ioi/v3/policy/client/:clientId', steps: [step] },
      {
        method: 'get',
        path: '/ioi/v3/policy/:policyId',
        steps: [(_req, _res, next) => next(), step] satisfies Step[],
      },
      { method: 'get', path: '/healthz', steps: [step] },
    ];
    const serve = directRoutes(
      routes,
      (error) => (answer = error),
      () => (answer = 'Express'),
    );
    serve({ method, url } as IncomingMessage, {} as ServerResponse);
    return answer;
  }

  it('takes a request with the parameters of its path', () => {
    const one = { path: '/ioi/v3/policy/:policyId', params: { policyId: 'p1' } };
    expect(answerTo('GET', '/ioi/v3/policy/p1')).toEqual(one);
    expect(answerTo('GET', '/ioi/v3/policy/p1?includeQuote=false')).toEqual(one);
    expect(answerTo('GET', '/healthz')).toEqual({ path: '/healthz', params: {} });
  });

  it('is the first that fits, in the order of the routes', () => {
    expect(answerTo('GET', '/ioi/v3/policy/client/ledger')).toEqual({
      path: '/ioi/v3/policy/:policyId/ledger',
      params: { policyId: 'client' },
    });
  });

  it('leaves to Express what it does not know exactly', () => {
    for (const url of [
      '/ioi/v3/policy/search',
      '/ioi/v3/policy/p%31',
      '/ioi/v3/policy/p1/',
      '/ioi/v3//p1',
      '/ioi/v3/Policy/p1',
      '/elsewhere',
      '*',
    ]) {
      expect(answerTo('GET', url)).toBe('Express');
    }
    expect(answerTo('HEAD', '/ioi/v3/policy/p1')).toBe('Express');
  });

  it('hands a failure to the one place that answers it', () => {
    expect(answerTo('GET', '/ioi/v3/policy/fails')).toEqual(new Error('it fails'));
  });
});
