import { type EventEnding, openDeliveries } from '../../db/webhooks/open-delivery.js';
import type { QueueToWake } from '../../db/webhooks/wake-queues.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { asActivity } from '../ground/failures.js';

/** Opens the deliveries of an event's end, and returns the queues that are idle: the run wakes those. */
export function createOpenWebhookDeliveries({
  db,
  catalog,
  now,
}: Pick<ActivityDependencies, 'db' | 'catalog' | 'now'>) {
  return (ending: EventEnding): Promise<QueueToWake[]> =>
    asActivity(() => openDeliveries({ db, catalog }, ending, now()));
}
