import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  isInitializeRequest,
  isJSONRPCRequest,
  type JSONRPCRequest,
} from '@modelcontextprotocol/sdk/types.js';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Logger } from 'pino';
import { BadRequest, Forbidden, Unauthorized } from '../errors/app-error.js';
import { callerOf } from '../http/caller.js';
import { jsonBodyReader } from '../http/json-body.js';
import { otherMethods } from '../http/no-such-route.js';
import { requestIdOf } from '../http/request-id.js';
import { gone } from '../http/shares.js';
import { CallsInProgress } from './calls-in-progress.js';
import { Tools } from './carry-out.js';
import type { InnerRequests } from './inner-requests.js';
import { Operations } from './operations.js';
import { protocolServer } from './server.js';
import { assistantOf, newSessionId } from './sessions.js';
import type { ActsOf, ReadPdf, Tool, ToolContext } from './tool.js';

export interface AssistantRoutesDependencies {
  requests: InnerRequests;
  tools: readonly Tool[];
  acts: ActsOf;
  readPdf?: ReadPdf | undefined;
  /** Authentication and limits. */
  admit: readonly RequestHandler[];
  /** The origins whose pages may call it. */
  origins: readonly string[];
  /** Whether pages of this machine may, too: the service has no public address. */
  isLocal: boolean;
  version: string;
  /** The folder of the documentation. */
  guides: string;
  logger: Logger;
}

/** Bytes: questions and answers of an assistant are small. */
const bodyLimit = 256 * 1024;
const sessionHeader = 'mcp-session-id';

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

/** A console's cookie is no credential here: a page would act as whoever is signed in. */
const withoutCookie: RequestHandler = (req, _res, next) => {
  if (req.headers.authorization === undefined) throw new Unauthorized();
  next();
};

/** Pages of other origins are refused, also those that a name server sends here (DNS rebinding). Programs send no origin. */
function fromAllowedOrigin({
  origins,
  isLocal,
}: Pick<AssistantRoutesDependencies, 'origins' | 'isLocal'>): RequestHandler {
  const isAllowed = (origin: string) =>
    origins.includes(origin) ||
    (isLocal && /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin));
  return ({ headers: { origin } }, _res, next) => {
    if (origin !== undefined && !isAllowed(origin))
      throw new Forbidden('pages of this origin may not call it');
    next();
  };
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

/** The session that a request names, or the one that it begins. Throws without one: a client begins by `initialize`. */
function sessionOf(req: Request, res: Response, messages: readonly unknown[]): string {
  const first = messages[0];
  if (isInitializeRequest(first)) {
    const session = newSessionId(first.params.clientInfo);
    res.setHeader(sessionHeader, session);
    return session;
  }
  const session = req.headers[sessionHeader];
  if (typeof session === 'string' && assistantOf(session) !== undefined) return session;
  throw new BadRequest([
    { field: 'Mcp-Session-Id', in: 'header', detail: 'is required, as the answer to initialize has it' },
  ]);
}

/** The id of the request that a message cancels. */
function cancelledBy(message: unknown): string | number | undefined {
  const { method, params } = message as { method?: unknown; params?: { requestId?: unknown } };
  const id = method === 'notifications/cancelled' ? params?.requestId : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

function contextOf(
  req: Request,
  session: string,
  call: Pick<ToolContext, 'progress' | 'signal'>,
  { requests, tools, acts, readPdf }: Answering,
): ToolContext {
  const { authorization, 'x-jwt-assertion': idToken, 'accept-language': accepted } = req.headers;
  const language = accepted ?? 'en';
  const assistant = assistantOf(session);
  if (assistant === undefined) throw new Error('the session was not checked');
  const sender = {
    headers: {
      ...(authorization !== undefined && { authorization }),
      ...(typeof idToken === 'string' && { 'x-jwt-assertion': idToken }),
      'accept-language': language,
      'x-request-id': requestIdOf(req),
    },
    address: req.ip ?? '',
    assistant,
    signal: call.signal,
  };
  const operations = new Operations({ requests, sender });
  const context = { ...call, operations, caller: callerOf(req), language, readPdf };
  const preview: Parameters<ActsOf>[0]['preview'] = (tool, input) =>
    new Tools(tools, { ...context, acts: made }).preview(tool, input);
  const made = acts({ ...context, preview });
  return { ...context, acts: made };
}
