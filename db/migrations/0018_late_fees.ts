import type { Knex } from 'knex';

/** Statements for late fees, and for shortfalls that are written off. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table statements drop constraint statements_kind_check;
    alter table statements add constraint statements_kind_check check (kind in ('INSTALMENT', 'ENDORSEMENT',
      'CANCELLATION', 'TRUE_UP', 'REINSTATEMENT', 'NSF_FEE', 'LATE_FEE', 'WRITE_OFF'));
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
