import type { Context } from '@temporalio/activity';
import type { Knex } from 'knex';
import type { WebhookEndpoint } from '../../db/models/webhook-endpoint.js';
import { type Disabling, disableEndpoint } from '../../db/webhooks/disable-endpoint.js';
import { nextAttempt, rest } from '../../db/webhooks/queue-round.js';
import { type EndpointHealth, pauseSeconds } from '../../domain/webhooks/circuit.js';
import type { ActivityDependencies } from '../ground/dependencies.js';

/** How a round ended. `CLOSED`: the endpoint was disabled. `waitMs`: until the next round; null for no limit. */
export type RoundEnd =
  | { kind: 'CLOSED'; detail: string }
  | { kind: 'OPEN'; waitMs: number | null; detail: string };

export type RoundDependencies = Pick<ActivityDependencies, 'db' | 'outbound' | 'now'> &
  Pick<Context, 'log' | 'cancellationSignal'>;

const dayMs = 24 * 3_600_000;

/** Whether nothing was accepted for so long that the endpoint is disabled. */
export function isDead({ failingSince }: EndpointHealth, { outbound, now }: RoundDependencies): boolean {
  if (failingSince === null) return false;
  return now().getTime() - failingSince.getTime() >= outbound.webhooks.disableAfterDays * dayMs;
}

/** Disables the endpoint in the transaction of its last attempts; the next round closes the queue. */
export async function disable(
  trx: Knex,
  endpoint: WebhookEndpoint,
  why: Omit<Disabling, 'now'>,
  { now, log }: RoundDependencies,
): Promise<void> {
  await disableEndpoint(trx, endpoint, { ...why, now: now() });
  log.warn('disabled a webhook endpoint', { endpointId: endpoint.id, reason: why.reason });
}

/** Pauses the queue of an endpoint whose circuit is open; `again` if it was so before the round. */
export async function pause(
  endpointId: string,
  health: EndpointHealth,
  again: boolean,
  { db, outbound, now, log }: RoundDependencies,
): Promise<RoundEnd> {
  const { failures, lastError } = health;
  const waitMs = pauseSeconds(health, outbound.webhooks.retrySeconds) * 1000;
  await rest(db, endpointId, { state: 'PAUSED', nextLookAt: new Date(now().getTime() + waitMs) });
  if (!again) {
    log.warn('a webhook endpoint fails; it gets single attempts until one succeeds', {
      endpointId,
      error: lastError,
    });
  }
  return { kind: 'OPEN', waitMs, detail: `paused after ${failures} failures: ${lastError}` };
}

/** Makes the queue idle until the next attempt or delivery; undefined if something is due. */
export async function idle(
  endpointId: string,
  { db, now }: RoundDependencies,
): Promise<RoundEnd | undefined> {
  const next = await nextAttempt(db, endpointId);
  if (next !== undefined && next <= now()) return undefined;
  await rest(db, endpointId, { state: 'IDLE', nextLookAt: null });
  // A delivery that was committed before the queue became idle has woken nobody.
  const first = await nextAttempt(db, endpointId);
  if (first === undefined) return { kind: 'OPEN', waitMs: null, detail: 'nothing waits' };
  const waitMs = Math.max(0, first.getTime() - now().getTime());
  return { kind: 'OPEN', waitMs, detail: `the next attempt is at ${first.toISOString()}` };
}
