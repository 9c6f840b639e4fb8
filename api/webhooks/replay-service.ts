import { placeAt, timeAfter } from '../../db/changes/place-in-feed.js';
import { keptChanges } from '../../db/changes/read-changes.js';
import type { Database } from '../../db/database.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import { findEndpoint } from '../../db/webhooks/endpoints.js';
import { type ReplayFrom, replay } from '../../db/webhooks/replay.js';
import { claimIdleQueues } from '../../db/webhooks/wake-queues.js';
import { BadRequest, Conflict, Gone, NotFound } from '../errors/app-error.js';
import { type Caller, requireUnrestricted } from '../http/caller.js';
import { QueueUnwoken, type WebhookQueues } from '../runs/webhook-queues.js';

export interface WebhookReplayDependencies {
  db: Database;
  catalog: Pick<ProductCatalog, 'version'>;
  queues: Pick<WebhookQueues, 'wake'>;
  now: () => Date;
}

/** Notifications of the past, for an endpoint that is new or has lost what it was told. */
export class WebhookReplays {
  constructor(private readonly uses: WebhookReplayDependencies) {}

  /** 404 if the organization has no such endpoint; 409 if it is disabled; 410 if changes after `since` are no longer kept. */
  async replay(
    caller: Caller,
    endpointId: string,
    { from, since }: { from?: string | undefined; since?: string | undefined },
  ) {
    requireUnrestricted(caller, 'replays no notifications');
    const { db, catalog, now } = this.uses;
    const endpoint = await findEndpoint(db, caller.organizationId, endpointId);
    if (endpoint === undefined) throw new NotFound('webhook endpoint', endpointId);
    if (!endpoint.active) throw new Conflict('the endpoint is disabled', { code: 'ENDPOINT_DISABLED' });
    const at = from === undefined ? await this.#placeOf(since ?? '') : await this.#timeOf(new Date(from));
    const { queued, next } = await replay({ db, catalog }, endpoint, at, now());
    if (queued > 0) await this.#wake(endpointId);
    return { queued, ...(next && { next: next.toISOString() }), isLast: next === null };
  }

  async #timeOf(from: Date): Promise<ReplayFrom> {
    return { from, after: await placeAt(this.uses.db, from) };
  }

  async #placeOf(after: string): Promise<ReplayFrom> {
    const { db, now } = this.uses;
    const { last, removedTo } = await keptChanges(db);
    if (BigInt(after) > BigInt(last))
      throw new BadRequest([{ field: 'since', detail: `is after the last change, ${last}` }]);
    if (BigInt(after) < BigInt(removedTo)) throw new Gone(after, 'body');
    return { after, from: (await timeAfter(db, after)) ?? now() };
  }

  /** If it cannot be woken now, the sweep of queues wakes it. */
  async #wake(endpointId: string): Promise<void> {
    const { db, queues, now } = this.uses;
    for (const queue of await claimIdleQueues(db, [endpointId], now())) {
      try {
        await queues.wake(queue);
      } catch (error) {
        if (!(error instanceof QueueUnwoken)) throw error;
      }
    }
  }
}
