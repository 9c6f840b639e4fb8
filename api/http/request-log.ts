import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Metrics } from '../telemetry/metrics.js';
import { pathOf } from './request.js';

export interface RequestLogDependencies {
  logger: Logger;
  metrics?: Metrics;
}

/**
 * Logs and measures each request: failures of the service as warnings, others at debug level, so that a busy
 * service does not spend its time on logging. Headers, queries and bodies are not logged.
 */
export function requestLog({ logger, metrics }: RequestLogDependencies): RequestHandler {
  return (req, res, next) => {
    const startedAtMs = performance.now();
    res.on('close', () => {
      const status = res.writableFinished ? res.statusCode : 499;
      const ms = performance.now() - startedAtMs;
      const route = typeof req.route?.path === 'string' ? req.route.path : '';
      metrics?.observeRequest({ method: req.method, route, status, seconds: ms / 1000 });
      const level = status >= 500 ? 'warn' : 'debug';
      if (!logger.isLevelEnabled(level)) return;
      logger[level](
        {
          ...req.ids,
          method: req.method,
          path: pathOf(req),
          status,
          ms: Math.round(ms * 10) / 10,
          organizationId: req.user?.organizationId,
        },
        'request',
      );
    });
    next();
  };
}
