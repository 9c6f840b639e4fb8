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
  const { table, organizationId, order, narrow, offset, limit, countUpTo } = page;
  const [at, id] = order;
  const sides = (most: number, each: (query: Knex.QueryBuilder) => Knex.QueryBuilder) =>
    db.queryBuilder().unionAll(
      sidesSeeing(table, organizationId).map(({ sql, bindings }) => {
        const query = db(table).whereRaw(sql, bindings).limit(most);
        narrow(query);
        return each(query);
      }),
      true,
    );
  const ordered = (query: Knex.QueryBuilder) =>
    query.orderBy([at, id].map((column) => ({ column, order: 'desc' })));
  const found = sides(offset + limit, (query) => ordered(query.select(at, id)));
  const counted = sides(countUpTo + 1, (query) => query.select(db.raw('1')));
  const [rows, [count]] = (await Promise.all([
    ordered(db.select(`${id} as id`).from(found.as('found')))
      .offset(offset)
      .limit(limit),
    db.count('* as total').from(counted.as('counted')),
  ])) as [{ id: string }[], { total: string }[]];
  const total = Number(count?.total ?? 0);
  return { ids: rows.map((row) => row.id), total: Math.min(total, countUpTo), isExact: total <= countUpTo };
}
