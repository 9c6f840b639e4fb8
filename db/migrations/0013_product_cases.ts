import type { Knex } from 'knex';

/** How many cases a version passed when it was imported; null if its file had none, and for older versions. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table product_versions add column cases_passed integer check (cases_passed > 0)');
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
