import type { Knex } from 'knex';
import { endOfDayIn } from '../../domain/ground/business-time.js';
import { lastOfMonth } from '../../domain/postings/months.js';
import { CommissionAdjustment } from '../models/commission-adjustment.js';
import type { Books } from '../postings/books.js';
import { patienceMs } from '../reports/in-snapshot.js';
import { collectedBySellers } from './collected-by-sellers.js';
import { licensedSellers, type SellerAmount } from './licensed-sellers.js';
import { openLines, type Sql } from './open-lines.js';

/** A month that is not closed. */
export interface OpenMonth extends Books {
  /** The first day. */
  period: string;
  /** The last number of the ledger's journal that counts; absent: all of it. */
  lastSeq?: string | undefined;
}

/** What a seller earned in a month, in one currency; decimal text. */
export interface CommissionOfMonth {
  sellerId: string;
  currency: string;
  commission: string;
  adjusted: string;
  collected: string;
}

/** Common table expressions that end with `totals`, which has a row for each seller and currency. */
export async function totalsOfMonth(
  trx: Knex,
  { period, lastSeq, ...books }: OpenMonth,
  adjustments: readonly SellerAmount[],
): Promise<Sql> {
  const day = lastOfMonth(period);
  const sellers = await licensedSellers(trx, books.organizationId);
  const { sql, bindings } = openLines(books, { day, lastSeq, sellers });
  const collected = await collectedBySellers(trx, books, { day, sellers });
  const amounts = [
    ...adjustments.map((each) => ({ ...each, kind: 'ADJUSTED' })),
    ...collected.map((each) => ({ ...each, kind: 'COLLECTED' })),
  ];
  return { sql: `${sql}, ${totals}`, bindings: { ...bindings, amounts: JSON.stringify(amounts) } };
}

const totals = `
  totals as (
    select seller_id, currency, coalesce(sum(amount) filter (where kind = 'EARNED'), 0) + 0.00 as commission,
      coalesce(sum(amount) filter (where kind = 'ADJUSTED'), 0) + 0.00 as adjusted,
      coalesce(sum(amount) filter (where kind = 'COLLECTED'), 0) + 0.00 as collected,
      coalesce(jsonb_object_agg(product_id, amount) filter (where kind = 'COLLECTED'), '{}') as collected_of
    from (
      select seller_id, currency, 'EARNED' as kind, commission as amount, null as product_id from lines
      union all
      select "sellerId", currency, kind, amount, "productId"
      from jsonb_to_recordset(cast(:amounts as jsonb))
        a ("sellerId" uuid, currency text, kind text, amount numeric, "productId" text)
      where amount <> 0
    ) amounts
    group by 1, 2
  )`;

/**
 * The commissions of the first month that is not closed: what sellers have earned by its end, less what closed months have had.
 * So what is recorded late, and every return, is in the month that is open then. A seller whose license says nothing any more
 * keeps what it had.
 */
export async function commissionsOfMonth(trx: Knex, month: OpenMonth): Promise<CommissionOfMonth[]> {
  const adjustments = await openAdjustments(trx, month);
  const { sql, bindings } = await totalsOfMonth(trx, month, adjustments);
  const { rows } = await trx
    .raw<{ rows: CommissionOfMonth[] }>(
      `with ${sql} select seller_id as "sellerId", currency, commission::text, adjusted::text, collected::text
       from totals order by 1, 2`,
      bindings,
    )
    .options({ query_timeout: patienceMs });
  return rows;
}

/** The adjustments by hand that no statement has, by the end of a month. */
export function openAdjustments(trx: Knex, { organizationId, clockId, timeZone, period }: OpenMonth) {
  return CommissionAdjustment.query(trx)
    .where({ organization_id: organizationId, clock_id: clockId ?? null })
    .whereNull('statement_id')
    .where('created_at', '<', endOfDayIn(timeZone, lastOfMonth(period)));
}
