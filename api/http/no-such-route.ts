import type { RequestHandler } from 'express';
import { MethodNotAllowed, NotFound } from '../errors/app-error.js';

export interface KnownRoute {
  method: string;
  /** With parameters as `:name`. */
  path: string;
}

interface KnownPath {
  path: string;
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
    return { path, pattern: patternOf(path), methods: [...methods, 'OPTIONS'] };
  });

  return (req, res) => {
    const fitting = paths.filter(({ pattern }) => pattern.test(req.path));
    if (fitting.length === 0) throw new NotFound('resource', undefined, undefined, 'NO_SUCH_PATH');
    const exact = fitting.filter(({ path }) => isLiteral(path));
    const matches = exact.length > 0 ? exact : fitting;
    const allowed = [...new Set(matches.flatMap(({ methods }) => methods))];
    if (req.method !== 'OPTIONS') throw new MethodNotAllowed(req.method, allowed);
    res.set('Allow', allowed.join(', ')).status(204).end();
  };
}

/**
 * Methods that a path without parameters lacks, while a path with parameters would take them: GET of
 * `/policy/search`, where there is `/policy/:policyId`.
 */
export function overshadowed<Route extends KnownRoute>(routes: readonly Route[]): Route[] {
  const literals = [...new Set(routes.map(({ path }) => path))].filter(isLiteral);
  const has = (path: string, method: string) =>
    routes.some((each) => each.path === path && each.method === method);
  return routes
    .filter(({ path }) => !isLiteral(path))
    .flatMap((route) => {
      const pattern = patternOf(route.path);
      const lacking = literals.filter((path) => pattern.test(path) && !has(path, route.method));
      return lacking.map((path) => ({ ...route, path }));
    });
}

const isLiteral = (path: string): boolean => !path.includes(':');

function patternOf(path: string): RegExp {
  const segments = path
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[.+*?^${}()|[\]\\]/g, '\\$&')));
  return new RegExp(`^${segments.join('/')}/?$`);
}
