import type { Knex } from 'knex';

/**
 * Worksheets as compressed text. As `jsonb` a worksheet takes PostgreSQL as long as the rest of its quote, and 1.7 times
 * the space. Those of before stay as they are.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table quote_worksheets add column deflated bytea;
    alter table quote_worksheets alter column deflated set storage external;
    alter table quote_worksheets alter column worksheet drop not null;
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
