import type { Knex } from 'knex';
import { buildIndex } from '../indexes/build-index.js';

/**
 * What retention removes is found by its age, however much is there. The block ranges before did not survive the
 * removal: shortened rows move to other blocks, and new rows take their place.
 */
export const config = { transaction: false };

export async function up(knex: Knex): Promise<void> {
  await buildIndex(knex, 'events_to_erase', "events (created_at) where envelope_sha256 <> ''");
  await buildIndex(
    knex,
    'quotes_to_erase',
    `quotes (quote_timestamp) where not metadata @> '{"erased": true}'`,
  );
  await buildIndex(knex, 'webhook_deliveries_by_age', 'webhook_deliveries (created_at)');
  for (const name of ['events_age', 'quotes_age', 'webhook_deliveries_age']) {
    await knex.raw(`drop index concurrently if exists ${name}`);
  }
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
