import type { Knex } from 'knex';

/** Who imported, archived, deployed, withdrew and licensed; null for what was done before. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table product_versions add column imported_by jsonb, add column archived_by jsonb;
    alter table product_deployments add column deployed_by jsonb, add column withdrawn_by jsonb;
    alter table product_licenses add column licensed_by jsonb;
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
