import type { Model, QueryBuilder } from 'objection';
import type { Database } from './database.js';

/** The number of rows of a query, up to `atMost`: no more of them are read than that. */
export async function countUpTo<M extends Model>(
  db: Database,
  rows: QueryBuilder<M, unknown>,
  atMost = Number.MAX_SAFE_INTEGER,
): Promise<number> {
  const row = await db.from(rows.limit(atMost).toKnexQuery().as('some')).count('* as count').first();
  return Number(row?.count);
}
