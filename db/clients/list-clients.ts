import type { Knex } from 'knex';
import { phoneDigits } from '../../domain/client/phone.js';
import type { Database } from '../database.js';
import { narrow } from '../filters.js';
import { Client } from '../models/client.js';
import { inOrder, type ReadPage, readSeenPage } from '../read-page.js';
import { timeZoneOfDays } from '../time-zones.js';
import { anyPart, type ClientFilter, type ClientSort, clientFilters } from './client-filters.js';

interface ClientLimits {
  sort: ClientSort;
  offset: number;
  limit: number;
  countUpTo: number;
  /** Only clients that a quote, a policy or an event of these products is about. */
  productIds?: readonly string[] | undefined;
}

const contact = (...questions: string[]) =>
  `coalesce(${questions.map((qid) => `nullif(answers #>> '{${qid},answer}', '')`).join(', ')})`;

/** How a client is reached: as policies of it say. */
const contacts = `${contact('client.contact.phoneNumber', 'client.phoneNumber')} as phone,
  ${contact('client.contact.email', 'client.email')} as email`;

export type StoredListedClient = Client & { phone: string | null; email: string | null };

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

/** The column of each order. */
const sortColumns = {
  createdTimestamp: 'created_at',
  updatedTimestamp: 'updated_at',
  clientName: 'name',
} as const;

/** Matching clients of the organization, without their answers, and their number. */
export async function listClients(
  db: Database,
  organizationId: string,
  filter: ClientFilter,
  { productIds, sort, ...limits }: ClientLimits,
): Promise<{ clients: StoredListedClient[] } & Omit<ReadPage, 'ids'>> {
  const oldestFirst = !sort.startsWith('-');
  const order = [sortColumns[sort.replace('-', '') as keyof typeof sortColumns], 'id'] as const;
  const timeZone = await timeZoneOfDays(db, organizationId, filter);
  const { ids, ...counted } = await readSeenPage(db, {
    table: 'clients',
    organizationId,
    order,
    oldestFirst,
    // Types and states are in the index by creation.
    countedBy: order[0] === 'name' ? ['created_at', 'id'] : order,
    ...limits,
    narrow: (query) => {
      query.whereRaw('clients.erased_at is null');
      narrow(query, 'clients', clientFilters, filter, timeZone);
      if (filter.anyMatch !== undefined) matching(query, filter.anyMatch);
      if (productIds) ofProducts(query, productIds);
    },
  });
  const clients = await Client.query(db)
    .findByIds(ids)
    .select(columns)
    .select(Client.raw(contacts))
    .orderBy(inOrder({ order, oldestFirst }))
    .castTo<StoredListedClient[]>();
  return { clients, ...counted };
}

/** Only clients whose name or contacts have a text. */
function matching(query: Knex.QueryBuilder, text: string): void {
  const contact = phoneDigits(text) ?? text;
  query.whereRaw('(clients.name ilike ? or contacts_of(clients.answers) ilike ?)', [
    anyPart(text),
    anyPart(contact),
  ]);
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
