import type { Knex } from 'knex';

/** Payments returned by the bank: a negative payment that names the returned one. And statements for the fee. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table payments add column reverses uuid references payments;
    create unique index payments_reverses on payments (reverses) where reverses is not null;
    alter table statements drop constraint statements_kind_check;
    alter table statements add constraint statements_kind_check check (kind in
      ('INSTALMENT', 'ENDORSEMENT', 'CANCELLATION', 'TRUE_UP', 'REINSTATEMENT', 'NSF_FEE'));
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
