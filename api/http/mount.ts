import type { Router } from 'express';
import type { AuditedAction } from '../../db/audit/actions.js';
import { deprecation } from './deprecation.js';
import { type Endpoint, type Method, takesKey } from './endpoint.js';
import type { Step } from './request.js';
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
  admit: readonly Step[];
  /** Records the answers of an endpoint in the audit log. */
  auditReads(action: AuditedAction): Step;
  /** Before each endpoint that takes an `Idempotency-Key`. */
  keyed: Step;
}

/** An endpoint with its full path, and the steps to its handler. */
export interface MountedRoute {
  method: Method;
  path: string;
  steps: Step[];
}

/** The routes of endpoints, in order. A path is found before authentication, so an unknown one is 404 for everybody. */
export function routesOf({ prefix, routers, admit, auditReads, keyed }: Mounting): MountedRoute[] {
  return endpointHandlersOf(routers).map((handler) => {
    const { method, path, unauthenticated = false, audited, deprecated } = handler.endpoint;
    const audit = audited === undefined ? [] : [auditReads(audited)];
    return {
      ...{ method, path: `${prefix}${path}` },
      steps: [
        ...(deprecated === undefined ? [] : [deprecation(deprecated)]),
        ...(unauthenticated ? [] : admit),
        ...audit,
        ...(takesKey(handler.endpoint) ? [keyed] : []),
        handler,
      ],
    };
  });
}
