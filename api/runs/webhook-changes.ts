import type { Logger } from 'pino';
import { numberChanges } from '../../db/changes/number-changes.js';
import { keptChanges } from '../../db/changes/read-changes.js';
import type { Database } from '../../db/database.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import {
  beginFollowing,
  endpointsBehind,
  hasFollowers,
  tellNextChanges,
} from '../../db/webhooks/follow-changes.js';
import { claimIdleQueues } from '../../db/webhooks/wake-queues.js';
import { RepeatedWork } from '../ground/repeated-work.js';
import type { WebhookQueues } from './webhook-queues.js';

const everyMs = 1_000;

export interface WebhookChangesDependencies {
  db: Database;
  catalog: Pick<ProductCatalog, 'version'>;
  queues: Pick<WebhookQueues, 'wake'>;
  now: () => Date;
  signal: AbortSignal;
}

/** Tells webhook endpoints of the changes of the feed. Any number of processes may do it beside each other. */
export class WebhookChanges {
  /** All changes up to this number are told. */
  #toldTo: string | undefined;

  constructor(private readonly uses: WebhookChangesDependencies) {}

  /** Opens the deliveries of all changes that are committed, and wakes their queues. */
  async tell(): Promise<void> {
    const { db, catalog, now, signal } = this.uses;
    if (!(await hasFollowers(db))) return;
    await numberChanges(db, signal);
    const { last } = await keptChanges(db);
    if (last === this.#toldTo) return;
    await beginFollowing(db, last);
    let behind = await endpointsBehind(db);
    if (behind.length === 0) this.#toldTo = last;
    const failures: unknown[] = [];
    // One page of each in turn: none waits for the end of another, nor for its failure.
    while (behind.length > 0 && !signal.aborted) {
      const further: string[] = [];
      for (const endpointId of behind) {
        try {
          if (await tellNextChanges({ db, catalog }, endpointId, now())) further.push(endpointId);
        } catch (error) {
          failures.push(error);
        }
      }
      await this.#wake(further);
      behind = further;
    }
    if (failures.length > 0) throw failures[0];
  }

  /** Those that cannot be woken now are woken by the sweep of queues. */
  async #wake(endpointIds: readonly string[]): Promise<void> {
    if (endpointIds.length === 0) return;
    const { db, queues, now } = this.uses;
    for (const queue of await claimIdleQueues(db, endpointIds, now())) await queues.wake(queue);
  }
}

/** `WebhookChanges`, again and again. */
export function webhookChangesSweep(uses: WebhookChangesDependencies & { log: Logger }): RepeatedWork {
  const changes = new WebhookChanges(uses);
  const whenFailed = 'could not tell webhook endpoints of changes; trying again in a second';
  return new RepeatedWork({ everyMs, log: uses.log, whenFailed }, () => changes.tell());
}
