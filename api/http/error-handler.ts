import type { ErrorRequestHandler } from 'express';
import type { Logger } from 'pino';
import { ClockAdvances } from '../../db/clock.js';
import { NoTurn } from '../../documents/threads/fair-share.js';
import { JobTooLarge, PoolStopped } from '../../documents/threads/thread-pool.js';
import {
  AppError,
  BadRequest,
  InternalError,
  PayloadTooLarge,
  TooManyRequests,
  Unauthorized,
  Unavailable,
  UnsupportedMediaType,
} from '../errors/app-error.js';
import { clockAdvances } from '../errors/clock-advances.js';
import { databaseErrorAsAppError } from '../errors/database-error.js';
import { problemContentType, problemOf } from '../errors/problem.js';
import { type AssistantChallenge, challengesFor } from './challenges.js';
import { pathOf } from './request.js';
import { requestIdOf } from './request-id.js';

/**
 * The only place where errors become answers. Answers never contain stacks, SQL or secrets. Express recognizes it by its
 * four parameters.
 *
 * @param page The address of the page that explains the codes.
 * @param assistants Absent: people cannot allow any.
 */
export function errorHandler(
  logger: Logger,
  page: string,
  assistants?: AssistantChallenge,
): ErrorRequestHandler {
  return (error, req, res, _next) => {
    const appError = asAppError(error);
    const id = requestIdOf(req);
    const request = { ...req.ids, method: req.method, path: pathOf(req) };
    // One line: it is the caller's load, and no failure. Nothing for a caller that is gone.
    if (error instanceof NoTurn || isLeft(error)) {
      if (!res.destroyed) logger.warn(request, `request refused: ${error.message}`);
    } else if (appError.status >= 500)
      logger.error({ ...request, err: appError.cause ?? error }, 'request failed');
    // The caller gets a client error that was caused by a failure here: log the cause.
    else if (appError.cause !== undefined)
      logger.warn({ ...request, err: appError.cause }, 'request refused');
    if (res.headersSent) {
      res.destroy();
      return;
    }
    const body = Buffer.from(JSON.stringify(problemOf(appError, { id, path: pathOf(req), page })));
    res.removeHeader('Content-Disposition');
    if (appError.status === 401) res.setHeader('WWW-Authenticate', challengesFor(req, assistants));
    res.status(appError.status).set({ ...appError.headers, 'Content-Type': problemContentType });
    res.send(body);
  };
}

/** The caller left while its answer was streamed. */
function isLeft(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof NoTurn)
    return new TooManyRequests(error.message, error.retryAfterSeconds, 'QUEUE_FULL');
  if (error instanceof PoolStopped) return new Unavailable(error.message);
  if (error instanceof JobTooLarge)
    return new Unavailable(`the work was aborted: ${error.message}`, { cause: error });
  return (
    (error instanceof ClockAdvances ? clockAdvances(error) : undefined) ??
    databaseErrorAsAppError(error) ??
    httpErrorAsAppError(error) ??
    new InternalError('the service failed; the request id finds it in the log', { cause: error })
  );
}

/** Errors of Express, its body parser, and passport: their status is used, their message is not. */
function httpErrorAsAppError(error: unknown): AppError | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === 'AuthenticationError') return new Unauthorized();
  const status = 'status' in error ? error.status : undefined;
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined;
  if (status === 413) return new PayloadTooLarge('the body is larger than this endpoint accepts');
  if (status === 415) return new UnsupportedMediaType('the encoding or charset of the body is not supported');
  if (error instanceof URIError) return new BadRequest('the path is not correctly percent-encoded');
  return new BadRequest('the request could not be read');
}
