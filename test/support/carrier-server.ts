import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface ReceivedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever was sent, for assertions
  body: any;
}

export interface CarrierServer {
  url: string;
  port: number;
  received: ReceivedRequest[];
  /** How requests are answered from now on. */
  answer(how: (request: ReceivedRequest, response: ServerResponse) => unknown): void;
  stop(): Promise<void>;
}

/** A carrier that does what a test says, and remembers what it was asked; at a free port unless one is given. */
export async function aCarrierServer(at = 0): Promise<CarrierServer> {
  const received: ReceivedRequest[] = [];
  let how: (request: ReceivedRequest, response: ServerResponse) => unknown = (_request, response) =>
    response.writeHead(202).end();
  const server = createServer(async (request, response) => {
    const text = (await buffer(request)).toString();
    const one = { path: request.url ?? '', headers: request.headers, text, body: JSON.parse(text || 'null') };
    received.push(one);
    await how(one, response);
  });
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    received,
    answer: (next) => {
      how = next;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers every request with this status and JSON. */
export function json(status: number, content: unknown) {
  return (_request: ReceivedRequest, response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
}
