import type { Knex } from 'knex';
import { buildIndex } from '../indexes/build-index.js';

/** Outside a transaction: writers go on meanwhile. */
export const config = { transaction: false };

/** The policies of an organization that were issued since a transaction. */
export async function up(knex: Knex): Promise<void> {
  await buildIndex(
    knex,
    'policy_search_issued',
    'policy_search (organization_id, issued_in) where issued_in is not null',
  );
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
