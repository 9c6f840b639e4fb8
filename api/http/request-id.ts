import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { withLogIds } from '../telemetry/log-ids.js';

/** Long enough for any tracing system, without characters that could forge a log line or a header. */
const sane = /^[\w.:+/=-]{1,128}$/;

/** Takes the caller's `X-Request-Id` if it is well-formed, else makes one, and returns it in the response. */
export const requestId: RequestHandler = (req, res, next) => {
  const given = req.headers['x-request-id'];
  const id = typeof given === 'string' && sane.test(given) ? given : randomUUID();
  res.setHeader('X-Request-Id', id);
  req.ids = { requestId: id, ...req.ids };
  withLogIds(req.ids, next);
};

export function requestIdOf(req: Request): string {
  return req.ids?.requestId ?? '';
}
