import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventType } from '../../domain/events/catalog.js';
import { shopIds } from '../support/shop-product.js';

export interface Answer {
  status: number;
  body: Record<string, unknown>;
  headers: Headers;
}

export interface Request {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  body?: object;
  headers?: Record<string, string>;
}

const limitMs = 45_000;
const patienceMs = 120_000;

/** Callers of the interface at the addresses of several APIs, in turn. */
export class Callers {
  readonly #urls: () => readonly string[];
  readonly #random: () => number;
  #turn = 0;

  constructor(urls: () => readonly string[], random: () => number) {
    this.#urls = urls;
    this.#random = random;
  }

  /**
   * Sends a request once; undefined if nobody knows what came of it: the connection was lost, the service failed, or the
   * caller hung up, as some do.
   */
  async once(by: string, { method, path, body, headers }: Request): Promise<Answer | undefined> {
    const urls = this.#urls();
    const url = urls[this.#turn++ % urls.length];
    const hangsUp = method !== 'GET' && this.#random() < 0.08;
    try {
      const response = await fetch(`${url}/ioi/v3${path}`, {
        method,
        headers: { Authorization: by, 'Content-Type': 'application/json', ...headers },
        signal: AbortSignal.timeout(hangsUp ? Math.floor(this.#random() * 40) : limitMs),
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (response.status >= 500) return undefined;
      return {
        status: response.status,
        body: text === '' ? {} : JSON.parse(text),
        headers: response.headers,
      };
    } catch {
      return undefined;
    }
  }

  /** Sends a request until it is answered, as callers do who may repeat it; a few give up at once. */
  async repeated(by: string, request: Request): Promise<Answer | undefined> {
    const patience = this.#random() < 0.1 ? 0 : patienceMs;
    for (const deadline = Date.now() + patience; ; await sleep(100)) {
      const answer = await this.once(by, request);
      if (answer !== undefined || Date.now() > deadline) return answer;
    }
  }

  /** Fires an event, under one id however often it is sent. */
  async fire(by: string, type: EventType, payload: object): Promise<Answer | undefined> {
    const body = { type, lineId: shopIds.line, triggerRequestId: randomUUID(), forceSync: true, payload };
    return this.repeated(by, { method: 'POST', path: '/event/fire', body });
  }
}

/** The answer's body, if it is a success; throws at any other status than those expected. */
export function bodyOf(answer: Answer | undefined, ...expected: number[]): Answer['body'] | undefined {
  if (answer === undefined) return undefined;
  if (answer.status !== 200 && !expected.includes(answer.status)) {
    throw new Error(`unexpected answer ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
  return answer.body;
}
