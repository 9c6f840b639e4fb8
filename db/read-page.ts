import type { Knex } from 'knex';
import type { Database } from './database.js';
import { type ScopedTable, sidesSeeing } from './models/visibility.js';

/** A page of the rows of a table that an organization sees, newest first. */
export interface SeenPage {
  table: ScopedTable;
  organizationId: string;
  /** The columns of the order: the moment, then the id. */
  order: readonly [at: string, id: string];
  /** Adds the filters; the alias of the table is its own name. */
  narrow(query: Knex.QueryBuilder): void;
  /**
   * The filters leave a small part of the rows, which may all be old: reads that part by its own index and sorts it,
   * instead of searching in the list's order.
   */
  isSorted?: boolean;
  offset: number;
  limit: number;
  countUpTo: number;
}

/** The ids of a page and the number of rows, counted up to a limit so that counting costs no more than reading. */
export interface ReadPage {
  ids: string[];
  total: number;
  isExact: boolean;
}

/** Reads a page in the order of the organizations' indexes, however many rows there are. */
export async function readSeenPage(db: Database, page: SeenPage): Promise<ReadPage> {
  const { table, organizationId, order, narrow, isSorted = false, offset, limit, countUpTo } = page;
  const [at, id] = order;
  const sides = (each: (matching: Knex.QueryBuilder) => Knex.QueryBuilder) =>
    db.queryBuilder().unionAll(
      sidesSeeing(table, organizationId).map(({ sql, bindings }) => {
        const query = db(table).whereRaw(sql, bindings);
        narrow(query);
        return each(query);
      }),
      true,
    );
  const ordered = (query: Knex.QueryBuilder) =>
    query.orderBy([at, id].map((column) => ({ column, order: 'desc' })));
  const found = sides((matching) => {
    const rows = matching.select(at, id);
    const read = isSorted ? db.withMaterialized('matching', rows).select(at, id).from('matching') : rows;
    return ordered(read).limit(offset + limit);
  });
  const counted = sides((matching) => matching.select(db.raw('1')).limit(countUpTo + 1));
  const [rows, [count]] = (await Promise.all([
    ordered(db.select(`${id} as id`).from(found.as('found')))
      .offset(offset)
      .limit(limit),
    db.count('* as total').from(counted.as('counted')),
  ])) as [{ id: string }[], { total: string }[]];
  const total = Number(count?.total ?? 0);
  return { ids: rows.map((row) => row.id), total: Math.min(total, countUpTo), isExact: total <= countUpTo };
}
