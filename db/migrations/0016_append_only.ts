import type { Knex } from 'knex';

/** The journals refuse TRUNCATE, as they refuse changes and deletions. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create trigger ledger_journal_not_truncated before truncate on ledger_journal
      for each statement execute function refuse_change();
    create trigger policy_changes_not_truncated before truncate on policy_changes
      for each statement execute function refuse_change();
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
