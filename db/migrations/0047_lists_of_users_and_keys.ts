import type { Knex } from 'knex';
import { buildIndex } from '../indexes/build-index.js';

/** Indexes of the lists of users and API keys. Built without a lock that would keep callers out. */
export const config = { transaction: false };

export async function up(knex: Knex): Promise<void> {
  const listed = '(organization_id, created_at desc, id desc)';
  await buildIndex(knex, 'people_listed', `people ${listed} include (disabled_at)`);
  await buildIndex(knex, 'api_keys_listed', `api_keys ${listed} include (revoked_at, expires_at)`);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
