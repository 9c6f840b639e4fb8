import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Express, Request } from 'express';
import type { Assistant, Caller } from '../http/caller.js';
import type { Endpoint } from '../http/endpoint.js';

/** Who asks, and how, for requests that this process makes of its own interface. */
export interface Sender {
  /** Credentials, language and request id. */
  headers: Readonly<Record<string, string>>;
  /** Of the request from outside. */
  address: string;
  assistant: Assistant;
  /** Instead of credentials: of an act that goes on without a request of its holder. */
  actsAs?: Caller;
  signal?: AbortSignal;
}

export interface InnerAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

interface InnerRequest {
  method: string;
  url: string;
  headers?: Readonly<Record<string, string>> | undefined;
  body?: unknown;
}

/**
 * Requests of this process to its own interface, as their sender: they pass every step that a request from outside passes, and
 * say which assistant they come through. They go over a pair of streams in memory, so nobody else can send one.
 */
export class InnerRequests {
  readonly #senders = new WeakMap<Duplex, Pick<Sender, 'assistant' | 'actsAs'>>();
  readonly #endpoints = new Map<string, Endpoint>();
  #server: Server | undefined;

  /** Begins to serve them. `endpoints` are declared with their full paths. */
  serve(app: Express, endpoints: readonly Endpoint[]): void {
    for (const endpoint of endpoints) this.#endpoints.set(endpoint.operationId, endpoint);
    this.#server = createServer((req, res) => {
      const { assistant, actsAs } = this.#senders.get(req.socket) ?? {};
      Object.assign(req as Request, { assistant, actsAs });
      app(req, res);
    });
  }

  /** The declaration of an operation; undefined if it is not served, such as clocks in production. */
  endpoint(operationId: string): Endpoint | undefined {
    return this.#endpoints.get(operationId);
  }

  /** Rejects if `signal` is aborted. */
  async send({ method, url, body, headers = {} }: InnerRequest, sender: Sender): Promise<InnerAnswer> {
    if (this.#server === undefined) throw new Error('the interface is not served yet');
    const [here, there] = duplexPair();
    Object.defineProperty(there, 'remoteAddress', { value: sender.address });
    this.#senders.set(there, sender);
    this.#server.emit('connection', there);
    const text = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const sent = {
      ...sender.headers,
      ...headers,
      ...(text && { 'content-type': 'application/json', 'content-length': String(text.length) }),
    };
    const { signal } = sender;
    return new Promise((resolve, reject) => {
      const asked = request(
        { method, path: url, headers: sent, createConnection: () => here, ...(signal && { signal }) },
        (answer) => {
          buffer(answer).then(
            (bytes) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: bytes }),
            reject,
          );
        },
      );
      asked.once('error', reject);
      asked.end(text);
    });
  }
}
