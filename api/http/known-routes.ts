import type { RequestHandler, Router } from 'express';
import { MethodNotAllowed, NotFound } from '../errors/app-error.js';
import type { Endpoint } from './endpoint.js';

interface KnownPath {
  segments: readonly string[];
  methods: readonly string[];
}

/** The declarations of the endpoints that a router serves. */
export function endpointsOf(router: Router): Endpoint[] {
  return router.stack.flatMap((layer) =>
    (layer.route?.stack ?? []).flatMap(({ handle }) =>
      'endpoint' in handle ? [handle.endpoint as Endpoint] : [],
    ),
  );
}

/**
 * Answers 404 for a path that no endpoint has, and 405 with `Allow` for a method that its path does not have,
 * before anything is authenticated or read.
 */
export function knownRoutes(endpoints: readonly Endpoint[]): RequestHandler {
  const pathsByLength = new Map<number, KnownPath[]>();
  for (const path of new Set(endpoints.map((each) => each.path))) {
    const segments = path.split('/').slice(1);
    const methods = endpoints.filter((each) => each.path === path).map((each) => each.method.toUpperCase());
    if (methods.includes('GET')) methods.push('HEAD');
    const known = { segments, methods: [...new Set([...methods, 'OPTIONS'])] };
    pathsByLength.set(segments.length, [...(pathsByLength.get(segments.length) ?? []), known]);
  }

  return (req, res, next) => {
    const segments = req.path
      .replace(/(?<=.)\/$/, '')
      .split('/')
      .slice(1);
    const matches = (pathsByLength.get(segments.length) ?? []).filter((path) =>
      fits(path.segments, segments),
    );
    if (matches.length === 0) throw new NotFound('resource');
    const allowed = [...new Set(matches.flatMap((path) => path.methods))];
    if (!allowed.includes(req.method)) throw new MethodNotAllowed(req.method, allowed);
    if (req.method === 'OPTIONS') {
      res.set('Allow', allowed.join(', ')).status(204).end();
      return;
    }
    next();
  };
}

function fits(pattern: readonly string[], segments: readonly string[]): boolean {
  return pattern.every((part, index) =>
    part.startsWith(':') ? segments[index] !== '' : part === segments[index],
  );
}
