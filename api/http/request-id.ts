import { randomUUID } from 'node:crypto';
import { withLogIds } from '../telemetry/log-ids.js';
import type { ApiRequest, Step } from './request.js';

/** Long enough for any tracing system, without characters that could forge a log line or a header. */
const sane = /^[\w.:+/=-]{1,128}$/;

/** Takes the caller's `X-Request-Id` if it is well-formed, else makes one, and returns it in the response. */
export const requestId: Step = (req, res, next) => {
  const given = req.headers['x-request-id'];
  const id = typeof given === 'string' && sane.test(given) ? given : randomUUID();
  res.setHeader('X-Request-Id', id);
  req.ids = { requestId: id, ...req.ids };
  withLogIds(req.ids, next);
};

export function requestIdOf(req: ApiRequest): string {
  return req.ids?.requestId ?? '';
}
