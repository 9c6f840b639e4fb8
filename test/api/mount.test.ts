import { Router } from 'express';
import { expect, it } from 'vitest';
import { endpointsOf } from '../../api/http/mount.js';
import { overshadowed } from '../../api/http/no-such-route.js';

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
