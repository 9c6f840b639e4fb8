import express, { type Express, Router } from 'express';
import type { Logger } from 'pino';
import type { Database } from '../db/database.js';
import { errorHandler } from './errors/error-handler.js';
import { helloRoutes } from './hello/routes.js';
import { endpointsOf, knownRoutes } from './http/known-routes.js';
import { requestId } from './http/request-id.js';

export interface AppDependencies {
  db: Database;
  logger: Logger;
}

/** The HTTP application. Listening, and closing what it depends on, is up to the caller. */
export function createApp({ logger }: AppDependencies): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(requestId);
  const resources = [helloRoutes()];
  const api = Router();
  api.use(knownRoutes(resources.flatMap(endpointsOf)));
  for (const router of resources) api.use(router);
  app.use('/ioi/v3', api);
  app.use(knownRoutes([]));
  app.use(errorHandler(logger));
  return app;
}
