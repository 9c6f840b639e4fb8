import type { Knex } from 'knex';
import { Cents } from '../../domain/money/cents.js';
import { lastOfMonth } from '../../domain/postings/months.js';
import type { DailySum } from '../../domain/postings/transactions.js';
import { CommissionAdjustment } from '../models/commission-adjustment.js';
import type { CommissionStatement } from '../models/commission-statement.js';
import type { PostingClose } from '../models/posting-close.js';
import { patienceMs } from '../reports/in-snapshot.js';
import { type OpenMonth, openAdjustments, totalsOfMonth } from './month-of-commissions.js';

type KeptStatement = Pick<CommissionStatement, 'id' | 'sellerId' | 'currency'> &
  Pick<CommissionStatement, 'commission' | 'adjusted' | 'collected'>;

/** Keeps the statements of a month that is closed, with their lines and adjustments, and gives the sums to post. */
export async function closeCommissions(
  trx: Knex,
  close: PostingClose,
  books: Omit<OpenMonth, 'lastSeq'>,
): Promise<DailySum[]> {
  const { organizationId, clockId, timeZone, period } = books;
  const month = { organizationId, clockId, timeZone, period, lastSeq: close.ledgerSeq };
  // What somebody adjusts meanwhile is not locked here, and stays open.
  const adjustments = await openAdjustments(trx, month).forUpdate();
  const { sql, bindings } = await totalsOfMonth(trx, month, adjustments);
  const { rows: statements } = await trx
    .raw<{ rows: KeptStatement[] }>(`with ${sql}, ${keeping}`, { ...bindings, close: close.id })
    .options({ query_timeout: patienceMs });
  for (const { id: statementId, sellerId, currency } of statements) {
    const own = adjustments.filter((each) => each.sellerId === sellerId && each.currency === currency);
    const ids = own.map(({ id }) => id);
    if (ids.length > 0) await CommissionAdjustment.query(trx).patch({ statementId }).whereIn('id', ids);
  }
  const day = lastOfMonth(month.period);
  const none = { chargeType: null, authority: null };
  return statements.flatMap(({ currency, commission, adjusted, collected }): DailySum[] => [
    { day, kind: 'COMMISSION', currency, ...none, amount: sum(commission, adjusted) },
    { day, kind: 'COLLECTED_BY_SELLER', currency, ...none, amount: collected },
  ]);
}

const keeping = `
  statements as (
    insert into commission_statements (id, close_id, organization_id, seller_id, clock_id, period, currency, commission,
      adjusted, collected, collected_of, closed_at)
    select gen_random_uuid(), c.id, c.organization_id, seller_id, c.clock_id, c.period, currency, commission, adjusted,
      collected, collected_of, c.closed_at
    from totals cross join posting_closes c
    where c.id = :close
    returning *
  ),
  kept as (
    insert into commission_lines (statement_id, policy_id, term_number, entry_id, premium, commission)
    select s.id, l.policy_id, l.term_number, l.entry_id, l.premium, l.commission
    from lines l
    join statements s on s.seller_id = l.seller_id and s.currency = l.currency
    order by s.id, l.policy_id, l.term_number, l.seq
  )
  select id, seller_id as "sellerId", currency, commission::text, adjusted::text, collected::text
  from statements order by seller_id, currency`;

const sum = (a: string, b: string): string => Cents.of(a).plus(Cents.of(b)).toText();
