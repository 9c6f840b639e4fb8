import { Router } from 'express';
import { expect, it } from 'vitest';
import { endpointsOf } from '../../api/http/mount.js';

it('refuses a handler that is not declared, instead of leaving it out', () => {
  const router = Router().get('/forgotten', (_req, res) => void res.end());
  expect(() => endpointsOf([router])).toThrow('/forgotten');
  expect(() => endpointsOf([Router().use((_req, _res, next) => next())])).toThrow('not declared');
});
