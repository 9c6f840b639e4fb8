import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { isJSONRPCRequest, type JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Logger } from 'pino';
import { isObject } from '../../domain/ground/json.js';
import { callerOf } from '../http/caller.js';
import { jsonBodyReader } from '../http/json-body.js';
import { otherMethods } from '../http/no-such-route.js';
import { requestIdOf } from '../http/request-id.js';
import { gone } from '../http/shares.js';
import { type AllowedPages, fromAllowedOrigin, sessionOf, withoutCookie } from './admission.js';
import { type ContextUses, contextOf } from './call-context.js';
import { CallsInProgress } from './calls-in-progress.js';
import { ProtocolError } from './protocol-error.js';
import { protocolServer } from './server.js';

export interface AssistantRoutesDependencies extends ContextUses, AllowedPages {
  /** Authentication and limits. */
  admit: readonly RequestHandler[];
  version: string;
  /** The folder of the documentation. */
  guides: string;
  logger: Logger;
}

/** Bytes: questions and answers of an assistant are small. */
const bodyLimit = 256 * 1024;

/** The Model Context Protocol at `/mcp` (streamable HTTP). Any process answers any request: what a session is, its id says. */
export function assistantRoutes(uses: AssistantRoutesDependencies): Router {
  const router = Router({ caseSensitive: true });
  const calls = new CallsInProgress();
  const readBody = jsonBodyReader({ limit: bodyLimit, optional: false });
  router
    .route('/mcp')
    .post(withoutCookie, fromAllowedOrigin(uses), ...uses.admit, async (req, res) => {
      const received = await readBody(req, res);
      await answer(req, res, received.value(), { ...uses, calls });
    })
    // Without a stream of its own the service has nothing to say unasked, and a session nothing to end.
    .all(otherMethods(['post']));
  return router;
}

type Answering = AssistantRoutesDependencies & { calls: CallsInProgress };

async function answer(req: Request, res: Response, body: unknown, uses: Answering): Promise<void> {
  const messages: unknown[] = Array.isArray(body) ? body : [body];
  const session = sessionOf(req, res, messages);
  const caller = callerOf(req);
  const owned = `${caller.apiKey ?? caller.personId} ${session}`;
  for (const message of messages) {
    const cancelled = cancelledBy(message);
    if (cancelled !== undefined) uses.calls.cancel(owned, cancelled);
  }
  const ended = new AbortController();
  const signals = AbortSignal.any([gone(res), ended.signal]);
  const server = protocolServer({
    version: uses.version,
    guides: uses.guides,
    tools: uses.tools,
    failed: (error) => {
      uses.logger.error({ ...req.ids, err: error }, 'a request of an assistant failed');
      return new ProtocolError(
        'internalError',
        `the service failed; the request id ${requestIdOf(req)} finds it in the log`,
      );
    },
    contextOf: (call) =>
      contextOf(req, session, { ...call, signal: AbortSignal.any([call.signal, signals]) }, uses),
  });
  const transport = new StreamableHTTPServerTransport({ keepAliveMs: 15_000 });
  transport.onerror = (error) =>
    uses.logger.debug({ ...req.ids, err: error }, 'a request of an assistant was refused');
  await server.connect(transport as Transport);
  const cancel = () => {
    ended.abort();
    void transport.close();
  };
  const requests = messages.filter((message): message is JSONRPCRequest => isJSONRPCRequest(message));
  const forget = requests.map(({ id }) => uses.calls.begin(owned, id, cancel));
  res.once('close', () => {
    for (const each of forget) each();
    void server.close();
  });
  await transport.handleRequest(req, res, body);
}

/** The id of the request that a message cancels. */
function cancelledBy(message: unknown): string | number | undefined {
  const { method, params } = isObject(message) ? message : {};
  const id = method === 'notifications/cancelled' && isObject(params) ? params.requestId : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}
