import express, { type Express, type RequestHandler, Router } from 'express';
import type { Logger } from 'pino';
import type { Authentication } from './auth/authentication.js';
import { helloRoutes, tokenRoutes } from './auth/routes.js';
import { converterRoutes } from './converter/routes.js';
import { errorHandler } from './errors/error-handler.js';
import type { Metrics } from './health/metrics.js';
import type { Checks } from './health/readiness.js';
import { healthRoutes } from './health/routes.js';
import { endpointsOf, knownRoutes } from './http/known-routes.js';
import { requestId } from './http/request-id.js';
import { requestLog } from './http/request-log.js';
import { securityHeaders } from './http/security-headers.js';
import { openApiDocument } from './openapi/document.js';
import { referencePage } from './openapi/reference-page.js';
import { openApiRoutes } from './openapi/routes.js';

export interface AppDependencies {
  logger: Logger;
  authentication: Pick<Authentication, 'login' | 'middleware'>;
  /** The routers of the resources, each below `/ioi/v3`: `clientRoutes({ clients })` and so on. */
  resources: readonly Router[];
  /** What `/readyz` asks. */
  checks: Checks;
  /** The version that the OpenAPI document states. */
  version: string;
  publicUrl?: string;
  metrics?: Metrics;
}

const prefix = '/ioi/v3';

/** The HTTP application. Listening, and closing what it depends on, is up to who makes it. */
export function createApp(dependencies: AppDependencies): Express {
  const { logger, metrics, authentication, checks, version, publicUrl } = dependencies;
  const open = [
    openApiRoutes({ documentText: () => describe() }),
    tokenRoutes({ login: authentication.login }),
  ];
  const closed = [helloRoutes(), converterRoutes(), ...dependencies.resources];
  const health = healthRoutes({ checks });
  const describe: () => string = once(() =>
    JSON.stringify(
      openApiDocument(
        [
          { prefix, endpoints: [...open, ...closed].flatMap(endpointsOf) },
          { prefix: '', endpoints: endpointsOf(health) },
        ],
        { version, publicUrl },
      ),
    ),
  );

  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing');
  app.use(requestId, requestLog({ logger, metrics }));
  app.use('/docs', referencePage({ documentPath: `${prefix}/openapi.json` }));
  app.use(securityHeaders);
  app.use(prefix, resourceRouter({ open, closed, authenticate: authentication.middleware }));
  app.use(knownRoutes(endpointsOf(health)), health);
  app.use(errorHandler(logger));
  return app;
}

interface ResourceRouters {
  open: readonly Router[];
  closed: readonly Router[];
  authenticate: RequestHandler;
}

function resourceRouter({ open, closed, authenticate }: ResourceRouters): Router {
  const router = Router();
  router.use(knownRoutes([...open, ...closed].flatMap(endpointsOf)));
  router.use(...open, authenticate, ...closed);
  return router;
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
