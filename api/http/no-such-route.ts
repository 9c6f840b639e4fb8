import type { RequestHandler } from 'express';
import { MethodNotAllowed, NotFound } from '../errors/app-error.js';

export interface KnownRoute {
  method: string;
  /** With parameters as `:name`. */
  path: string;
}

interface KnownPath {
  pattern: RegExp;
  methods: readonly string[];
}

/**
 * Answers requests that no route took: 404 for an unknown path, 405 with `Allow` for an unsupported method,
 * and OPTIONS.
 */
export function noSuchRoute(routes: readonly KnownRoute[]): RequestHandler {
  const paths = [...new Set(routes.map(({ path }) => path))].map((path): KnownPath => {
    const methods = routes.filter((each) => each.path === path).map(({ method }) => method.toUpperCase());
    if (methods.includes('GET')) methods.push('HEAD');
    return { pattern: patternOf(path), methods: [...methods, 'OPTIONS'] };
  });

  return (req, res) => {
    const matches = paths.filter(({ pattern }) => pattern.test(req.path));
    if (matches.length === 0) throw new NotFound('resource');
    const allowed = [...new Set(matches.flatMap(({ methods }) => methods))];
    if (req.method !== 'OPTIONS') throw new MethodNotAllowed(req.method, allowed);
    res.set('Allow', allowed.join(', ')).status(204).end();
  };
}

function patternOf(path: string): RegExp {
  const segments = path
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[.+*?^${}()|[\]\\]/g, '\\$&')));
  return new RegExp(`^${segments.join('/')}/?$`);
}
