import type { Knex } from 'knex';
import { addDays, earlierOf, laterOf, startOf } from '../../domain/ground/calendar.js';
import type { Database } from '../database.js';
import { sidesSeeing } from '../models/visibility.js';
import { underReview } from '../quotes/quote-filters.js';

export const quotePeriods = ['day', 'week', 'month'] as const;
export type QuotePeriod = (typeof quotePeriods)[number];

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

/**
 * New business by product and period: how many quotes were made, and how many of these were bound by now. Declined
 * ones have no type of business, so all of them count.
 * @param to the last day, at most a year after the first.
 */
export async function quotesOfPeriods(
  db: Database,
  organizationId: string,
  { from, to, by }: { from: string; to: string; by: QuotePeriod },
): Promise<QuotesOfPeriod[]> {
  const made = seen(db, organizationId, (query) =>
    query
      .select('product_id', 'request_id', 'outcome', db.raw(`(${underReview}) as under_review`))
      .select(db.raw(`date_trunc(?, quote_timestamp at time zone 'UTC')::date as period`, [by]))
      .whereRaw(`(type = 'QUOTE' or outcome = 'DECLINED')`)
      .where('quote_timestamp', '>=', startOf(from))
      .where('quote_timestamp', '<', startOf(addDays(to, 1))),
  );
  const rows: (QuotesOfPeriod & { until: string })[] = await db
    .select({ lineId: 'product.id', lineName: 'product.name', from: 'made.period' })
    .select(
      db.raw(`(made.period + ?::interval)::date as until`, [`1 ${by}`]),
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
  return rows.map(({ until, ...row }) => ({
    ...row,
    from: laterOf(row.from, from),
    to: earlierOf(addDays(until, -1), to),
  }));
}

/** How many days ago the quotes of each group were made: from `least`, up to the next group. */
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
  organizationId: string,
  today: string,
): Promise<ReferralsOfAge[]> {
  const waiting = seen(db, organizationId, (query) =>
    query
      .select('product_id')
      .select(db.raw(`greatest(?::date - (quote_timestamp at time zone 'UTC')::date, 0) as days`, [today]))
      .whereRaw(underReview),
  );
  const rows: { lineId: string; lineName: string; group: number; count: number }[] = await db
    .select({ lineId: 'product.id', lineName: 'product.name' })
    .select(db.raw('width_bucket(days, ?::int[]) as "group", count(*)::int as count', [[...ages]]))
    .from(waiting.as('waiting'))
    .join('products as product', 'product.id', 'waiting.product_id')
    .groupBy('product.id', 'product.name', 'group')
    .orderBy(['product.name', 'product.id', 'group']);
  return rows.map(({ group, ...row }) => {
    const next = ages[group];
    return {
      ...row,
      ...(next !== undefined && { from: addDays(today, 1 - next) }),
      to: addDays(today, -(ages[group - 1] ?? 0)),
    };
  });
}

/** The quotes that the organization sees, packages without their components. */
function seen(
  db: Database,
  organizationId: string,
  narrow: (query: Knex.QueryBuilder) => Knex.QueryBuilder,
): Knex.QueryBuilder {
  return db.queryBuilder().unionAll(
    sidesSeeing('quotes', organizationId).map(({ sql, bindings }) =>
      narrow(db('quotes').whereRaw(sql, bindings).whereRaw('package_request_id is null')),
    ),
    true,
  );
}
