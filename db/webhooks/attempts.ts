import type { Knex } from 'knex';
import { raw } from 'objection';
import type { DeliveryRun } from '../../domain/webhooks/delivery.js';
import type { Database } from '../database.js';
import { WebhookDelivery } from '../models/webhook-delivery.js';
import { WebhookEndpoint } from '../models/webhook-endpoint.js';
import { cancelPending } from './cancel-deliveries.js';
import { secretsOf } from './secrets.js';

export interface AttemptToMake {
  delivery: WebhookDelivery;
  endpoint: WebhookEndpoint;
  secrets: string[];
}

/** The notification, its endpoint and the signing secrets; undefined if this workflow has nothing to send. */
export async function attemptToMake(
  db: Database,
  run: DeliveryRun,
  now: Date,
): Promise<AttemptToMake | undefined> {
  const delivery = await pending(db, run).first();
  const endpoint = delivery && (await WebhookEndpoint.query(db).findById(delivery.endpointId));
  if (delivery === undefined || endpoint === undefined) return undefined;
  return { delivery, endpoint, secrets: await secretsOf(db, endpoint.id, now) };
}

/** How an attempt ended. `GONE`: the receiver unsubscribes, so its endpoint is disabled. */
export interface EndedAttempt {
  state: 'DELIVERED' | 'FAILED' | 'GONE' | 'RETRY';
  status: number | null;
  error: string | null;
  /** With `RETRY`. */
  nextAttemptAt: Date | null;
  at: Date;
}

/** Records how an attempt ended. False if the delivery ended meanwhile. */
export async function recordAttempt(db: Database, run: DeliveryRun, ended: EndedAttempt): Promise<boolean> {
  const { state, status, error, nextAttemptAt, at } = ended;
  return db.transaction(async (trx) => {
    const [written] = await pending(trx, run)
      .patch({
        attempts: raw('attempts + 1'),
        lastStatus: status,
        lastError: error,
        lastAttemptAt: at,
        nextAttemptAt,
        ...(state !== 'RETRY' && { state: state === 'GONE' ? 'FAILED' : state, endedAt: at }),
      })
      .returning('endpoint_id');
    if (written === undefined) return false;
    if (state === 'GONE') await disableEndpoint(trx, written.endpointId, at);
    return true;
  });
}

/** Ends a delivery whose workflow was stopped. */
export async function cancelDelivery(db: Knex, run: DeliveryRun, reason: string, now: Date): Promise<void> {
  await pending(db, run).patch({
    state: 'CANCELLED',
    lastError: reason,
    nextAttemptAt: null,
    endedAt: now,
  });
}

async function disableEndpoint(trx: Knex, endpointId: string, now: Date): Promise<void> {
  await WebhookEndpoint.query(trx)
    .findById(endpointId)
    .where('active', true)
    .patch({ active: false, disabledReason: 'the receiver answered 410 Gone', updatedAt: now });
  await cancelPending(trx, endpointId, 'the receiver answered another notification with 410 Gone', now);
}

function pending(db: Knex, { deliveryId, resends }: DeliveryRun) {
  return WebhookDelivery.query(db).where({ id: deliveryId, state: 'PENDING', resends });
}
