import type { Knex } from 'knex';
import { endOfDayIn, startOfDayIn } from '../../domain/ground/business-time.js';
import { policySettingsOf } from '../../domain/policy/policy-settings.js';
import type { DailySum } from '../../domain/postings/transactions.js';
import { type Cut, lastOfAll } from '../figures/cut-of-journals.js';
import { patienceMs } from '../reports/in-snapshot.js';
import { versions } from '../reports/versions-of-report.js';
import { ofClock } from '../time-zones.js';
import type { Books, ClosedUntil } from './books.js';

const everything: Cut = { ledgerSeq: lastOfAll, accountSeq: lastOfAll };

/** Which sums of open days to read. */
export interface SumsToRead {
  from: string;
  to: string;
  /** Undefined: no month is closed. */
  closed: ClosedUntil | undefined;
  /** Absent: all of the journals. */
  cut?: Cut;
}

/**
 * What was recorded and is in no closed month, by day. A line has the day on which it was recorded, or the first open
 * day if its own is closed.
 */
export async function readOpenSums(trx: Knex, books: Books, asked: SumsToRead): Promise<DailySum[]> {
  const bindings = bindingsOf(books, asked);
  const { rows: ofLedger } = await trx
    .raw<{ rows: DailySum[] }>(ledgerSums(books), bindings)
    .options({ query_timeout: patienceMs });
  const { rows: ofAccounts } = await trx
    .raw<{ rows: DailySum[] }>(accountSums(books), bindings)
    .options({ query_timeout: patienceMs });
  return [...ofLedger, ...ofAccounts].filter(({ day, amount }) => day >= asked.from && Number(amount) !== 0);
}

function bindingsOf(books: Books, { from, to, closed, cut = everything }: SumsToRead) {
  // What was recorded late is on the first open day.
  const fromAt = closed !== undefined && from <= closed.open ? null : startOfDayIn(books.timeZone, from);
  return {
    organization: books.organizationId,
    timeZone: books.timeZone,
    defaultCurrency: policySettingsOf({}).currency,
    open: closed?.open ?? null,
    closedLedger: closed?.ledgerSeq ?? '0',
    closedAccounts: closed?.accountSeq ?? '0',
    closedUntil: closed?.endsAt ?? null,
    fromAt,
    from: fromAt && from,
    to,
    endAt: endOfDayIn(books.timeZone, to),
    lastLedger: cut.ledgerSeq,
    lastAccounts: cut.accountSeq,
    ...(books.clockId !== undefined && { clockId: books.clockId }),
  };
}

const ledgerSums = ({ clockId }: Books) => `
  with ${versions},
  lines as (
    select greatest((j.created_at at time zone :timeZone)::date, cast(:open as date)) as day, p.product_version_id,
      case when j.premium_change <> 0 then 'WRITTEN' when j.entry_id is null then j.charge_type else 'TAX_OR_FEE' end as kind,
      case when j.entry_id is not null then j.charge_type end as charge_type, j.authority,
      sum(j.premium_change + j.charge_change) as amount
    from ledger_journal j
    join policies p on p.id = j.policy_id and ${ofClock('p', clockId)}
    where p.issuing_organization_id = :organization
      and (j.premium_change <> 0 or j.charge_change <> 0)
      and (j.seq > cast(:closedLedger as bigint) or j.created_at >= cast(:closedUntil as timestamptz))
      and j.seq <= cast(:lastLedger as bigint) and j.created_at < :endAt
      and (cast(:fromAt as timestamptz) is null or j.created_at >= cast(:fromAt as timestamptz))
    group by 1, 2, 3, 4, 5
  )
  select lines.day::text, kind, currency, charge_type as "chargeType", authority, sum(amount)::text as amount
  from lines join versions on versions.id = lines.product_version_id
  group by 1, 2, 3, 4, 5
  order by 1, 2, 3, 4, 5`;

const accountSums = ({ clockId }: Books) => `
  with ${versions},
  facts as (
    select greatest(j.day, cast(:open as date)) as day, j.kind, j.currency, p.product_version_id,
      sum(j.amount) as amount, sum(j.installment_fee) as fee
    from account_journal j
    left join policies p on p.id = j.policy_id
    where j.organization_id = :organization and ${ofClock('j', clockId)}
      and (j.seq > cast(:closedAccounts as bigint) or j.day >= cast(:open as date))
      and j.seq <= cast(:lastAccounts as bigint) and j.day <= cast(:to as date)
      and (cast(:from as date) is null or j.day >= cast(:from as date))
    group by 1, 2, 3, 4
  )
  select facts.day::text, sums.kind, coalesce(facts.currency, versions.currency) as currency, null as "chargeType",
    null as authority, sum(sums.amount)::text as amount
  from facts
  left join versions on versions.id = facts.product_version_id
  cross join lateral (values (facts.kind, facts.amount), ('INSTALLMENT_FEE', facts.fee)) sums (kind, amount)
  where sums.amount <> 0
  group by 1, 2, 3
  order by 1, 2, 3`;
