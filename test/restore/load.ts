import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { utcDate } from '../../domain/ground/calendar.js';
import { intakeOf } from '../support/event-factory.js';
import { shopIds } from '../support/shop-product.js';

export interface Fired {
  type: string;
  triggerRequestId: string;
  payload: object;
  /** When the answer came. */
  answeredAt: number;
}

export interface Sold {
  policyId: string;
  number: string;
  /** The order in which its requests were fired. */
  fired: Fired[];
}

/** A message to a run that waits. */
export interface WaitToAnswer {
  requestId: string;
  triggerRequestId: string;
}

/** A caller who sells policies, one after the other, and repeats what was not answered. */
export class Seller {
  readonly sold: Sold[] = [];
  readonly waits: WaitToAnswer[] = [];
  readonly #url: () => string;
  readonly #key: string;
  #isSelling = false;
  #selling: Promise<unknown> = Promise.resolve();

  constructor(url: () => string, key: string) {
    this.#url = url;
    this.#key = key;
  }

  begin(callers: number): void {
    this.#isSelling = true;
    const sell = async () => {
      while (this.#isSelling) await this.sell();
    };
    this.#selling = Promise.all(Array.from({ length: callers }, sell));
  }

  async end(): Promise<void> {
    this.#isSelling = false;
    await this.#selling;
  }

  /** A quote, its policy, a payment, and a report whose run waits for an answer. */
  async sell(): Promise<Sold> {
    const fired: Fired[] = [];
    const fire = async (type: string, payload: object) => {
      const event = { type, payload, triggerRequestId: randomUUID() };
      const metadata = await this.fire(event);
      fired.push({ ...event, answeredAt: Date.now() });
      return metadata;
    };
    const effectiveDate = utcDate(new Date());
    const intake = intakeOf({
      'client.name': 'Corner Shop',
      'shop.revenue': '120000',
      'shop.claims': 'true',
    });
    const { quotes } = await fire('GET_QUOTES', { effectiveDate, intake });
    const { requestId, clientId } = (quotes as { requestId: string; clientId: string }[])[0]!;
    const { POLICY_CREATE } = await fire('POLICY_CREATE', {
      ...{ clientId, quoteIds: [requestId], paymentRequired: false },
      paymentPlans: { [requestId]: 'FULL_PAYMENT' },
    });
    const [policy] = (POLICY_CREATE as { policies: { id: string; policyNumber: string }[] }).policies;
    const { id: policyId, policyNumber: number } = policy!;
    await fire('PAYMENT_RECEIVED', { policyId, amount: 100, reference: `check of ${number}` });
    const { inboundRequests } = await fire('CLAIM_NOTIFICATION', {});
    const [wait] = Object.values(inboundRequests as Record<string, string>);
    this.waits.push({ requestId: wait!, triggerRequestId: fired.at(-1)!.triggerRequestId });
    const sold = { policyId, number, fired };
    this.sold.push(sold);
    return sold;
  }

  /** Fires an event until it is answered; answers its metadata. */
  async fire({
    type,
    triggerRequestId,
    payload,
  }: Omit<Fired, 'answeredAt'>): Promise<Record<string, unknown>> {
    const body = { type, lineId: shopIds.line, triggerRequestId, forceSync: true, payload };
    return (await this.ask('POST', '/event/fire', body)).metadata as Record<string, unknown>;
  }

  async answerWait({ requestId }: WaitToAnswer): Promise<void> {
    await this.ask('POST', '/inbound', { requestId, payload: { answer: 'yes' } });
  }

  async ask(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    for (const deadline = Date.now() + 120_000; ; await sleep(200)) {
      const response = await fetch(`${this.#url()}/ioi/v3${path}`, {
        method,
        headers: { Authorization: this.#key, 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }).catch(() => undefined);
      const text = await response?.text().catch(() => undefined);
      if (response?.ok && text !== undefined) return text === '' ? {} : JSON.parse(text);
      // What is not there, or was stopped, may be again in a moment: after a restore it is made again.
      const mayCome =
        response === undefined || response.status >= 500 || [404, 409].includes(response.status);
      if (!mayCome) throw new Error(`${path}: ${response.status} ${text}`);
      if (Date.now() > deadline) throw new Error(`${path} was not answered: ${text}`);
    }
  }
}
