import { Context } from '@temporalio/activity';
import { beginRound } from '../../db/webhooks/queue-round.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { asActivity } from '../ground/failures.js';
import { withSignsOfLife } from '../ground/sign-of-life.js';
import { DeliveryRound } from './delivery-round.js';
import type { RoundEnd } from './end-round.js';

/** The most endpoints that a worker, which runs up to 100 activities, serves at a time. */
const mostRounds = 40;

/**
 * Delivers what is due to an endpoint, and returns how long its queue may wait. If the worker stops between
 * sending and recording, a notification is sent again with the same id.
 */
export function createDeliverWebhooks(dependencies: Pick<ActivityDependencies, 'db' | 'outbound' | 'now'>) {
  let rounds = 0;
  return (endpointId: string): Promise<RoundEnd> =>
    asActivity(async () => {
      if (rounds >= mostRounds) return { kind: 'OPEN', waitMs: 1_000, detail: 'waiting for a free worker' };
      rounds += 1;
      try {
        return await withSignsOfLife(() => deliver(dependencies, endpointId));
      } finally {
        rounds -= 1;
      }
    });
}

async function deliver(
  { db, outbound, now }: Pick<ActivityDependencies, 'db' | 'outbound' | 'now'>,
  endpointId: string,
): Promise<RoundEnd> {
  const round = await beginRound(db, endpointId, now());
  if (round === undefined)
    return { kind: 'CLOSED', detail: 'nothing is sent to the endpoint: it is disabled, deleted or polled' };
  const { pausedUntil } = round;
  if (pausedUntil !== null) {
    const detail = `paused until ${pausedUntil.toISOString()}`;
    return { kind: 'OPEN', waitMs: pausedUntil.getTime() - now().getTime(), detail };
  }
  const { log, cancellationSignal } = Context.current();
  return new DeliveryRound(round, { db, outbound, now, log, cancellationSignal }).run();
}
