import type { Knex } from 'knex';
import type { EndpointHealth } from '../../domain/webhooks/circuit.js';
import { longestDeliveryMs } from '../../domain/webhooks/retries.js';
import type { Database } from '../database.js';
import { facts } from '../facts.js';
import { WebhookDelivery } from '../models/webhook-delivery.js';
import { WebhookEndpoint } from '../models/webhook-endpoint.js';
import { WebhookQueue } from '../models/webhook-queue.js';
import { cancelPending } from './cancel-deliveries.js';
import { secretsOf } from './secrets.js';

/** How long a round may work before the sweep takes it for lost; it says often that it is there. */
const horizonMs = 20_000;

/** An endpoint and the secrets that sign its notifications. */
export interface DeliveryTarget {
  endpoint: WebhookEndpoint;
  secrets: string[];
}

/** A round, with the queue as it was found. */
export interface QueueRound extends DeliveryTarget {
  health: EndpointHealth;
  pausedUntil: Date | null;
}

export type DueDelivery = Pick<
  WebhookDelivery,
  'id' | 'messageId' | 'resends' | 'retries' | 'eventType' | 'body'
>;

/**
 * Begins a round of an endpoint's queue. Deliveries that were not accepted in three days, as during a long
 * pause, become `FAILED`; if the endpoint is well, as after days without the service, each is attempted before.
 * Undefined if the endpoint is disabled or deleted, when nothing may wait for it any more, or polled.
 */
export async function beginRound(
  db: Database,
  endpointId: string,
  now: Date,
): Promise<QueueRound | undefined> {
  const [target, queue] = await Promise.all([
    readTarget(db, endpointId, now),
    WebhookQueue.query(db).findById(endpointId),
  ]);
  if (target === undefined || queue === undefined) return undefined;
  const { endpoint } = target;
  // It is polled.
  if (endpoint.url === '') return undefined;
  if (!endpoint.active) {
    const how = endpoint.deletedAt === null ? 'disabled' : 'deleted';
    await cancelPending(db, endpointId, `the endpoint was ${how}`, now);
    await rest(db, endpointId, { state: 'IDLE', nextLookAt: null });
    return undefined;
  }
  const { failures, failingSince, lastError, nextLookAt } = queue;
  const health = { failures, failingSince, lastError };
  if (queue.state === 'PAUSED' && nextLookAt !== null && nextLookAt > now) {
    return { ...target, health, pausedUntil: nextLookAt };
  }
  await keepWorking(db, endpointId, health, now);
  await WebhookDelivery.query(db)
    .where({ endpoint_id: endpointId, state: 'PENDING' })
    .where('sending_since', '<', new Date(now.getTime() - longestDeliveryMs))
    .where('next_attempt_at', '<=', now)
    .modify((late) => {
      if (failures === 0) late.where('attempts', '>', 0);
    })
    .patch({
      state: 'FAILED',
      lastError: 'it was not accepted within three days',
      nextAttemptAt: null,
      endedAt: now,
    });
  return { ...target, health, pausedUntil: null };
}

/** An endpoint as it is now; undefined if there is none. */
export async function readTarget(
  db: Database,
  endpointId: string,
  now: Date,
): Promise<DeliveryTarget | undefined> {
  const [endpoint, secrets] = await Promise.all([
    WebhookEndpoint.query(db).findById(endpointId),
    secretsOf(db, endpointId, now),
  ]);
  return endpoint && { endpoint, secrets };
}

/** Stores the endpoint's health, and that a round is working. */
export async function keepWorking(
  db: Database,
  endpointId: string,
  health: EndpointHealth,
  now: Date,
): Promise<void> {
  const nextLookAt = new Date(now.getTime() + horizonMs);
  await WebhookQueue.query(db)
    .findById(endpointId)
    .patch({ ...health, state: 'WORKING', nextLookAt });
}

/** The first of the due deliveries in their order, except those under way. */
export async function dueDeliveries(
  db: Database,
  endpointId: string,
  { except, limit, now }: { except: readonly string[]; limit: number; now: Date },
): Promise<DueDelivery[]> {
  return WebhookDelivery.query(db)
    .where({ endpoint_id: endpointId, state: 'PENDING' })
    .where('next_attempt_at', '<=', now)
    .whereNotIn('id', [...except])
    .select('id', 'message_id', 'resends', 'retries', 'event_type', 'body')
    .orderBy(['next_attempt_at', 'created_at'])
    .limit(limit);
}

/** How an attempt ended. */
export interface EndedAttempt {
  id: string;
  resends: number;
  /** `PENDING`: there is another attempt, at `next`. */
  state: 'PENDING' | 'DELIVERED' | 'FAILED';
  status: number | null;
  error: string | null;
  at: Date;
  next: Date | null;
}

/** Records how attempts ended. Deliveries that ended or were resent meanwhile stay as they are. */
export async function recordAttempts(db: Knex, ended: readonly EndedAttempt[]): Promise<void> {
  await db
    .raw(
      `update webhook_deliveries d
       set attempts = d.attempts + 1, state = e.state, last_status = e.status, last_error = e.error,
           last_attempt_at = e.at, next_attempt_at = e.next,
           retries = d.retries + case when e.state = 'PENDING' then 1 else 0 end,
           ended_at = case when e.state = 'PENDING' then null else e.at end
       from jsonb_to_recordset(cast(? as jsonb))
         as e (id uuid, resends integer, state text, status smallint, error text, at timestamptz, next timestamptz)
       where d.id = e.id and d.resends = e.resends and d.state = 'PENDING'`,
      [JSON.stringify(ended)],
    )
    .options({ name: 'webhook_attempts_record' });
  for (const { state } of ended) facts.webhookAttempt.tellAfterCommit(db, () => ({ result: state }));
}

/** Makes every pending delivery due: the endpoint answers again. */
export async function makeAllDue(db: Database, endpointId: string, now: Date): Promise<void> {
  await WebhookDelivery.query(db)
    .where({ endpoint_id: endpointId, state: 'PENDING' })
    .where('next_attempt_at', '>', now)
    .patch({ nextAttemptAt: now });
}

/** The time of the next attempt; undefined if no delivery waits. */
export async function nextAttempt(db: Database, endpointId: string): Promise<Date | undefined> {
  const first = await WebhookDelivery.query(db)
    .where({ endpoint_id: endpointId, state: 'PENDING' })
    .orderBy(['next_attempt_at', 'created_at'])
    .select('next_attempt_at')
    .first();
  return first?.nextAttemptAt ?? undefined;
}

/** Ends a round: the queue is idle or paused. */
export async function rest(
  db: Database,
  endpointId: string,
  { state, nextLookAt }: { state: 'IDLE' | 'PAUSED'; nextLookAt: Date | null },
): Promise<void> {
  await WebhookQueue.query(db).findById(endpointId).patch({ state, nextLookAt });
}
