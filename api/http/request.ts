import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import type { LogIds } from '../telemetry/log-ids.js';
import type { Caller } from './caller.js';

/**
 * A request of the interface. Handlers use nothing of Express's own: giving a request its prototype costs more than
 * the whole work of a read in this process.
 */
export interface ApiRequest extends IncomingMessage {
  method: string;
  /** Path and query as they were sent. */
  originalUrl: string;
  /** Of the path's parameters, decoded. */
  params: unknown;
  /** The endpoint's path, with parameters as `:name`; absent until a route is found. */
  route?: { path: unknown };
  /** Set by a body parser. */
  body?: unknown;
  /** What its log lines have. */
  ids?: LogIds;
  /** The caller's address, as trusted proxies report it. */
  address?: string;
  user?: Caller;
  /** With an `Idempotency-Key`: answers the request, or repeats its answer. `body` is what was sent, `work` answers. */
  keyed?: (body: unknown, work: () => Promise<void>) => Promise<void>;
  /** With an `Idempotency-Key`: the id of the record that it creates, the same however often it is repeated. */
  operationId?: string;
  /** An earlier attempt under the same id may have done its work. */
  isRepeated?: boolean;
}

/** A step on the way of a request to its handler. It calls `next`, answers, or throws. */
export type Step = (
  req: ApiRequest,
  res: ServerResponse,
  next: (error?: unknown) => void,
) => void | Promise<void>;

/** Without the query, which may contain sensitive data. */
export function pathOf({ originalUrl }: ApiRequest): string {
  return originalUrl.split('?', 1)[0] ?? '';
}

/** The query's parameters; one that is repeated is a list. */
export function queryOf({ originalUrl }: ApiRequest): Record<string, unknown> {
  const at = originalUrl.indexOf('?');
  return at < 0 ? {} : parse(originalUrl.slice(at + 1));
}
