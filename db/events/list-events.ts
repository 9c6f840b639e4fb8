import type { Database } from '../database.js';
import { narrow } from '../filters.js';
import { inOrder, type ReadPage, readSeenPage } from '../read-page.js';
import { timeZoneOfDays } from '../time-zones.js';
import { type EventFilter, eventFilters } from './event-filters.js';
import { type StoredEvent, storedEvents } from './read-run.js';

/** Matching events, newest first, and their number. */
export interface ListedEvents extends Omit<ReadPage, 'ids'> {
  events: StoredEvent[];
}

export async function listEvents(
  db: Database,
  organizationId: string,
  filter: EventFilter,
  limits: { offset: number; limit: number; countUpTo: number },
): Promise<ListedEvents> {
  const timeZone = await timeZoneOfDays(db, organizationId, filter);
  const { ids, ...counted } = await readSeenPage(db, {
    table: 'events',
    organizationId,
    order: ['created_at', 'trigger_request_id'],
    // The newest of a hundred that failed can lie behind a million that did not.
    isSought: filter.failedActions === 'true' || filter.waiting === 'true',
    ...limits,
    narrow: (query) => {
      narrow(query, 'events', eventFilters, filter, timeZone);
      // Written out, so that the planner recognizes the partial index.
      if (filter.state !== undefined && filter.state !== 'COMPLETED') {
        query.whereRaw(`events.state <> 'COMPLETED'`);
      }
      // The actions of a shared event, and what was acknowledged, are its organization's.
      const { waiting, failedActions, acknowledged } = filter;
      if ([waiting, failedActions, acknowledged].some((asked) => asked !== undefined)) {
        query.where('events.organization_id', organizationId);
      }
    },
  });
  const events = await storedEvents(db)
    .findByIds(ids)
    .orderBy(inOrder({ order: ['events.created_at', 'trigger_request_id'] }));
  return { events, ...counted };
}
