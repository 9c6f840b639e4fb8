import type { Http, RequestOptions } from './core/http.js';
import type { Events } from './events.js';
import { PoliciesOperations } from './generated/operations.js';
import type { IssuedPolicy, PolicyCreatePayload } from './generated/types.js';

export class Policies extends PoliciesOperations {
  readonly #events: Events;

  constructor(http: Http, events: Events) {
    super(http);
    this.#events = events;
  }

  /** Issues a policy for each quote, all of them or none: fires `POLICY_CREATE`. */
  async issue(
    { lineId, ...payload }: { lineId: string } & PolicyCreatePayload,
    options?: RequestOptions,
  ): Promise<IssuedPolicy[]> {
    const fired = await this.#events.fire('POLICY_CREATE', { lineId, payload }, options);
    const issued = fired.metadata.POLICY_CREATE;
    if (!issued) throw new Error(`The event ${fired.triggerRequestId} failed: events.get() says why.`);
    return issued.policies;
  }
}
