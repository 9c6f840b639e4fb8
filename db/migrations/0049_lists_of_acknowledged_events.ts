import type { Knex } from 'knex';
import { buildIndex } from '../indexes/build-index.js';

/** The index of the acknowledged events, which are few. */
export const config = { transaction: false };

export async function up(knex: Knex): Promise<void> {
  await buildIndex(
    knex,
    'events_acknowledged',
    'events (organization_id, created_at desc) where acknowledgement is not null',
  );
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
