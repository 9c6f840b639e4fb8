import type { Express, RequestHandler, Router } from 'express';
import type { AuditedAction } from '../../db/audit/actions.js';
import type { Endpoint } from './endpoint.js';
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
}

/**
 * Mounts the endpoints as routes of the application itself: a walk through nested routers would cost a read
 * about as much time as its query. Routes come before authentication, so an unknown path is 404 for
 * everybody.
 */
export function mount(app: Express, { prefix, routers, admit, auditReads }: Mounting): void {
  for (const handler of endpointHandlersOf(routers)) {
    const { method, path, unauthenticated = false, audited } = handler.endpoint;
    const audit = audited === undefined ? [] : [auditReads(audited)];
    app[method](`${prefix}${path}`, ...(unauthenticated ? [] : admit), ...audit, handler);
  }
}
