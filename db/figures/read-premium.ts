import type { Knex } from 'knex';
import { addDays, startOf, utcDate } from '../../domain/ground/calendar.js';
import { policySettingsOf } from '../../domain/policy/policy-settings.js';
import { asMoney, earnedShare } from '../reports/earned-share.js';
import { patienceMs } from '../reports/in-snapshot.js';
import { versions } from '../reports/versions-of-report.js';
import { ofClock, type TimeOfReport } from '../time-zones.js';
import { lastOfAll } from './cut-of-journals.js';

export interface PremiumToRead extends TimeOfReport {
  /** The last day of what is earned. */
  asOf: string;
  /** What was recorded later does not count. */
  knownAt: Date;
  /** The last number of the ledger's journal that is in the sums, and the last that counts; absent: all count. */
  inSums: string;
  lastSeq?: string | undefined;
}

/** Premium of a product in a currency: decimal text. */
export interface PremiumOfLine {
  productId: string;
  currency: string;
  written: string;
  earned: string;
}

/**
 * The premium of an organization's policies: the sums of whole days, and the terms with lines of the day on which it is known
 * or with lines that are not in the sums.
 */
export async function readPremium(trx: Knex, asked: PremiumToRead): Promise<PremiumOfLine[]> {
  const { organizationId, clockId, asOf, knownAt, inSums, lastSeq } = asked;
  const knownDay = utcDate(knownAt);
  const { rows } = await trx
    .raw<{ rows: PremiumOfLine[] }>(statement(clockId), {
      organization: organizationId,
      day: asOf,
      end: addDays(asOf, 1),
      knownAt,
      knownDay,
      dayBegins: startOf(knownDay),
      inSums,
      lastSeq: lastSeq ?? lastOfAll,
      defaultCurrency: policySettingsOf({}).currency,
      ...(clockId !== undefined && { clockId }),
    })
    .options({ query_timeout: patienceMs });
  return rows;
}

const statement = (clockId: string | undefined) => `
  with ${versions},
  touched as (
    select policy_id, term_number from ledger_journal
    where seq > cast(:inSums as bigint) and seq <= cast(:lastSeq as bigint) and created_at < :knownAt
      and premium_change <> 0
    union
    select policy_id, term_number from ledger_journal
    where created_at >= :dayBegins and created_at < :knownAt and seq <= cast(:lastSeq as bigint) and premium_change <> 0
  ),
  lines as (
    select j.policy_id, j.term_number, p.product_id, p.product_version_id, j.earned_from, j.earned_until,
      sum(j.premium_change) as now,
      coalesce(sum(j.premium_change)
        filter (where j.created_at < :dayBegins and j.seq <= cast(:inSums as bigint)), 0.00) as kept
    from touched t
    join ledger_journal j on j.policy_id = t.policy_id and j.term_number = t.term_number
      and j.created_at < :knownAt and j.seq <= cast(:lastSeq as bigint) and j.premium_change <> 0
    join policies p on p.id = t.policy_id and p.issuing_organization_id = :organization and ${ofClock('p', clockId)}
    group by 1, 2, 3, 4, 5, 6
  ),
  terms as (
    select product_id, product_version_id, sum(now) - sum(kept) as written,
      ${asMoney(`sum(${earnedShare('now', { line: 'lines' })})`, { digits: 'max(digits)' })}
        - ${asMoney(`sum(${earnedShare('kept', { line: 'lines' })})`, { digits: 'max(digits)' })} as earned
    from lines join versions on versions.id = lines.product_version_id
    group by product_id, product_version_id, policy_id, term_number
  ),
  sums as (
    select product_id, currency, sum(amount) filter (where figure = 'WRITTEN') as written,
      sum(amount) filter (where figure = 'EARNED') as earned
    from figure_sums s
    where organization_id = :organization and ${ofClock('s', clockId)} and known_on < cast(:knownDay as date)
      and (figure = 'WRITTEN' or (figure = 'EARNED' and day <= cast(:day as date)))
    group by product_id, currency
    union all
    select product_id, currency, written, earned from terms join versions on versions.id = terms.product_version_id
  )
  select product_id as "productId", currency, coalesce(sum(written), 0.00)::text as written,
    coalesce(sum(earned), 0.00)::text as earned
  from sums group by product_id, currency`;
