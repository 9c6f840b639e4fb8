import { placeAt, timeAfter } from '../../db/changes/place-in-feed.js';
import { keptChanges } from '../../db/changes/read-changes.js';
import type { Database } from '../../db/database.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import { findEndpoint } from '../../db/webhooks/endpoints.js';
import { hasWaiting, mostWaiting } from '../../db/webhooks/polled-endpoints.js';
import { type ReplayPlace, replay } from '../../db/webhooks/replay.js';
import { claimIdleQueues } from '../../db/webhooks/wake-queues.js';
import { BadRequest, Conflict, Gone, NotFound } from '../errors/app-error.js';
import { type Caller, requireUnrestricted } from '../http/caller.js';
import { QueueUnwoken, type WebhookQueues } from '../runs/webhook-queues.js';
import { cursorOf, placeOf } from './replay-cursor.js';
import type { ReplayRequest } from './replay-schemas.js';

export interface WebhookReplayDependencies {
  db: Database;
  catalog: Pick<ProductCatalog, 'version'>;
  queues: Pick<WebhookQueues, 'wake'>;
  now: () => Date;
}

/** With more that waits for polls, a replay would soon disable the endpoint. */
const mostBeforeReplay = mostWaiting / 2;

/** Notifications of the past, for an endpoint that is new or has lost what it was told. */
export class WebhookReplays {
  constructor(private readonly uses: WebhookReplayDependencies) {}

  /** 404 if the organization has no such endpoint; 409 if it is disabled or behind with its polls; 410 if changes of that time are no longer kept. */
  async replay(caller: Caller, endpointId: string, { from, since, cursor }: ReplayRequest) {
    requireUnrestricted(caller, 'replays no notifications');
    const { db, catalog, now } = this.uses;
    const endpoint = await findEndpoint(db, caller.organizationId, endpointId);
    if (endpoint === undefined) throw new NotFound('webhook endpoint', endpointId);
    if (!endpoint.active) throw new Conflict('the endpoint is disabled', { code: 'ENDPOINT_DISABLED' });
    if (endpoint.url === '' && (await hasWaiting(db, endpointId, mostBeforeReplay)))
      throw new Conflict(`more than ${mostBeforeReplay} notifications wait: take them by polls first`);
    const place = await this.#placeOf(endpointId, { from, since, cursor });
    const { queued, next } = await replay({ db, catalog }, endpoint, place, { now: now() });
    if (queued > 0) await this.#wake(endpointId);
    const nextCursor = next === null ? {} : { nextCursor: cursorOf(endpointId, next) };
    return { queued, ...nextCursor, isLast: next === null };
  }

  async #placeOf(endpointId: string, { from, since = '', cursor }: ReplayRequest): Promise<ReplayPlace> {
    const { db, now } = this.uses;
    const begunAt = now().toISOString();
    if (from !== undefined) return { from, begunAt, event: null, after: await placeAt(db, new Date(from)) };
    const place = cursor === undefined ? undefined : placeOf(endpointId, cursor);
    const after = place?.after ?? since;
    const { last, removedTo } = await keptChanges(db);
    const field = cursor === undefined ? 'since' : 'cursor';
    if (BigInt(after) > BigInt(last))
      throw new BadRequest([{ field, detail: `is after the last change, ${last}` }]);
    if (BigInt(after) < BigInt(removedTo)) throw new Gone(after, 'body');
    if (place !== undefined) return place;
    const first = (await timeAfter(db, after)) ?? now();
    return { from: first.toISOString(), begunAt, event: null, after };
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
