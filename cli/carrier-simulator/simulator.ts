import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { listen, localUrl, stopListening } from '../parts/http-server.js';
import { deliver, type InboundService } from './deliver.js';
import { modeOf } from './modes.js';
import { type AskedQuote, answerTo, askedQuote } from './pricing.js';

export interface CarrierSimulatorOptions {
  /** 0 picks a free port. */
  port: number;
  host?: string;
  /** The secret that requests must be signed with; without it, unsigned requests are answered too. */
  secret?: string | undefined;
  /** The receiver of late answers, known when one is due; without it they are promised but never sent. */
  service?: () => InboundService | undefined;
  delayMs?: number;
  slowMs?: number;
  log?: (line: string) => void;
}

export interface CarrierSimulator {
  url: string;
  stop(): Promise<void>;
}

const failuresFirst = 2;

/** Starts a carrier's rating service for trials: it prices by a formula and can simulate failures. */
export async function startCarrierSimulator(options: CarrierSimulatorOptions): Promise<CarrierSimulator> {
  const { port, host = '127.0.0.1' } = options;
  const simulator = new Simulator(options);
  const server = createServer((request, response) => {
    simulator.serve(request, response).catch(() => response.destroy());
  });
  await listen(server, { host, port });
  const address = server.address() as AddressInfo;
  return {
    url: localUrl({ host, port: address.port }),
    stop: async () => {
      simulator.stop();
      server.closeAllConnections();
      await stopListening(server);
    },
  };
}

class Simulator {
  readonly #stopped = new AbortController();
  /** How often each request that must fail at first was made. */
  readonly #failures = new LRUCache<string, number>({ max: 10_000 });

  constructor(private readonly options: CarrierSimulatorOptions) {}

  stop(): void {
    this.#stopped.abort();
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') return reply(response, 405, { detail: 'only POST is allowed' });
    const body = (await buffer(request)).toString('utf8');
    if (!this.#isSigned(request, body)) return reply(response, 401, { detail: 'the signature is invalid' });
    const asked = askedQuote.safeParse(parsed(body));
    if (!asked.success) return reply(response, 400, { detail: 'the request cannot be read' });
    await this.#answer(request.url ?? '/', asked.data, response);
  }

  async #answer(path: string, asked: AskedQuote, response: ServerResponse): Promise<void> {
    const mode = modeOf(new URL(path, 'http://simulator').pathname, asked);
    this.options.log?.(`${asked.requestId}: ${mode.toLowerCase()}`);
    switch (mode) {
      case 'IMMEDIATE':
        return reply(response, 200, answerTo(asked));
      case 'DELAYED':
        void this.#answerLater(asked);
        return reply(response, 202, { status: 'the answer follows' });
      case 'REFUSING':
        return reply(response, 422, { detail: 'this class of business is not written here' });
      case 'BROKEN':
        return reply(response, 200, `{"outcome": "QUOTED", "premium": `);
      case 'FAILING': {
        const before = this.#failures.get(asked.requestId) ?? 0;
        this.#failures.set(asked.requestId, before + 1);
        if (before < failuresFirst) return reply(response, 500, { detail: 'an internal error' });
        return reply(response, 200, answerTo(asked));
      }
      case 'SLOW':
        await this.#pause(this.options.slowMs ?? 8_000);
        return reply(response, 200, answerTo(asked));
    }
  }

  async #answerLater(asked: AskedQuote): Promise<void> {
    await this.#pause(this.options.delayMs ?? 3_000);
    const service = this.options.service?.();
    if (service === undefined || this.#stopped.signal.aborted) return;
    const message = { requestId: asked.requestId, payload: answerTo(asked) };
    const status = await deliver(service, message, this.#stopped.signal);
    this.options.log?.(`${asked.requestId}: delivered, ${status ?? 'without an answer'}`);
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stopped.signal, ref: false }).catch(() => undefined);
  }

  #isSigned({ headers }: IncomingMessage, body: string): boolean {
    const { secret } = this.options;
    if (secret === undefined) return true;
    try {
      new Webhook(secret).verify(body, headers as Record<string, string>);
      return true;
    } catch (error) {
      if (error instanceof WebhookVerificationError) return false;
      throw error;
    }
  }
}

function reply(response: ServerResponse, status: number, content: object | string): void {
  const body = typeof content === 'string' ? content : JSON.stringify(content);
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
