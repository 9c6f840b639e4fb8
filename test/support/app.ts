import type { RequestListener } from 'node:http';
import path from 'node:path';
import type { Router } from 'express';
import { createApp } from '../../api/app.js';
import {
  type Authentication,
  type AuthenticationSettings,
  createAuthentication,
} from '../../api/auth/authentication.js';
import type { LoginLimits } from '../../api/auth/limits/login-limiter.js';
import type { SessionSettings } from '../../api/auth/sessions/session-settings.js';
import type { Checks } from '../../api/health/readiness.js';
import type { RateLimits } from '../../api/http/rate-limit.js';
import type { Shares } from '../../api/http/shares.js';
import { KeyedRequests } from '../../api/idempotency/keyed-requests.js';
import type { DemoAccess } from '../../api/reference/demo-access.js';
import { createLogger, type Logger } from '../../api/telemetry/logger.js';
import { packageRoot } from '../../cli/ground/package-info.js';
import { PublicIds } from '../../db/public-ids.js';
import type { TestDatabase } from './database.js';

export interface TestApp {
  app: RequestListener;
  authentication: Authentication;
  /** Call before the database is dropped. */
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** The routers under test, for example `[clientRoutes({ clients })]`. */
  resources?: Router[];
  checks?: Checks;
  loginLimits?: LoginLimits;
  sessions?: SessionSettings;
  /** Single sign-on. */
  signOn?: Pick<AuthenticationSettings, 'identityProviders' | 'passwordsOff' | 'serviceUrl'>;
  trustedProxies?: number;
  rateLimits?: RateLimits;
  shares?: Shares;
  logger?: Logger;
  corsOrigins?: readonly string[];
  keyedRequests?: KeyedRequests;
  /** With it, people connect assistants. */
  consoleFolder?: string;
  demoAccess?: DemoAccess;
  now?: () => Date;
}

/** The application as it is served, for `supertest(app)`: real authentication on a real database. */
export async function createTestApp(
  { db, url }: TestDatabase,
  {
    resources = [],
    checks = {},
    loginLimits,
    sessions,
    signOn = {},
    trustedProxies,
    demoAccess,
    rateLimits,
    shares,
    logger = createLogger({ level: 'silent' }),
    corsOrigins,
    keyedRequests,
    consoleFolder,
    now = () => new Date(),
  }: TestAppOptions = {},
): Promise<TestApp> {
  const authentication = createAuthentication({
    ...{ db, databaseUrl: url, log: logger, environment: 'DEV', now, loginLimits },
    ...(sessions !== undefined && { sessions }),
    ...signOn,
  });
  await authentication.start();
  const app = createApp({
    logger,
    authentication,
    ids: new PublicIds(db),
    keyedRequests: keyedRequests ?? new KeyedRequests(db, logger),
    resources,
    checks,
    version: '0.0.0-test',
    guides: path.join(packageRoot(), 'docs'),
    demoAccess,
    consoleFolder,
    trustedProxies,
    ...(rateLimits !== undefined && { rateLimits }),
    ...(shares !== undefined && { shares }),
    ...(corsOrigins !== undefined && { corsOrigins }),
  });
  return { app, authentication, close: () => authentication.stop() };
}
