import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { EventType } from '../../domain/events/catalog.js';
import { addDays, utcDate } from '../../domain/ground/calendar.js';
import { intakeOf } from '../support/event-factory.js';
import { shopIds } from '../support/shop-product.js';
import { waitIn } from './shop-with-waits.js';

interface Envelope {
  type: EventType;
  lineId: string;
  triggerRequestId: string;
  forceSync: boolean;
  payload: object;
}

export interface Answer {
  triggerRequestId: string;
  executedActionCount: number;
  expectedResponseCount: number;
  metadata: Record<string, unknown>;
}

/** An event that the service took, with its first answer. */
export interface Taken {
  envelope: Envelope;
  answer: Answer;
}

/** A call as its caller saw it. */
export interface Call {
  path: string;
  /** Undefined: the connection was lost, or nothing came within a minute. */
  status: number | undefined;
  text: string;
  startedAt: number;
  ms: number;
}

/** Ten times the longest wait that was measured: 11.5 s, on two cores shared by ten other processes. */
export const patienceMs = 120_000;
/** The service under load: its address and who calls it. */
interface Loaded {
  demo: { baseUrl: string; organizations: { apiKey: string; apiSecret: string }[] };
}

const callers = 8;
/** Turns before a disturbance, and after it. */
const usualTurns = { before: 3 * callers, after: 5 * callers };

/** Callers who fire over HTTP as the documents tell them to: after a 503 or a lost connection the same again. */
export class ServiceLoad {
  readonly taken: Taken[] = [];
  /** How many calls had to be made again. */
  repeats = 0;
  /** The longest time until a call was answered, its repeats included. */
  longestMs = 0;
  #done = 0;
  readonly #ending = new AbortController();
  readonly #service: () => Loaded;
  readonly #observe: (call: Call) => void;
  readonly #now: () => Date;

  constructor(
    service: () => Loaded,
    observe: (call: Call) => void = () => undefined,
    now: () => Date = () => new Date(),
  ) {
    this.#service = service;
    this.#observe = observe;
    this.#now = now;
    // Every call waits for it.
    setMaxListeners(0, this.#ending.signal);
  }

  /**
   * Fires without end, breaks something in the middle, and ends when as much again was done afterwards. The first error,
   * of the disturbance or of a caller, ends everything.
   */
  async disturbedBy(disturb: () => Promise<void>, { before, after } = usualTurns): Promise<void> {
    let isOver = false;
    const loop = async (_: unknown, caller: number) => {
      for (let turn = caller; !isOver; turn += 1) {
        await this.turn(turn);
        this.#done += 1;
      }
    };
    const untilDone = async (more: number) => {
      const wanted = this.#done + more;
      while (this.#done < wanted) await sleep(20, undefined, { signal: this.#ending.signal });
    };
    const work = async () => {
      await untilDone(before);
      await disturb();
      await untilDone(after);
      isOver = true;
    };
    const all = [work(), ...Array.from({ length: callers }, loop)];
    try {
      await Promise.all(all);
    } catch (error) {
      this.#ending.abort(error);
      await Promise.allSettled(all);
      throw error;
    }
  }

  anEvent(type: EventType, payload: object = {}, forceSync = false): Envelope {
    return { type, lineId: shopIds.line, triggerRequestId: randomUUID(), forceSync, payload };
  }

  aQuoting(forceSync: boolean): Envelope {
    const intake = intakeOf({ 'client.name': 'Corner Shop', 'shop.revenue': '120000' });
    return this.anEvent('GET_QUOTES', { effectiveDate: this.#today(), intake }, forceSync);
  }

  /** Fires an event until it is answered, every third one from two callers at once. */
  async fire(envelope: Envelope): Promise<Answer> {
    const twice = envelope.triggerRequestId < '5';
    const [answer, other] = await Promise.all([this.ask(envelope), twice ? this.ask(envelope) : undefined]);
    if (other !== undefined && !isDeepStrictEqual(saidIn(answer), saidIn(other)))
      throw new Error(`two answers: ${JSON.stringify(answer)} and ${JSON.stringify(other)}`);
    this.taken.push({ envelope, answer });
    return answer;
  }

  ask(envelope: Envelope): Promise<Answer> {
    return this.call<Answer>('POST', '/event/fire', envelope);
  }

  /** Sends an event once; rejects where the connection is lost. */
  async fireOnce(envelope: Envelope): Promise<number> {
    return (await this.#request('POST', '/event/fire', envelope)).status;
  }

  async answerWait({ triggerRequestId, metadata }: Answer): Promise<void> {
    await this.call('POST', '/inbound', { requestId: waitIn(metadata), payload: { for: triggerRequestId } });
  }

  /** What a caller does in one turn: a quote, an event that waits, or a policy's life. */
  async turn(turn: number): Promise<void> {
    switch (turn % 3) {
      case 0:
        await this.fire(this.aQuoting(turn % 2 === 0));
        return;
      case 1:
        await this.answerWait(await this.fire(this.anEvent('CLAIM_NOTIFICATION')));
        return;
      default:
        await this.cancel(await this.issue());
    }
  }

  /** Quotes and issues a policy with monthly bills; answers its id. */
  async issue(): Promise<string> {
    const { triggerRequestId } = await this.fire(this.aQuoting(true));
    const { requestId, clientId } = await this.#quoteOf(triggerRequestId);
    const issued = await this.fire(
      this.anEvent('POLICY_CREATE', {
        clientId,
        quoteIds: [requestId],
        paymentRequired: false,
        paymentPlans: { [requestId]: 'MONTHLY' },
      }),
    );
    const [policy] = (issued.metadata.POLICY_CREATE as { policies: [{ id: string }] }).policies;
    return policy.id;
  }

  async cancel(policyId: string): Promise<void> {
    const effectiveDate = addDays(this.#today(), 100);
    await this.fire(this.anEvent('POLICY_CANCEL', { policyId, effectiveDate }));
  }

  /** With `forceSync` there may be none yet after 25 s: then it is asked for. */
  async #quoteOf(triggerRequestId: string): Promise<{ requestId: string; clientId: string }> {
    for (;;) {
      const { quoted } = await this.call<{ quoted: { requestId: string; clientId: string }[] }>(
        'GET',
        `/quotes/trigger/${triggerRequestId}`,
      );
      const [quote] = quoted;
      if (quote !== undefined) return quote;
      await sleep(500, undefined, { signal: this.#ending.signal });
    }
  }

  async call<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
    const text = await this.send(method, path, body);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  /** As the documents say: what was not answered is sent again. Any other failure is one of the service. */
  async send(method: 'GET' | 'POST', path: string, body?: object): Promise<string> {
    const begin = performance.now();
    for (; ; this.repeats += 1) {
      const response = await this.#request(method, path, body).catch(() => undefined);
      const waitedMs = performance.now() - begin;
      this.longestMs = Math.max(this.longestMs, waitedMs);
      if (response?.ok) return response.text;
      if (response !== undefined && response.status !== 503)
        throw new Error(`${path} answered ${response.status} ${response.text} to ${JSON.stringify(body)}`);
      if (waitedMs > patienceMs) throw new Error(`${path} was not answered: ${response?.text}`);
      await sleep(200, undefined, { signal: this.#ending.signal });
    }
  }

  #today(): string {
    return utcDate(this.#now());
  }

  async #request(method: 'GET' | 'POST', path: string, body?: object) {
    const startedAt = Date.now();
    let status: number | undefined;
    let text = '';
    try {
      const response = await this.#fetch(method, path, body);
      ({ status } = response);
      text = await response.text();
      return { status, ok: response.ok, text };
    } finally {
      this.#observe({ path, status, text, startedAt, ms: Date.now() - startedAt });
    }
  }

  #fetch(method: 'GET' | 'POST', path: string, body?: object): Promise<Response> {
    const { baseUrl, organizations } = this.#service().demo;
    const [{ apiKey, apiSecret } = { apiKey: '', apiSecret: '' }] = organizations;
    return fetch(new URL(`/ioi/v3${path}`, baseUrl), {
      method,
      headers: {
        Authorization: `Basic ${btoa(`${apiKey}:${apiSecret}`)}`,
        'Content-Type': 'application/json',
      },
      signal: AbortSignal.any([AbortSignal.timeout(60_000), this.#ending.signal]),
      ...(body && { body: JSON.stringify(body) }),
    });
  }
}

/** What has to be the same however often it is asked: quotes change as they are issued, and a wait is answered later. */
export function saidIn({ metadata, ...counts }: Answer): object {
  const { quotes, answer: _answer, ...rest } = metadata;
  const made = quotes as { requestId: string }[] | undefined;
  return { ...counts, ...rest, ...(made && { quotes: made.map(({ requestId }) => requestId).sort() }) };
}
