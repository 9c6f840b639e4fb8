import type { Knex } from 'knex';
import { buildIndex } from '../indexes/build-index.js';

/** Outside a transaction: writers go on meanwhile. */
export const config = { transaction: false };

/** The deliveries of a test clock, which are deleted with it. */
export async function up(knex: Knex): Promise<void> {
  await buildIndex(
    knex,
    'webhook_deliveries_clock',
    'webhook_deliveries (clock_id) where clock_id is not null',
  );
  await knex.raw('alter table webhook_deliveries validate constraint webhook_deliveries_of_clock');
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
