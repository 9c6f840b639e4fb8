import type { Knex } from 'knex';

/** What underwriter and seller ask, offer and answer of a quote under review. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Null for nothing. It is a part of the quote: erased, copied and followed with it.
    alter table quotes add column underwriting jsonb;
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
