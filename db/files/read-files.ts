import type { Knex } from 'knex';
import type { Database } from '../database.js';
import { between, type Filters, type FilterValues, narrow } from '../filters.js';
import { StoredFile } from '../models/stored-file.js';
import { type ReadPage, readSeenPage } from '../read-page.js';
import { timeZoneOfDays } from '../time-zones.js';
import { type AboutFile, columnOf, keyOfSubject } from './subject-of-file.js';

const created = between('created_at', 'files_organization');

export const fileFilters = { createdFrom: created.from, createdTo: created.to } as const satisfies Filters;

const order = ['created_at', 'id'] as const;

export interface FilesToList {
  about: AboutFile | undefined;
  filter: FilterValues<typeof fileFilters>;
  offset: number;
  limit: number;
  countUpTo: number;
}

/** A page of the files that an organization sees, the latest first; those about one record, or all. */
export async function listFiles(
  db: Database,
  organizationId: string,
  { about, filter, ...limits }: FilesToList,
): Promise<{ files: StoredFile[] } & Omit<ReadPage, 'ids'>> {
  const timeZone = await timeZoneOfDays(db, organizationId, filter);
  const key = about && (await keyOfSubject(db, organizationId, about));
  const { ids, ...counted } = await readSeenPage(db, {
    table: 'files',
    organizationId,
    order,
    countedBy: order,
    ...limits,
    narrow: (query) => {
      query.whereNot('state', 'UPLOADING');
      narrow(query, 'files', fileFilters, filter, timeZone);
      if (about !== undefined && key !== undefined) query.where(columnOf(about.kind), key);
    },
  });
  const files = await StoredFile.query(db)
    .findByIds(ids)
    .orderBy(order.map((column) => ({ column, order: 'desc' as const })));
  return { files, ...counted };
}

/** The files with these ids that an organization sees. */
export async function findFiles(
  db: Knex,
  organizationId: string,
  ids: readonly string[],
): Promise<StoredFile[]> {
  return StoredFile.query(db)
    .findByIds([...ids])
    .modify('visibleTo', organizationId)
    .whereNot('state', 'UPLOADING');
}
