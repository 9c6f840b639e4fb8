import type { ClockComparison, ClockCopyRequest, ClockCopyView } from '../../api/clocks/copy/schemas.js';
import type { ClockView, ListedClock } from '../../api/clocks/schemas.js';
import type { ListedEvent } from '../../api/events/schemas.js';
import { CommandFailure } from '../ground/command-failure.js';
import { asFailure, ServiceClient } from '../products/service-client.js';
import { loadServiceAccess } from '../settings/service-access.js';

/** A test clock, as the service answers it; what stands under it only where one is read. */
export type ClockObject = Omit<ListedClock, 'createdTimestamp' | 'createdBy'> &
  Partial<Pick<ClockView, 'nextDueTimestamp' | 'clients' | 'policies'>>;

/** What a command shows of an event of a clock. */
export type ClockEvent = Pick<
  ListedEvent,
  'triggerRequestId' | 'lineName' | 'policyId' | 'failedActionCount' | 'createdTimestamp'
> & { type: string; state: string; businessTimestamp: string };

/** What is copied; the service checks the plan. */
type CopyRequest = Omit<ClockCopyRequest, 'paymentPlan'> & { paymentPlan?: string };

const pageSize = 100;

/** The test clocks of a running service: a clock is advanced by its workflow, so there are none without one. */
export class ServiceClocks {
  readonly #service: ServiceClient;

  constructor(url: string | undefined) {
    const access = loadServiceAccess(url);
    if (access === undefined) {
      throw new CommandFailure('Name the running service: --url, or IOI_URL in the environment.');
    }
    this.#service = new ServiceClient(access);
  }

  create(clock: { name: string; businessTime: string; waitsTimeOut?: boolean }): Promise<ClockObject> {
    return this.#ask('POST', '/clock', clock);
  }

  get(clockId: string): Promise<ClockObject> {
    return this.#ask('GET', `/clock/${clockId}`);
  }

  advance(clockId: string, to: string): Promise<ClockObject> {
    return this.#ask('POST', `/clock/${clockId}/advance`, { to });
  }

  stop(clockId: string): Promise<ClockObject> {
    return this.#ask('POST', `/clock/${clockId}/stop`);
  }

  copy(clockId: string, request: CopyRequest): Promise<ClockCopyView> {
    return this.#ask('POST', `/clock/${clockId}/copy`, request);
  }

  /** The totals of a clock's copies beside their originals, or beside their copies under another clock. */
  comparison(clockId: string, otherId: string | undefined): Promise<ClockComparison> {
    const other = otherId === undefined ? '' : `&with=${otherId}`;
    return this.#ask('GET', `/clock/${clockId}/comparison?size=1${other}`);
  }

  async delete(clockId: string): Promise<void> {
    await this.#ask('DELETE', `/clock/${clockId}`);
  }

  async list(): Promise<ClockObject[]> {
    return this.#all<ClockObject>('/clock?');
  }

  /** The events of a clock that were recorded since a moment of system time, in any order. */
  async eventsSince(clockId: string, createdFrom: string | undefined): Promise<ClockEvent[]> {
    const from = createdFrom === undefined ? '' : `&createdFrom=${encodeURIComponent(createdFrom)}`;
    return this.#all<ClockEvent>(`/event?clockId=${clockId}${from}&`);
  }

  /** The latest event of a clock. */
  async latestEvent(clockId: string): Promise<ClockEvent | undefined> {
    const { content } = await this.#ask<{ content: ClockEvent[] }>('GET', `/event?clockId=${clockId}&size=1`);
    return content[0];
  }

  async policyNumber(policyId: string): Promise<string> {
    const body = { includePolicy: true };
    const answer = await this.#ask<{ policy: { policyNumber: string } }>('POST', `/policy/${policyId}`, body);
    return answer.policy.policyNumber;
  }

  async #all<Item>(path: string): Promise<Item[]> {
    const items: Item[] = [];
    for (let page = 0; ; page += 1) {
      const answer = await this.#ask<{ content: Item[]; last: boolean }>(
        'GET',
        `${path}page=${page}&size=${pageSize}`,
      );
      items.push(...answer.content);
      if (answer.last) return items;
    }
  }

  async #ask<Answer>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<Answer> {
    try {
      return await this.#service.request<Answer>(method, path, body);
    } catch (error) {
      throw asFailure(error);
    }
  }
}
