import type { Knex } from 'knex';
import { policySettingsOf } from '../../domain/policy/policy-settings.js';
import { lastOfMonth } from '../../domain/postings/months.js';
import { licensedSellers } from '../commissions/licensed-sellers.js';
import { openLines, type Sql } from '../commissions/open-lines.js';
import type { Books } from '../postings/books.js';
import { versions } from '../reports/versions-of-report.js';
import { ofClock } from '../time-zones.js';
import type { BordereauMonth } from './bordereau-month.js';

/** The bordereau of a license for a month of the insurer's books. */
export interface BordereauToRead extends Books {
  productId: string;
  sellerId: string;
  /** The first day of the month. */
  period: string;
  /** Only rows of these policies. */
  policyIds?: readonly string[] | undefined;
}

/** So many decisions are shown with a row, the last ones. */
const mostDecisionsShown = 20;

/**
 * Common table expressions that end with `entries`: what each change of the license's policies wrote in the month, with its
 * commission. Commission that is for no change of the month has a row, too, so that both sums are those of the books.
 */
export async function bordereauEntries(
  trx: Knex,
  { productId, sellerId, period, policyIds, ...books }: BordereauToRead,
  month: BordereauMonth,
): Promise<Sql> {
  const { organizationId, clockId } = books;
  const open =
    month.closeId === null
      ? openLines(books, {
          day: lastOfMonth(period),
          sellers: await licensedSellers(trx, organizationId, { productId, sellerId }),
        })
      : undefined;
  const commissions = open === undefined ? closedCommissions : openCommissions;
  return {
    sql: [open?.sql ?? versions, written(ofClock('p', clockId)), commissions, entries].join(',\n'),
    bindings: {
      ...open?.bindings,
      organization: organizationId,
      defaultCurrency: policySettingsOf({}).currency,
      product: productId,
      seller: sellerId,
      close: month.closeId,
      monthEndsAt: month.endsAt,
      monthLastSeq: month.lastSeq,
      closedSeq: month.before?.ledgerSeq ?? '0',
      closedUntil: month.before?.endsAt ?? null,
      policies: policyIds === undefined ? null : JSON.stringify(policyIds),
      ...(clockId !== undefined && { clockId }),
    },
  };
}

const isAsked = (policyId: string) => `(cast(:policies as jsonb) is null or ${policyId} in (
  select cast(asked as uuid) from jsonb_array_elements_text(cast(:policies as jsonb)) asked))`;

const written = (isOfClock: string) => `
  written as (
    select j.policy_id, j.term_number, j.entry_id, sum(j.premium_change) as premium, sum(j.charge_change) as charges
    from policies p
    join ledger_journal j on j.policy_id = p.id and j.entry_id is not null
    where p.issuing_organization_id = :organization and p.seller_organization_id = :seller and p.product_id = :product
      and ${isOfClock} and ${isAsked('p.id')}
      and j.seq <= cast(:monthLastSeq as bigint) and j.created_at < :monthEndsAt
      and (j.seq > cast(:closedSeq as bigint) or j.created_at >= cast(:closedUntil as timestamptz))
    group by 1, 2, 3
  )`;

const openCommissions = `
  commissions as (select policy_id, term_number, entry_id, commission from lines where ${isAsked('policy_id')})`;

const closedCommissions = `
  commissions as (
    select l.policy_id, l.term_number, l.entry_id, l.commission
    from commission_statements s
    join commission_lines l on l.statement_id = s.id
    join policies p on p.id = l.policy_id
    where s.close_id = :close and s.seller_id = :seller and p.product_id = :product and ${isAsked('l.policy_id')}
  )`;

const entries = `
  entries as materialized (
    select policy_id, term_number, entry_id, sum(premium) as premium, sum(charges) as charges, sum(commission) as commission
    from (
      select policy_id, term_number, entry_id, premium, charges, 0.00 as commission from written
      union all
      select policy_id, term_number, entry_id, 0.00, 0.00, commission from commissions
    ) amounts
    group by 1, 2, 3
    having sum(premium) <> 0 or sum(charges) <> 0 or sum(commission) <> 0
  )`;

/** The decisions about a row, the last one first, as `decided`. */
export const decisionsOfRow = `
  cross join lateral (
    select coalesce(jsonb_agg(of_row order by seq desc), '[]') as decisions from (
      select d.seq, d.decision, d.reason, d.decided_at as "decidedAt", d.decided_by as "decidedBy" from bordereau_decisions d
      where d.close_id = :close and d.policy_id = e.policy_id and d.term_number = e.term_number
        and d.entry_id is not distinct from e.entry_id
      order by d.seq desc limit ${mostDecisionsShown}
    ) of_row
  ) decided
  cross join lateral (select coalesce(decided.decisions -> 0 ->> 'decision', 'OPEN') as state) s`;
