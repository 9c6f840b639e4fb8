import type { Knex } from 'knex';
import { endOfDayIn, startOfDayIn } from '../../domain/ground/business-time.js';
import { addDays } from '../../domain/ground/calendar.js';
import { daysOfPeriod, firstDaysOf, type Period } from '../../domain/ground/periods.js';
import type { Database } from '../database.js';
import { sidesSeeing } from '../models/visibility.js';
import { underReview } from '../quotes/quote-filters.js';
import { ofClock } from '../time-zones.js';

/** The quotes of a product in a period. */
export interface QuotesOfPeriod {
  lineId: string;
  lineName: string;
  /** The first and the last day of the period, within the dates of the report. */
  from: string;
  to: string;
  quoted: number;
  declined: number;
  underReview: number;
  bound: number;
}

/** Whose quotes: those that the organization sees, without a test clock or of one, with the time zone of its days. */
export interface QuotesToCount {
  organizationId: string;
  /** An IANA name. */
  timeZone: string;
  clockId?: string | undefined;
}

/**
 * New business by product and period: how many quotes were made, and how many of these were bound by now. Declined
 * ones have no type of business, so all of them count.
 * @param to the last day, at most a year after the first.
 */
export async function quotesOfPeriods(
  db: Database,
  of: QuotesToCount,
  { from, to, by }: { from: string; to: string; by: Period },
): Promise<QuotesOfPeriod[]> {
  const firstDays = firstDaysOf({ from, to, by });
  const starts = firstDays.map((day) => startOfDayIn(of.timeZone, day));
  const made = seen(db, of, (query) =>
    query
      .select('product_id', 'request_id', 'outcome', db.raw(`(${underReview}) as under_review`))
      .select(db.raw('width_bucket(quote_timestamp, ?::timestamptz[]) as period', [starts]))
      .whereRaw(`(type = 'QUOTE' or outcome = 'DECLINED')`)
      .where('quote_timestamp', '>=', startOfDayIn(of.timeZone, from))
      .where('quote_timestamp', '<', endOfDayIn(of.timeZone, to)),
  );
  const rows: (Omit<QuotesOfPeriod, 'from' | 'to'> & { period: number })[] = await db
    .select({ lineId: 'product.id', lineName: 'product.name', period: 'made.period' })
    .select(
      db.raw(`count(*) filter (where outcome = 'QUOTED')::int as quoted`),
      db.raw(`count(*) filter (where outcome = 'DECLINED')::int as declined`),
      db.raw(`count(*) filter (where under_review)::int as "underReview"`),
      db.raw('count(bound.quote_id)::int as bound'),
    )
    .from(made.as('made'))
    .join('products as product', 'product.id', 'made.product_id')
    .leftJoin('policy_quotes as bound', 'bound.quote_id', 'made.request_id')
    .groupBy('product.id', 'product.name', 'made.period')
    .orderBy(['made.period', 'product.name', 'product.id']);
  return rows.map(({ lineId, lineName, period, ...counts }) => ({
    lineId,
    lineName,
    ...daysOfPeriod(period, { firstDays, to }),
    ...counts,
  }));
}

/** How many days ago, at least, the quotes of each group were made, up to the next group. */
const ages = [0, 2, 7, 30] as const;

/** The quotes of a product that wait for an underwriter, by their age. */
export interface ReferralsOfAge {
  lineId: string;
  lineName: string;
  /** The days on which they were made; without a first day, all before the last. */
  from?: string;
  to: string;
  count: number;
}

/** The quotes under review on a day, by product and age, the newest first. */
export async function referralsByAge(
  db: Database,
  of: QuotesToCount,
  today: string,
): Promise<ReferralsOfAge[]> {
  // The first days of the groups, the oldest first.
  const firstDays = ages
    .slice(1)
    .map((least) => addDays(today, 1 - least))
    .reverse();
  const starts = firstDays.map((day) => startOfDayIn(of.timeZone, day));
  const waiting = seen(db, of, (query) =>
    query
      .select('product_id')
      .select(db.raw('width_bucket(quote_timestamp, ?::timestamptz[]) as "group"', [starts]))
      .whereRaw(underReview),
  );
  const rows: { lineId: string; lineName: string; group: number; count: number }[] = await db
    .select({ lineId: 'product.id', lineName: 'product.name', group: 'group' })
    .select(db.raw('count(*)::int as count'))
    .from(waiting.as('waiting'))
    .join('products as product', 'product.id', 'waiting.product_id')
    .groupBy('product.id', 'product.name', 'group')
    .orderBy(['product.name', 'product.id', { column: 'group', order: 'desc' }]);
  return rows.map(({ lineId, lineName, group, count }) => {
    const first = firstDays[group - 1];
    const next = firstDays[group];
    return {
      lineId,
      lineName,
      ...(first !== undefined && { from: first }),
      to: next === undefined ? today : addDays(next, -1),
      count,
    };
  });
}

/** The quotes to count, packages without their components. */
function seen(
  db: Database,
  { organizationId, clockId }: QuotesToCount,
  narrow: (query: Knex.QueryBuilder) => Knex.QueryBuilder,
): Knex.QueryBuilder {
  const isOfClock = db.raw(ofClock('quotes', clockId), clockId === undefined ? {} : { clockId });
  return db.queryBuilder().unionAll(
    sidesSeeing('quotes', organizationId).map(({ sql, bindings }) =>
      narrow(db('quotes').whereRaw(sql, bindings).whereRaw('package_request_id is null').where(isOfClock)),
    ),
    true,
  );
}
