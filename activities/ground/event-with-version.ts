import type { AcceptedEvent } from '../../db/events/read-event.js';
import type { CatalogVersion } from '../../db/products/catalog.js';
import type { ActivityDependencies } from './dependencies.js';
import { missing } from './failures.js';

/** An event with the product version that configures it. */
export interface EventWithVersion {
  event: AcceptedEvent;
  version: CatalogVersion;
}

/** Reads an action's event and its product version. A missing record is not retried. */
export async function readEventWithVersion(
  { events, catalog }: Pick<ActivityDependencies, 'events' | 'catalog'>,
  triggerRequestId: string,
): Promise<EventWithVersion> {
  const event = await events.read(triggerRequestId);
  if (event === undefined) throw missing('event', triggerRequestId);
  const version = await catalog.version(event.productVersionId);
  if (version === null) throw missing('product version', event.productVersionId);
  return { event, version };
}
