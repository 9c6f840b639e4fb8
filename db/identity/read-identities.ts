import type { Database } from '../database.js';
import { type Filters, type FilterValues, narrow } from '../filters.js';
import type { ApiKey } from '../models/api-key.js';
import { Person } from '../models/person.js';
import { type ReadPage, readSeenPage } from '../read-page.js';
import { timeZoneOfDays } from '../time-zones.js';
import { withLastUse } from './api-keys.js';
import { type KeyFilter, keyFilters, type UserFilter, userFilters } from './identity-filters.js';
import { ofOrganization } from './people.js';

interface Limits {
  offset: number;
  limit: number;
  countUpTo: number;
}

type Counted = Omit<ReadPage, 'ids'>;

/** A page of the users of an organization, the latest created first. */
export async function readUsers(
  db: Database,
  organizationId: string,
  filter: UserFilter,
  limits: Limits,
): Promise<{ users: Person[] } & Counted> {
  const page = { table: 'people', organizationId, limits } as const;
  const { ids, ...counted } = await readPage(db, page, userFilters, filter);
  return { users: await Person.query(db).findByIds(ids).orderBy(newest), ...counted };
}

/** A user of an organization; undefined if there is none. */
export async function readUser(
  db: Database,
  { organizationId, personId }: { organizationId: string; personId: string },
): Promise<Person | undefined> {
  return ofOrganization(db, organizationId).findById(personId);
}

/** A page of the API keys of an organization with their last use, the latest created first. */
export async function readApiKeys(
  db: Database,
  organizationId: string,
  filter: KeyFilter,
  limits: Limits,
): Promise<{ keys: ApiKey[] } & Counted> {
  const page = { table: 'api_keys', organizationId, limits } as const;
  const { ids, ...counted } = await readPage(db, page, keyFilters, filter);
  return { keys: await withLastUse(db).findByIds(ids).orderBy(newest), ...counted };
}

/** An API key of an organization with its last use; undefined if there is none. */
export async function readApiKey(
  db: Database,
  { organizationId, key }: { organizationId: string; key: string },
): Promise<ApiKey | undefined> {
  return withLastUse(db).modify('visibleTo', organizationId).findOne('api_keys.key', key);
}

const order = ['created_at', 'id'] as const;
const newest = order.map((column) => ({ column, order: 'desc' as const }));

async function readPage<Of extends Filters>(
  db: Database,
  { table, organizationId, limits }: { table: 'people' | 'api_keys'; organizationId: string; limits: Limits },
  filters: Of,
  filter: FilterValues<Of>,
): Promise<ReadPage> {
  const timeZone = await timeZoneOfDays(db, organizationId, filter);
  return readSeenPage(db, {
    table,
    organizationId,
    order,
    countedBy: order,
    ...limits,
    narrow: (query) => narrow(query, table, filters, filter, timeZone),
  });
}
