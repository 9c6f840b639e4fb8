import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Received {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  /** Text is sent as it is. */
  body?: unknown;
  /** Ends the connection instead. */
  hangUp?: boolean;
  /** Never answers. */
  silent?: boolean;
}

export interface ScriptedService {
  baseUrl: string;
  received: Received[];
  stop(): Promise<void>;
}

/** A service that gives these answers, one a request; the last one for all that follow. */
export async function scriptedService(
  ...answers: (Answer | ((request: Received) => Answer))[]
): Promise<ScriptedService> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const one = { method, url, headers, body: await text(request) };
    const next = answers[Math.min(received.length, answers.length - 1)] ?? {};
    received.push(one);
    const answer = typeof next === 'function' ? next(one) : next;
    if (answer.silent) return;
    if (answer.hangUp) {
      request.socket.destroy();
      return;
    }
    const body = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {});
    response.writeHead(answer.status ?? 200, { 'Content-Type': 'application/json', ...answer.headers });
    response.end(answer.status === 204 ? undefined : body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A problem as the service answers it. */
export const aProblem = (
  status: number,
  members: object = {},
  headers: Record<string, string> = {},
): Answer => ({
  status,
  headers: { 'Content-Type': 'application/problem+json', ...headers },
  body: { type: 'about:blank', title: 'Title', status, detail: 'a detail', requestId: 'r-1', ...members },
});
