import type { Database } from '../../db/database.js';
import { Policy } from '../../db/models/policy.js';
import { type Difference, type DifferenceKind, pagesOf } from './difference.js';

/** Policies of a page. */
const pageSize = 5_000;

/** What must be equal for each policy `p` of a page; the statement gives ids, with both amounts. */
const checks: readonly { kind: DifferenceKind; sql: string }[] = [
  {
    kind: 'PREMIUM_DIFFERS',
    sql: `select p.id, p.premium::text || ', in the journal ' || j.premium as about
      from page p cross join lateral (
        select coalesce(sum(premium_change), 0) as premium from ledger_journal
        where policy_id = p.id and term_number = p.term_number
      ) j where j.premium <> p.premium`,
  },
  {
    kind: 'PAID_DIFFERS',
    sql: `select p.id, s.paid::text || ' on statements, by payments ' || a.paid as about
      from page p
      cross join lateral (select coalesce(sum(paid_amount), 0) as paid from statements where policy_id = p.id) s
      cross join lateral (
        select coalesce(sum(a.amount), 0) as paid from payments m join payment_allocations a on a.payment_id = m.id
        where m.policy_id = p.id
      ) a where s.paid <> a.paid`,
  },
  {
    kind: 'PAYMENT_EXCEEDED',
    sql: `select m.id, m.amount::text || ', applied ' || sum(a.amount) as about
      from page p join payments m on m.policy_id = p.id join payment_allocations a on a.payment_id = m.id
      group by m.id having sum(a.amount) > m.amount`,
  },
];

/** Amounts that contradict each other, of policies that were changed since a time. */
export async function* moneyDifferences({
  db,
  since,
}: {
  db: Database;
  since: Date;
}): AsyncGenerator<Difference> {
  const pages = pagesOf<Pick<Policy, 'id'>>(
    ({ id }) => id,
    (after, limit) =>
      Policy.query(db)
        .where('updated_at', '>=', since)
        .where('id', '>', after)
        .select('id')
        .orderBy('id')
        .limit(limit),
    pageSize,
  );
  for await (const page of pages) {
    const ids = page.map(({ id }) => id);
    for (const { kind, sql } of checks) {
      const { rows } = await db.raw<{ rows: { id: string; about: string }[] }>(
        `with page as (select id, premium, term_number from policies where id = any(?)) ${sql}`,
        [ids],
      );
      for (const row of rows) yield { kind, ...row };
    }
  }
}
