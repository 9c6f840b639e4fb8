import type { RequestHandler } from 'express';
import { MethodNotAllowed, NotFound } from '../errors/app-error.js';

/** Answers a path that nothing serves, for every caller. */
export const noSuchPath: RequestHandler = () => {
  throw new NotFound('resource', undefined, undefined, 'NO_SUCH_PATH');
};

/** Answers the methods that a path does not have: 405 with `Allow`, and OPTIONS. */
export function otherMethods(methods: readonly string[]): RequestHandler {
  const allowed = methods.map((method) => method.toUpperCase());
  if (methods.includes('get')) allowed.push('HEAD');
  allowed.push('OPTIONS');
  return (req, res) => {
    if (req.method !== 'OPTIONS') throw new MethodNotAllowed(req.method, allowed);
    res.set('Allow', allowed.join(', ')).status(204).end();
  };
}
