import type { Knex } from 'knex';

/** The totals of a policy's journal lines that were known at a time, decimal text by term number. */
export async function journalledPremiums(
  db: Knex,
  policyId: string,
  knownAt: Date,
): Promise<Map<number, string>> {
  const rows: { term_number: number; premium: string }[] = await db('ledger_journal')
    .where('policy_id', policyId)
    .where('created_at', '<=', knownAt)
    .groupBy('term_number')
    .select('term_number', db.raw('sum(premium_change) as premium'));
  return new Map(rows.map(({ term_number, premium }) => [term_number, premium]));
}
