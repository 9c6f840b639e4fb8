import { daysOfPeriod, firstDaysOf, type Period } from '../../domain/ground/periods.js';
import type { Database } from '../database.js';
import { ofClock, type TimeOfReport } from '../time-zones.js';
import { patienceMs } from './in-snapshot.js';

/** The terms of a product that end in a period, and what became of them. */
export interface RetentionOfPeriod {
  lineId: string;
  lineName: string;
  /** The first and the last day of the period, within the dates of the report. */
  from: string;
  to: string;
  ending: number;
  renewed: number;
  canceled: number;
  notRenewed: number;
  pending: number;
}

/**
 * What became of the terms that end in each period, of the policies that an organization issued: a term that is renewed ends
 * where the next one begins.
 * @param to the last day, at most a year after the first.
 */
export async function retentionOfPeriods(
  db: Database,
  { organizationId, clockId }: TimeOfReport,
  { from, to, by, today }: { from: string; to: string; by: Period; today: string },
): Promise<RetentionOfPeriod[]> {
  const firstDays = firstDaysOf({ from, to, by });
  const { rows } = await db
    .raw<{ rows: (Omit<RetentionOfPeriod, 'from' | 'to'> & { period: number })[] }>(statement(clockId), {
      organization: organizationId,
      from,
      to,
      today,
      firstDays,
      ...(clockId !== undefined && { clockId }),
    })
    .options({ query_timeout: patienceMs });
  return rows.map(({ period, lineId, lineName, ...counts }) => ({
    lineId,
    lineName,
    ...daysOfPeriod(period, { firstDays, to }),
    ...counts,
  }));
}

const statement = (clockId: string | undefined) => `
  with own as (
    select id, product_id, term_number, expiration_date, cancelled_on from policies p
    where issuing_organization_id = :organization and ${ofClock('p', clockId)} and rewritten_to is null
  ),
  renewals as materialized (
    select policy_id, policy_changes.term_number, effective_date as day
    from policy_changes join own on own.id = policy_id
    where kind = 'RENEW' and effective_date between cast(:from as date) and cast(:to as date)
  ),
  ended as (
    select own.product_id, day, case when own.term_number = r.term_number and own.cancelled_on = day
      then 'notRenewed' else 'renewed' end as outcome
    from renewals r join own on own.id = r.policy_id
    union all
    select product_id, expiration_date as day, case when cancelled_on < expiration_date then 'canceled'
      when expiration_date > cast(:today as date) then 'pending' else 'notRenewed' end as outcome
    from own
    where expiration_date between cast(:from as date) and cast(:to as date)
      and not exists (
        select from renewals r where r.policy_id = own.id and r.term_number = own.term_number + 1
      )
  )
  select product.id as "lineId", product.name as "lineName", width_bucket(day, cast(:firstDays as date[])) as period,
    count(*)::int as ending,
    count(*) filter (where outcome = 'renewed')::int as renewed,
    count(*) filter (where outcome = 'canceled')::int as canceled,
    count(*) filter (where outcome = 'notRenewed')::int as "notRenewed",
    count(*) filter (where outcome = 'pending')::int as pending
  from ended join products product on product.id = ended.product_id
  group by product.id, product.name, period
  order by period, product.name, product.id`;
