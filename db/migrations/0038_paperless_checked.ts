import type { Knex } from 'knex';

/** Outside a transaction: writers go on meanwhile. */
export const config = { transaction: false };

/** The checks of mails, which all rows from before keep. */
export async function up(knex: Knex): Promise<void> {
  for (const name of ['mails_state_check', 'mails_posted_check'])
    await knex.raw(`alter table mails validate constraint ${name}`);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
