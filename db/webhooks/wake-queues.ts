import type { Knex } from 'knex';
import type { Database } from '../database.js';
import { WebhookQueue } from '../models/webhook-queue.js';

/** A queue whose workflow has to be woken. */
export interface QueueToWake {
  endpointId: string;
  organizationId: string;
}

/** How long after its time a look counts as missed. */
const graceMs = 10_000;
/** A queue that was woken begins its round by then: otherwise the worker died that was to wake it. */
const beginsWithinMs = 2_000;
/** How soon the same queue is woken again. */
const againMs = 60_000;
const batchSize = 200;

/**
 * Marks the idle ones of these queues as working, and returns them to be woken, with those that were marked
 * and did not begin; endpoints that are polled have none. Call it after the commit of the new deliveries: a queue looks for deliveries again after
 * it has become idle, so one of the two notices.
 */
export async function claimIdleQueues(
  db: Database,
  endpointIds: readonly string[],
  now: Date,
): Promise<QueueToWake[]> {
  const { rows } = await db
    .raw<{ rows: QueueToWake[] }>(
      `update webhook_queues q set state = 'WORKING', next_look_at = ?
       from webhook_endpoints e
       where q.endpoint_id = any (?::uuid[]) and e.id = q.endpoint_id and e.url <> ''
         and (q.state = 'IDLE' or q.state = 'WORKING' and q.next_look_at < ?)
       returning q.endpoint_id as "endpointId", e.organization_id as "organizationId"`,
      [now, endpointIds, new Date(now.getTime() - beginsWithinMs)] as never,
    )
    .options({ name: 'webhook_queues_claim' });
  return rows;
}

/** Has a queue look at once, also during a pause; then it makes one attempt. */
export async function endPause(db: Knex, endpointId: string, now: Date): Promise<void> {
  await WebhookQueue.query(db).findById(endpointId).patch({ state: 'WORKING', nextLookAt: now });
}

/** Forgets how the endpoint answered; the sweep wakes the queue if something waits. */
export async function resetQueue(trx: Knex, endpointId: string): Promise<void> {
  await WebhookQueue.query(trx)
    .findById(endpointId)
    .patch({ state: 'IDLE', nextLookAt: null, failures: 0, failingSince: null, lastError: null });
}

/** Queues with due deliveries whose workflow missed its look, and postpones their next one. */
export async function overdueQueues(db: Database, now: Date): Promise<QueueToWake[]> {
  const missed = new Date(now.getTime() - graceMs);
  const { rows } = await db.raw<{ rows: QueueToWake[] }>(
    `update webhook_queues q set state = 'WORKING', next_look_at = ?
     from webhook_endpoints e
     where e.id = q.endpoint_id and q.endpoint_id in (
       select endpoint_id from webhook_queues overdue
       -- Those that are polled have no address.
       where exists (select from webhook_endpoints own where own.id = overdue.endpoint_id and own.url <> '')
         and (next_look_at is null or next_look_at < ?) and exists (
         select from webhook_deliveries d
         where d.endpoint_id = overdue.endpoint_id and d.state = 'PENDING' and d.next_attempt_at < ?
       )
       order by next_look_at nulls first limit ?
       for update skip locked
     )
     returning q.endpoint_id as "endpointId", e.organization_id as "organizationId"`,
    [new Date(now.getTime() + againMs), missed, missed, batchSize] as never,
  );
  return rows;
}
