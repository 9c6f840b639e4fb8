import type { Knex } from 'knex';
import type { Database } from '../database.js';
import { narrow } from '../filters.js';
import { Client } from '../models/client.js';
import { type ReadPage, readSeenPage } from '../read-page.js';
import { timeZoneOfDays } from '../time-zones.js';
import { type ClientFilter, clientFilters } from './client-filters.js';

interface ClientLimits {
  offset: number;
  limit: number;
  countUpTo: number;
  /** Only clients that a quote, a policy or an event of these products is about. */
  productIds?: readonly string[] | undefined;
}

const columns = [
  'id',
  'name',
  'type',
  'status',
  'location_code',
  'language',
  'clock_id',
  'created_at',
  'updated_at',
];

/**
 * Matching clients of the organization, without their answers, and their number. The latest created are first; with a
 * filter on the time of the last change, the latest changed.
 */
export async function listClients(
  db: Database,
  organizationId: string,
  filter: ClientFilter,
  { productIds, ...limits }: ClientLimits,
): Promise<{ clients: Client[] } & Omit<ReadPage, 'ids'>> {
  const order = [isByChange(filter) ? 'updated_at' : 'created_at', 'id'] as const;
  const timeZone = await timeZoneOfDays(db, organizationId, filter);
  const { ids, ...counted } = await readSeenPage(db, {
    table: 'clients',
    organizationId,
    order,
    countedBy: order,
    ...limits,
    narrow: (query) => {
      query.whereRaw('clients.erased_at is null');
      narrow(query, 'clients', clientFilters, filter, timeZone);
      if (productIds) ofProducts(query, productIds);
    },
  });
  const clients = await Client.query(db)
    .findByIds(ids)
    .select(columns)
    .orderBy(order.map((column) => ({ column, order: 'desc' as const })));
  return { clients, ...counted };
}

/** Only clients with a record of these products. */
function ofProducts(query: Knex.QueryBuilder, productIds: readonly string[]): void {
  const inTable = (table: string) =>
    `exists (select from ${table} record where record.client_id = clients.id and record.product_id = any (?::uuid[]))`;
  const tables = ['policies', 'quotes', 'events'];
  query.whereRaw(
    `(${tables.map(inTable).join(' or ')})`,
    tables.map(() => [...productIds]),
  );
}

/** Whether clients are listed by their last change. */
export const isByChange = ({ updatedFrom, updatedTo }: ClientFilter): boolean =>
  updatedFrom !== undefined || updatedTo !== undefined;
