import type { Knex } from 'knex';
import { buildIndex } from '../indexes/build-index.js';

/** Outside a transaction: writers go on meanwhile. */
export const config = { transaction: false };

/** What the search of policies filters and sorts by, for the organization that sold them, and what it reads beside. */
const ofSeller: readonly [name: string, columns: string, covered?: string[]][] = [
  // With what is filtered most, so that most combinations are counted from it alone.
  ['effective', 'effective_date desc, id', ['policy_state', 'status', 'product_id', 'product_version_id']],
  ['created', 'created_at, id'],
  ['updated', 'changed_at, id'],
  ['number', 'policy_number, id'],
  ['status', 'status, effective_date, id'],
  ['state', 'policy_state, effective_date, id'],
  // Whose state today may be another than the recorded one. As expressions they have statistics: in columns apart, PostgreSQL
  // takes most policies for them.
  [
    'standing',
    "(case when policy_state in ('ACTIVE', 'PENDING_FINANCE_CONFIRMATION') then last_day_with_coverage end)",
  ],
  [
    'ended',
    `(case when policy_state in ('INACTIVE_UNSETTLED', 'SETTLED') and last_day_with_coverage >= effective_date
      then last_day_with_coverage end)`,
  ],
  ['insured_state', "(policy_meta #>> '{insured,state}'), effective_date, id"],
];

/**
 * Indexes of the policy search. What an organization sold and issued itself is in the indexes of the seller; those of the
 * issuer have the rest, so that a direct insurer's policies are in half as many.
 */
export async function up(knex: Knex): Promise<void> {
  const include = (covered: readonly string[]) =>
    covered.length === 0 ? '' : ` include (${covered.join(', ')})`;
  for (const [name, columns, covered = []] of ofSeller) {
    await buildIndex(
      knex,
      `policies_seller_${name}`,
      `policies (seller_organization_id, ${columns})${include(covered)}`,
    );
    const withSeller = name === 'effective' ? ['seller_organization_id', ...covered] : covered;
    await buildIndex(
      knex,
      `policies_issuer_${name}`,
      `policies (issuing_organization_id, ${columns})${include(withSeller)}
        where seller_organization_id <> issuing_organization_id`,
    );
  }
  // Few policies have lapses, and they are in a column that is dear to read.
  await buildIndex(
    knex,
    'policies_lapsed',
    `policies (seller_organization_id, issuing_organization_id) where jsonb_path_exists(policy_contract, '$.lapses[0]')`,
  );
  await knex.raw('analyze policies');
}

export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
