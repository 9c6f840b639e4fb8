import type { Knex } from 'knex';
import type { Database } from '../database.js';
import { Clock } from '../models/clock.js';
import { neverDue } from '../policy-changes/lock-policy.js';
import { type ReadPage, readSeenPage } from '../read-page.js';

/** What stands under a clock. */
export interface ClockContents {
  clients: number;
  policies: number;
  /** When something of a policy is due next; null where nothing is. */
  nextDueAt: Date | null;
}

const order = ['created_at', 'id'] as const;

/** A page of the clocks of an organization, the latest created first. */
export async function listClocks(
  db: Database,
  organizationId: string,
  limits: { offset: number; limit: number; countUpTo: number },
): Promise<{ clocks: Clock[] } & Omit<ReadPage, 'ids'>> {
  const page = { table: 'clocks', organizationId, order, countedBy: order, ...limits } as const;
  const { ids, ...counted } = await readSeenPage(db, { ...page, narrow: () => undefined });
  const newest = order.map((column) => ({ column, order: 'desc' as const }));
  return { clocks: await Clock.query(db).findByIds(ids).orderBy(newest), ...counted };
}

/** What stands under a clock, and when something of it is due next. */
export async function contentsOfClock(db: Knex, clockId: string): Promise<ClockContents> {
  const counted = (table: 'clients' | 'policies') => db(table).where('clock_id', clockId).count();
  const [contents]: { clients: string; policies: string; nextDueAt: Date | null }[] = await db.select({
    clients: counted('clients'),
    policies: counted('policies'),
    nextDueAt: duePolicies(db, clockId).where('next_look_at', '<', neverDue).min('next_look_at'),
  });
  const { clients = '0', policies = '0', nextDueAt = null } = contents ?? {};
  return { clients: Number(clients), policies: Number(policies), nextDueAt };
}

/** The policies under a clock of which something may still be due. */
export function duePolicies(db: Knex, clockId: string): Knex.QueryBuilder {
  return db('policies').where('clock_id', clockId).whereNot('policy_state', 'CLOSED');
}
