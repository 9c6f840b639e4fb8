import express, { type Express, type Router } from 'express';
import type { Logger } from 'pino';
import type { AuditedAction } from '../db/audit/actions.js';
import type { PublicIds } from '../db/public-ids.js';
import { utcDate } from '../domain/ground/calendar.js';
import { interfacePath } from '../domain/ground/interface-path.js';
import { oauthSite } from './assistants/consent/oauth-site.js';
import { isSafePlace, mcpPath } from './assistants/consent/place.js';
import { assistantConsentRoutes } from './assistants/consent/routes.js';
import { InnerRequests } from './assistants/inner-requests.js';
import { noActs } from './assistants/no-acts.js';
import { assistantRoutes } from './assistants/routes.js';
import type { ActsOf, ReadPdf } from './assistants/tool.js';
import { tools } from './assistants/tools/index.js';
import type { Authentication } from './auth/authentication.js';
import { oauthRoutes } from './auth/oauth-routes.js';
import { passwordResetRoutes } from './auth/password-reset/routes.js';
import { helloRoutes, tokenRoutes } from './auth/routes.js';
import { secondFactorRoutes } from './auth/second-factor-routes.js';
import { sessionRoutes } from './auth/session-routes.js';
import { signOnRoutes } from './auth/single-sign-on/routes.js';
import { consoleSite } from './console/routes.js';
import { converterRoutes } from './converter/routes.js';
import { problemsPath } from './errors/problem.js';
import type { Checks } from './health/readiness.js';
import { healthRoutes } from './health/routes.js';
import { compression } from './http/compression.js';
import { cors } from './http/cors.js';
import { errorHandler } from './http/error-handler.js';
import { endpointsOf, resources } from './http/mount.js';
import { noSuchPath, otherMethods } from './http/no-such-route.js';
import { plainPath } from './http/plain-path.js';
import { publicIds } from './http/public-ids.js';
import { type RateLimits, rateLimit } from './http/rate-limit.js';
import { requestId } from './http/request-id.js';
import { requestLog } from './http/request-log.js';
import { securityHeaders } from './http/security-headers.js';
import { type Shares, sharesOfProcess, takingTurns } from './http/shares.js';
import type { KeyedRequests } from './idempotency/keyed-requests.js';
import { openApiDocument } from './openapi/document.js';
import { openApiRoutes } from './openapi/routes.js';
import { startPage } from './openapi/start-page.js';
import type { DemoAccess } from './reference/demo-access.js';
import { referenceSite } from './reference/routes.js';
import type { Metrics } from './telemetry/metrics.js';

export interface AppDependencies {
  logger: Logger;
  authentication: Omit<Authentication, 'start' | 'stop'>;
  ids: Pick<PublicIds, 'in'>;
  keyedRequests: Pick<KeyedRequests, 'step'>;
  /** The routers of the resources, each below `/ioi/v3`: `clientRoutes({ clients })` and so on. */
  resources: readonly Router[];
  /** The checks of `/readyz`. */
  checks: Checks;
  /** The version that the OpenAPI document states. */
  version: string;
  publicUrl?: string;
  /** The folder of the guides that are served beside the reference page. */
  guides: string;
  /** The folder of the built console; undefined: it is not served. */
  consoleFolder?: string | undefined;
  /** The key that the reference page fills in; only on a development start. */
  demoAccess?: DemoAccess | undefined;
  /** The number of proxies before it that add their caller's address to `X-Forwarded-For`; default none. */
  trustedProxies?: number;
  /** Default: none. */
  rateLimits?: RateLimits;
  /** Default: those of a process of its own. */
  shares?: Shares;
  /** The origins whose scripts may call it; default none. */
  corsOrigins?: readonly string[];
  /** Default: true. */
  compression?: boolean;
  metrics?: Metrics;
  /** Those that assistants make; default those of this application alone. */
  innerRequests?: InnerRequests;
  /** For assistants that read documents; default: they read texts only. */
  readPdf?: ReadPdf;
  /** How assistants act; default: they read only. */
  acts?: ActsOf;
}

/** The HTTP application. The caller listens, and closes the dependencies. */
export function createApp(dependencies: AppDependencies): Express {
  const { logger, metrics, authentication, checks, version, publicUrl } = dependencies;
  const { trustedProxies = 0, corsOrigins = [], compression: compresses = true } = dependencies;
  const { rateLimits = { perCaller: 0, perOrganization: 0 } } = dependencies;
  const { guides, demoAccess, consoleFolder, shares = sharesOfProcess(1) } = dependencies;
  let contract: string | undefined;
  const describe = (): string => {
    const today = utcDate(new Date());
    contract ??= JSON.stringify(openApiDocument(endpoints, { version, publicUrl, today }));
    return contract;
  };
  const api = [
    ...dependencies.resources,
    tokenRoutes(authentication),
    sessionRoutes(authentication),
    oauthRoutes(authentication),
    secondFactorRoutes(authentication),
    passwordResetRoutes(authentication),
    signOnRoutes(authentication),
    assistantConsentRoutes(authentication),
    helloRoutes(),
    converterRoutes(),
    openApiRoutes({ documentText: describe }),
  ];
  const health = [healthRoutes({ checks })];
  const endpoints = [...endpointsOf(api, interfacePath), ...endpointsOf(health)];
  const before = {
    admit: [authentication.middleware, rateLimit(rateLimits)],
    auditReads: (action: AuditedAction) => authentication.audit.ofReads(action),
    keyed: dependencies.keyedRequests.step,
    turns: {
      requests: takingTurns(shares, 'requests'),
      events: takingTurns(shares, 'events'),
      jobs: takingTurns(shares, 'jobs'),
      reports: takingTurns(shares, 'reports'),
      impacts: takingTurns(shares, 'impacts'),
      books: takingTurns(shares, 'books'),
    },
  };

  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing');
  app.set('trust proxy', trustedProxies);
  app.use(requestId);
  app.use(requestLog({ logger, metrics }));
  app.use(securityHeaders);
  if (corsOrigins.length > 0) app.use(cors(corsOrigins));
  if (compresses) app.use(compression);
  app.use(publicIds(dependencies.ids));
  app.use(plainPath);

  app.use(resources({ prefix: interfacePath, routers: api, ...before }));
  app.use(resources({ prefix: '', routers: health, ...before }));
  const { innerRequests = new InnerRequests(), acts = noActs } = dependencies;
  const origins = [...corsOrigins, ...(publicUrl === undefined ? [] : [new URL(publicUrl).origin])];
  app.use(
    assistantRoutes({
      requests: innerRequests,
      tools,
      readPdf: dependencies.readPdf,
      acts,
      admit: before.admit,
      origins,
      isLocal: publicUrl === undefined,
      version,
      guides,
      logger,
    }),
  );
  innerRequests.serve(app, endpoints);

  const documentPath = `${interfacePath}/openapi.json`;
  const start = startPage({ documentPath, console: consoleFolder && '/console' });
  app
    .route('/')
    .get(start)
    .all(otherMethods(['get']));
  const { consentPlace, exchange } = authentication;
  // People allow assistants in the console.
  const isConsentOffered = consoleFolder !== undefined && isSafePlace(consentPlace);
  if (isConsentOffered) app.use(oauthSite({ place: consentPlace, exchange }));
  if (consoleFolder !== undefined) app.use('/console', consoleSite({ folder: consoleFolder }));
  app.use('/docs', referenceSite({ base: '/docs', contract: describe, guides, demoAccess }));

  app.use(noSuchPath);
  const { resourceMetadataUrl } = consentPlace;
  const challenge = isConsentOffered ? { path: mcpPath, resourceMetadataUrl } : undefined;
  app.use(errorHandler(logger, `${publicUrl ?? ''}${problemsPath}`, challenge));
  return app;
}
