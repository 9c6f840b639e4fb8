import type { Knex } from 'knex';

/** Outside a transaction: writers go on meanwhile. */
export const config = { transaction: false };

/** The wider check of changes, which all rows from before keep. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table changes validate constraint changes_kind_check');
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
