import { rateRows } from '../../domain/commissions/commission-terms.js';
import { endOfDayIn } from '../../domain/ground/business-time.js';
import { addDays } from '../../domain/ground/calendar.js';
import { policySettingsOf } from '../../domain/policy/policy-settings.js';
import { lastOfAll } from '../figures/cut-of-journals.js';
import type { Books } from '../postings/books.js';
import { asMoney, earnedShare } from '../reports/earned-share.js';
import { receivableRows } from '../reports/receivable-rows.js';
import { versions } from '../reports/versions-of-report.js';
import { ofClock } from '../time-zones.js';
import type { LicensedSeller } from './licensed-sellers.js';

/** SQL with its bindings. */
export interface Sql {
  sql: string;
  bindings: Record<string, string | Date | null>;
}

/** By when commissions are earned, and by which licenses. */
export interface LinesToEarn {
  /** The last day. */
  day: string;
  /** The last number of the ledger's journal that counts; absent: all of it. */
  lastSeq?: string | undefined;
  sellers: readonly LicensedSeller[];
}

/**
 * Common table expressions that end with `lines`: what sellers have earned by the end of a day, as known then, less what closed
 * statements have. Commission on written premium is a line for each change, and that on earned or collected premium one for each
 * term, with no `entry_id`. Sums are rounded, not lines: a term's lines add up to its commission.
 */
export function openLines(
  { organizationId, clockId, timeZone }: Books,
  { day, lastSeq = lastOfAll, sellers }: LinesToEarn,
): Sql {
  const isCollected = sellers.some(({ terms }) => terms.rates.some(({ basis }) => basis === 'COLLECTED'));
  return {
    sql: [
      versions,
      rates,
      sold(ofClock('p', clockId)),
      amounts,
      `collected as (${isCollected ? receivableRows(ofClock('p', clockId)) : nothingCollected})`,
      rated,
      running,
      before(ofClock('s', clockId)),
      lines,
    ].join(',\n'),
    bindings: {
      organization: organizationId,
      defaultCurrency: policySettingsOf({}).currency,
      lastSeq,
      day,
      end: addDays(day, 1),
      endAt: endOfDayIn(timeZone, day),
      rates: JSON.stringify(sellers.flatMap(({ terms, ...license }) => rateRows(license, terms))),
      ...(clockId !== undefined && { clockId }),
    },
  };
}

const rates = `
  rates as materialized (
    select * from jsonb_to_recordset(cast(:rates as jsonb)) r (
      "productId" uuid, "sellerId" uuid, basis text, "from" date, until date, coverage text, "newBusiness" numeric,
      renewal numeric, "flatNewBusiness" numeric, "flatRenewal" numeric)
  )`;

/** The terms of policies that licensed sellers sold. A term has the rates of its first day, as corrected by then. */
const sold = (isOfClock: string) => `
  sold as materialized (
    select distinct on (p.id, c.term_number) p.id as policy_id, p.product_id, p.seller_organization_id as seller_id,
      p.product_version_id, c.term_number, c.effective_date, c.term_number = 1 and p.rewritten_from is null as is_new
    from policies p
    join (select distinct "productId", "sellerId" from rates) license
      on license."productId" = p.product_id and license."sellerId" = p.seller_organization_id
    join policy_changes c on c.policy_id = p.id and c.recorded_at < :endAt
      and c.kind in ('ISSUE', 'RENEW', 'CORRECT_EFFECTIVE_DATE')
    where p.issuing_organization_id = :organization and p.seller_organization_id <> p.issuing_organization_id
      and ${isOfClock}
    order by p.id, c.term_number, c.seq desc
  )`;

/** Of quotients: more are not needed to round a sum. */
const decimals = 60;

/** Premium earned is exact here: the commission is rounded, not what it is of. */
const amounts = `
  amounts as (
    select j.policy_id, j.term_number, j.entry_id, j.coverage, min(j.seq) as seq, sum(j.premium_change) as written,
      sum(${earnedShare('j.premium_change', { decimals })}) as earned,
      sum(j.charge_change) as charged
    from ledger_journal j
    join sold on sold.policy_id = j.policy_id and sold.term_number = j.term_number
    where j.seq <= cast(:lastSeq as bigint) and j.created_at < :endAt and j.entry_id is not null
    group by 1, 2, 3, 4
  )`;

const nothingCollected =
  'select null::uuid as policy_id, null::integer as term_number, null::numeric as paid where false';

const rated = `
  rated as (
    select a.policy_id, a.term_number, case base.basis when 'WRITTEN' then a.entry_id end as entry_id, s.seller_id,
      s.product_version_id, base.basis, min(a.seq) as seq, sum(a.written) as written, sum(a.earned) as earned,
      sum(a.written + a.charged) as payable, sum(a.written * rate) as of_written, sum(a.earned * rate) as of_earned,
      case when is_new then base."flatNewBusiness" else base."flatRenewal" end as flat
    from amounts a
    join sold s on s.policy_id = a.policy_id and s.term_number = a.term_number
    join rates base on base."productId" = s.product_id and base."sellerId" = s.seller_id and base.coverage is null
      and base."from" <= s.effective_date and (base.until is null or s.effective_date < base.until)
    left join rates own on own."productId" = base."productId" and own."sellerId" = base."sellerId"
      and own."from" = base."from" and own.coverage = a.coverage
    cross join lateral (
      select case when is_new then coalesce(own."newBusiness", base."newBusiness")
        else coalesce(own.renewal, base.renewal) end as rate
    ) r
    group by 1, 2, 3, 4, 5, 6, flat
  )`;

const rounded = (sum: string) => asMoney(sum, { decimals, digits: 'v.digits' });

/** The flat amount is for a term that has premium: it comes with the first premium, and is taken back with the last. */
const running = `
  running as (
    select r.*, share,
      case r.basis when 'WRITTEN' then written when 'EARNED' then ${rounded('earned')}
        else ${rounded('written * share')} end as premium,
      ${rounded(`sum(case r.basis when 'WRITTEN' then of_written when 'EARNED' then of_earned else of_written * share end) over entries
          + case when sum(written) over entries <> 0 then flat * case r.basis when 'COLLECTED' then share else 1 end
            else 0 end`)} as total
    from rated r
    join versions v on v.id = r.product_version_id
    left join collected c on c.policy_id = r.policy_id and c.term_number = r.term_number
    cross join lateral (
      select case when payable <= 0 then 0 else least(greatest(round(coalesce(c.paid, 0), ${decimals}) / payable, 0), 1) end as share
    ) s
    window entries as (partition by r.policy_id, r.term_number order by r.seq)
  )`;

/** What closed statements have of the same terms. */
const before = (isOfClock: string) => `
  before as (
    select s.seller_id, l.policy_id, l.term_number, l.entry_id, s.currency, min(l.id) as seq, sum(l.premium) as premium,
      sum(l.commission) as commission
    from commission_lines l
    join commission_statements s on s.id = l.statement_id
    where s.organization_id = :organization and ${isOfClock}
      and (l.policy_id, l.term_number) in (select policy_id, term_number from rated)
    group by 1, 2, 3, 4, 5
  )`;

const lines = `
  lines as materialized (
    select seller_id, policy_id, term_number, entry_id, currency, max(seq) as seq, sum(premium) as premium,
      sum(commission) as commission
    from (
      select seller_id, policy_id, term_number, entry_id, currency, seq, premium,
        total - lag(total, 1, 0.00) over (partition by policy_id, term_number order by seq) as commission
      from running join versions on versions.id = product_version_id
      union all
      select seller_id, policy_id, term_number, entry_id, currency, 0, -premium, -commission from before
    ) of_months
    group by 1, 2, 3, 4, 5
    having sum(premium) <> 0 or sum(commission) <> 0
  )`;
