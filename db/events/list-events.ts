import type { Knex } from 'knex';
import type { Database } from '../database.js';
import type { EventState } from '../models/event.js';
import { seenBy } from '../models/visibility.js';
import { listedColumns, type StoredEvent } from './read-run.js';

export interface EventFilter {
  organizationId: string;
  type?: string | undefined;
  productId?: string | undefined;
  clientId?: string | undefined;
  policyId?: string | undefined;
  batchId?: string | undefined;
  state?: EventState | undefined;
  /** Inclusive. */
  createdFrom?: Date | undefined;
  /** Exclusive. */
  createdBefore?: Date | undefined;
}

/** Events that fit, newest first, and how many fit: counted up to a bound, so that counting costs no more than reading. */
export interface ListedEvents {
  events: StoredEvent[];
  total: number;
  isExact: boolean;
}

export async function listEvents(
  db: Database,
  filter: EventFilter,
  { offset, limit, countUpTo }: { offset: number; limit: number; countUpTo: number },
): Promise<ListedEvents> {
  const matching = () => db('events as event').where((query) => fitting(query, filter));
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

function fitting(query: Knex.QueryBuilder, filter: EventFilter): void {
  const { organizationId, type, productId, clientId, policyId, batchId, state } = filter;
  query.whereRaw(seenBy('events', 'event'), [organizationId]);
  if (type !== undefined) query.where('event.type', type);
  if (productId !== undefined) query.where('event.product_id', productId);
  if (clientId !== undefined) query.where('event.client_id', clientId);
  if (policyId !== undefined) query.where('event.policy_id', policyId);
  if (batchId !== undefined) query.where('event.batch_id', batchId);
  if (state !== undefined) query.where('event.state', state);
  // Written out, so that the planner sees that the partial index fits.
  if (state !== undefined && state !== 'COMPLETED') query.whereRaw(`event.state <> 'COMPLETED'`);
  if (filter.createdFrom !== undefined) query.where('event.created_at', '>=', filter.createdFrom);
  if (filter.createdBefore !== undefined) query.where('event.created_at', '<', filter.createdBefore);
}
