import type { Knex } from 'knex';

/** Who acknowledged that an event failed, when, and with which note: as the interface has it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table events add column acknowledgement jsonb');
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
