import type { Knex } from 'knex';
import type { Database } from '../database.js';
import { narrow } from '../filters.js';
import { seenBy } from '../models/visibility.js';
import { type EventFilter, eventFilters } from './event-filters.js';
import { listedColumns, type StoredEvent } from './read-run.js';

/**
 * Matching events, newest first, and their number, counted up to a limit so that counting costs no more than
 * reading.
 */
export interface ListedEvents {
  events: StoredEvent[];
  total: number;
  isExact: boolean;
}

export async function listEvents(
  db: Database,
  organizationId: string,
  filter: EventFilter,
  { offset, limit, countUpTo }: { offset: number; limit: number; countUpTo: number },
): Promise<ListedEvents> {
  const matching = () => db('events as event').where((query) => fitting(query, organizationId, filter));
  const page = matching()
    .leftJoin('products as product', 'product.id', 'event.product_id')
    .select(db.raw(listedColumns))
    .orderBy([
      { column: 'event.created_at', order: 'desc' },
      { column: 'event.trigger_request_id', order: 'desc' },
    ])
    .offset(offset)
    .limit(limit);
  const counted = db.count('* as total').from(
    matching()
      .select(db.raw('1'))
      .limit(countUpTo + 1)
      .as('counted'),
  );
  const [events, [count]] = (await Promise.all([page, counted])) as [StoredEvent[], { total: string }[]];
  const total = Number(count?.total ?? 0);
  return { events, total: Math.min(total, countUpTo), isExact: total <= countUpTo };
}

function fitting(query: Knex.QueryBuilder, organizationId: string, filter: EventFilter): void {
  query.whereRaw(seenBy('events', 'event'), [organizationId]);
  narrow(query, 'event', eventFilters, filter);
  // Written out, so that the planner recognizes the partial index.
  if (filter.state !== undefined && filter.state !== 'COMPLETED') {
    query.whereRaw(`event.state <> 'COMPLETED'`);
  }
}
