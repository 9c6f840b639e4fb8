import { type RequestHandler, Router } from 'express';
import type { AuditedAction } from '../../db/audit/actions.js';
import { deprecation } from './deprecation.js';
import { type Endpoint, type ShareName, takesKey } from './endpoint.js';
import { otherMethods } from './no-such-route.js';
import type { EndpointHandler } from './validated.js';

/** The endpoints of routers, in order. Throws at a handler without a declaration, as nothing would serve it. */
export function endpointHandlersOf(routers: readonly Router[]): EndpointHandler[] {
  return routers.flatMap(({ stack }) =>
    stack.flatMap(({ route, handle }) =>
      (route?.stack ?? [{ handle }]).map((layer) => {
        if (isDeclared(layer.handle)) return layer.handle;
        throw new Error(
          `A handler of ${route?.path ?? 'a router'} is not declared: make it with validated().`,
        );
      }),
    ),
  );
}

const isDeclared = (handle: object): handle is EndpointHandler => 'endpoint' in handle;

/** Their declarations, with the full path. */
export function endpointsOf(routers: readonly Router[], prefix = ''): Endpoint[] {
  return endpointHandlersOf(routers).map(({ endpoint }) => ({
    ...endpoint,
    path: `${prefix}${endpoint.path}`,
  }));
}

export interface Mounting {
  prefix: string;
  routers: readonly Router[];
  /** Run before each endpoint that needs credentials. */
  admit: readonly RequestHandler[];
  /** Records the answers of an endpoint in the audit log. */
  auditReads(action: AuditedAction): RequestHandler;
  /** Before each endpoint that takes an `Idempotency-Key`. */
  keyed: RequestHandler;
  /** Before each endpoint that needs credentials, but for those without a share. */
  turns: Readonly<Record<ShareName, RequestHandler>>;
}

/**
 * Serves the endpoints of routers by a router for each resource, which is the first segment below the prefix: a request
 * tries the paths of its resource only. Routes have their full path, for logs and metrics.
 */
export function resources({ prefix, routers, ...mounting }: Mounting): RequestHandler {
  const depth = prefix.split('/').length;
  const resourceOf = (path: string) => path.split('/', depth + 1)[depth] ?? '';
  const byResource = new Map<string, Router>();
  for (const [path, handlers] of byPath(endpointHandlersOf(routers))) {
    const fullPath = `${prefix}${path}`;
    const router = byResource.get(resourceOf(fullPath)) ?? Router({ caseSensitive: true });
    byResource.set(resourceOf(fullPath), router);
    const route = router.route(fullPath);
    for (const handler of handlers) route[handler.endpoint.method](stepsTo(handler, mounting));
    route.all(otherMethods(handlers.map(({ endpoint }) => endpoint.method)));
  }
  const toResource: RequestHandler = (req, res, next) => {
    const router = byResource.get(resourceOf(req.path));
    if (router === undefined) next();
    else router(req, res, next);
  };
  return toResource;
}

/** The handlers of each path. `/policy/search` comes before `/policy/:policyId`, which would take its requests. */
function byPath(handlers: readonly EndpointHandler[]): [string, EndpointHandler[]][] {
  const paths = new Map<string, EndpointHandler[]>();
  for (const handler of handlers) {
    const { path } = handler.endpoint;
    paths.set(path, [...(paths.get(path) ?? []), handler]);
  }
  const parametersLast = (path: string) => path.replaceAll(':', '~');
  return [...paths].sort(([a], [b]) => (parametersLast(a) < parametersLast(b) ? -1 : 1));
}

/** A path is found before authentication, so an unknown one is 404 for everybody. */
function stepsTo(
  handler: EndpointHandler,
  { admit, auditReads, keyed, turns }: Omit<Mounting, 'prefix' | 'routers'>,
): RequestHandler[] {
  const { unauthenticated = false, audited, deprecated, share = 'requests' } = handler.endpoint;
  return [
    ...(deprecated === undefined ? [] : [deprecation(deprecated)]),
    ...(unauthenticated ? [] : admit),
    ...(unauthenticated || share === 'none' ? [] : [turns[share]]),
    ...(audited === undefined ? [] : [auditReads(audited)]),
    ...(takesKey(handler.endpoint) ? [keyed] : []),
    handler,
  ];
}
