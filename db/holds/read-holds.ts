import type { Knex } from 'knex';
import type { Database } from '../database.js';
import { Hold } from '../models/hold.js';
import { HoldOverride } from '../models/hold-override.js';
import { type ReadPage, readSeenPage } from '../read-page.js';

const order = ['created_at', 'id'] as const;
const newest = order.map((column) => ({ column, order: 'desc' as const }));

/** A page of the holds of an organization, the latest declared first. */
export async function listHolds(
  db: Database,
  organizationId: string,
  {
    lineId,
    inForceOn,
    ...limits
  }: {
    /** Those that concern a product: also those for all products. */
    lineId?: string | undefined;
    /** Those in force on a day. */
    inForceOn?: string | undefined;
    offset: number;
    limit: number;
    countUpTo: number;
  },
): Promise<{ holds: Hold[] } & Omit<ReadPage, 'ids'>> {
  const page = { table: 'holds', organizationId, order, countedBy: order, ...limits } as const;
  const { ids, ...counted } = await readSeenPage(db, {
    ...page,
    narrow: (query) => {
      if (lineId !== undefined)
        query.where((one) => one.whereNull('product_id').orWhere('product_id', lineId));
      if (inForceOn === undefined) return;
      query.whereNull('ended_at').where('first_day', '<=', inForceOn);
      query.where((one) => one.whereNull('last_day').orWhere('last_day', '>=', inForceOn));
    },
  });
  return { holds: await Hold.query(db).findByIds(ids).orderBy(newest), ...counted };
}

/** A hold of an organization; undefined if it has none with the id. */
export async function findHold(db: Knex, organizationId: string, holdId: string): Promise<Hold | undefined> {
  return Hold.query(db).findById(holdId).modify('visibleTo', organizationId);
}

/** So many overrides are read with a hold. */
const mostOverrides = 100;

/** The latest overrides of a hold, the newest first. */
export async function overridesOf(db: Knex, holdId: string): Promise<HoldOverride[]> {
  return HoldOverride.query(db).where('hold_id', holdId).orderBy(newest).limit(mostOverrides);
}
