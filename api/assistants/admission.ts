import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import type { Request, RequestHandler, Response } from 'express';
import { BadRequest, Forbidden, Unauthorized } from '../errors/app-error.js';
import { assistantOf, newSessionId } from './sessions.js';

const sessionHeader = 'mcp-session-id';

/** A console's cookie is no credential here: a page would act as whoever is signed in. */
export const withoutCookie: RequestHandler = (req, _res, next) => {
  if (req.headers.authorization === undefined) throw new Unauthorized();
  next();
};

export interface AllowedPages {
  /** The origins whose pages may call it. */
  origins: readonly string[];
  /** Whether pages of this machine may, too: the service has no public address. */
  isLocal: boolean;
}

/** Pages of other origins are refused, also those that a name server sends here (DNS rebinding). Programs send no origin. */
export function fromAllowedOrigin({ origins, isLocal }: AllowedPages): RequestHandler {
  const isAllowed = (origin: string) =>
    origins.includes(origin) ||
    (isLocal && /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin));
  return ({ headers: { origin } }, _res, next) => {
    if (origin !== undefined && !isAllowed(origin))
      throw new Forbidden('pages of this origin may not call it');
    next();
  };
}

/**
 * The session that a request names, or the one that it begins. Without one, which simple clients keep none of, it is one of its
 * own, of an assistant without a name. Throws for one that the service has not given.
 */
export function sessionOf(req: Request, res: Response, messages: readonly unknown[]): string {
  const first = messages[0];
  if (isInitializeRequest(first)) {
    const session = newSessionId(first.params.clientInfo);
    res.setHeader(sessionHeader, session);
    return session;
  }
  const session = req.headers[sessionHeader];
  if (session === undefined) return newSessionId(undefined);
  if (typeof session === 'string' && assistantOf(session) !== undefined) return session;
  throw new BadRequest([
    { field: 'Mcp-Session-Id', in: 'header', detail: 'must be the one of the answer to initialize' },
  ]);
}
