import type { Knex } from 'knex';

/**
 * The transaction that issued a policy, so that a search by a cursor finds those that it has passed before they were
 * committed. Unknown for policies of before: they are committed.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table policy_search add column issued_in xid8');
  await knex.raw('alter table policy_search alter column issued_in set default pg_current_xact_id()');
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
