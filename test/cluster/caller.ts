import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { DemoFile } from '../../cli/demo/demo-file.js';

export interface Answer {
  status: number;
  headers: Headers;
  /** Parsed where it is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: whatever was answered, for checks
  body: any;
}

export interface Fired {
  type: string;
  lineId: string;
  triggerRequestId?: string;
  forceSync?: boolean;
  payload: object;
}

/** Calls as the demo's insurer; at the proxy unless another address is given. */
export class DemoCaller {
  readonly #demo: DemoFile;

  constructor(demo: DemoFile) {
    this.#demo = demo;
  }

  async call(method: string, path: string, body?: object, at = this.#demo.baseUrl): Promise<Answer> {
    const [{ apiKey, apiSecret } = { apiKey: '', apiSecret: '' }] = this.#demo.organizations;
    const response = await fetch(`${at}/ioi/v3${path}`, {
      method,
      headers: {
        Authorization: `Basic ${btoa(`${apiKey}:${apiSecret}`)}`,
        ...(body && { 'Content-Type': 'application/json' }),
      },
      signal: AbortSignal.timeout(60_000),
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }

  /** The answer's body; throws for any status but a success. */
  async ask(method: string, path: string, body?: object): Promise<Answer['body']> {
    const answer = await this.call(method, path, body);
    if (answer.status < 300) return answer.body;
    throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  }

  fire(event: Fired): Promise<Answer['body']> {
    return this.ask('POST', '/event/fire', event);
  }
}

export function expectEqual(seen: unknown, wanted: unknown, what: string): void {
  if (isDeepStrictEqual(seen, wanted)) return;
  throw new Error(`${what}: ${JSON.stringify(seen)} instead of ${JSON.stringify(wanted)}`);
}

/** Asks until `isSo`; answers what it then saw. */
export async function until<T>(
  ask: () => Promise<T>,
  isSo: (seen: T) => boolean,
  what: string,
  patienceMs = 60_000,
): Promise<T> {
  for (const deadline = Date.now() + patienceMs; ; await sleep(100)) {
    const seen = await ask();
    if (isSo(seen)) return seen;
    if (Date.now() > deadline)
      throw new Error(`${what}: still ${JSON.stringify(seen)} after ${patienceMs} ms`);
  }
}
