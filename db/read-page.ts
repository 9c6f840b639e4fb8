import type { Knex } from 'knex';
import type { Database } from './database.js';
import { type ScopedTable, sidesSeeing } from './models/visibility.js';

/** A page of the rows of a table that an organization sees, newest first unless `oldestFirst`. */
export interface SeenPage {
  table: ScopedTable;
  organizationId: string;
  /** The columns of the order: the moment, then the id. */
  order: readonly [at: string, id: string];
  oldestFirst?: boolean;
  /** Adds the filters; the alias of the table is its own name. */
  narrow(query: Knex.QueryBuilder): void;
  /** The order in which rows are counted: that of an index which has the filters' columns. */
  countedBy?: readonly string[];
  /** A filter finds rows by an index of its own: they may be few, and all far down the list. */
  isSought?: boolean;
  /** A filter on a day, with an index that has the rows of each day in the list's order. */
  days?: DaysOfPage | undefined;
  offset: number;
  limit: number;
  countUpTo: number;
}

/** A range of days, whose rows may all be far down the list. */
export interface DaysOfPage {
  column: string;
  from: string | undefined;
  to: string;
  /** The condition of the index. */
  indexed: string;
}

/** The ids of a page and the number of rows, counted up to a limit so that counting costs no more than reading. */
export interface ReadPage {
  ids: string[];
  total: number;
  isExact: boolean;
}

/** Reads a page in the order of the organizations' indexes, however many rows there are. */
export async function readSeenPage(db: Database, page: SeenPage): Promise<ReadPage> {
  const { table, organizationId, order, narrow, days, isSought, offset, limit, countUpTo } = page;
  const { countedBy = [] } = page;
  const [at, id] = order;
  const sides = (each: (matching: Knex.QueryBuilder, side: Side) => Knex.QueryBuilder) =>
    db.queryBuilder().unionAll(
      sidesSeeing(table, organizationId).map((side) => {
        const query = db(table).whereRaw(side.sql, side.bindings);
        narrow(query);
        return each(query, side);
      }),
      true,
    );
  const first = (query: Knex.QueryBuilder) => query.orderBy(inOrder(page)).limit(offset + limit);
  const read = async (how: (rows: Knex.QueryBuilder, side: Side) => Knex.QueryBuilder) => {
    const found = sides((matching, side) => first(how(matching.select(at, id), side)));
    const ids = first(db.select(`${id} as id`).from(found.as('found')))
      .offset(offset)
      .limit(limit);
    return ((await ids) as { id: string }[]).map((row) => row.id);
  };
  const count = async () => {
    const counted = sides((matching) =>
      matching
        .select(db.raw('1'))
        .orderBy(countedBy.map((column) => ({ column, order: 'desc' })))
        .limit(countUpTo + 1),
    );
    const [found]: { total: string }[] = await db.count('* as total').from(counted.as('counted'));
    return Number(found?.total ?? 0);
  };
  const answer = (ids: string[], total: number): ReadPage => ({
    ids,
    total: Math.min(total, countUpTo),
    isExact: total <= countUpTo,
  });
  const inIndexOrder = (rows: Knex.QueryBuilder, side: Side) =>
    days === undefined ? rows : byDay(db, page, days, rows, side);
  if (days === undefined && !isSought) return answer(...(await Promise.all([read(inIndexOrder), count()])));
  const total = await count();
  if (total > countUpTo) return answer(await read(inIndexOrder), total);
  // Few rows: by whichever index their filters have.
  const sorted = (rows: Knex.QueryBuilder) =>
    db.withMaterialized('matching', rows).select(at, id).from('matching');
  return answer(await read(sorted), total);
}

/** The order of a page's rows. */
export function inOrder({ order, oldestFirst = false }: Pick<SeenPage, 'order' | 'oldestFirst'>) {
  return order.map((column) => ({ column, order: oldestFirst ? ('asc' as const) : ('desc' as const) }));
}

type Side = ReturnType<typeof sidesSeeing>[number];

/** The first rows of each day on which there are any, each day by its part of the index. */
function byDay(
  db: Database,
  page: SeenPage,
  { column, from = '-infinity', to, indexed }: DaysOfPage,
  rows: Knex.QueryBuilder,
  { sql, bindings }: Side,
): Knex.QueryBuilder {
  const { table, order, offset, limit } = page;
  const latest = (until: string) =>
    `select max(${column}) as day from ${table} where ${sql} and ${indexed} and ${column} >= ? and ${column} ${until}`;
  const days = db.raw(
    `${latest('<= ?')} union all select (${latest('< days.day')}) from days where day is not null`,
    [...[...bindings, from, to], ...[...bindings, from]],
  );
  const ofDay = rows
    .whereRaw(`${column} = days.day`)
    .orderBy(inOrder(page))
    .limit(offset + limit);
  return db
    .withRecursive('days', days)
    .select(...order)
    .from(db.raw('days cross join lateral (?) of_day', [ofDay]));
}
