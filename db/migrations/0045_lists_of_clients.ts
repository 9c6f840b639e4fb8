import type { Knex } from 'knex';

/** Indexes of the list of clients. Built without a lock that would keep clients from being saved. */
export const config = { transaction: false };

const indexes = {
  clients_listed:
    '(organization_id, created_at desc, id desc) include (type, status) where erased_at is null',
  clients_updated: '(organization_id, updated_at desc, id desc) where erased_at is null',
  clients_location:
    '(organization_id, location_code, created_at desc, id desc) where erased_at is null and location_code is not null',
  clients_name: 'using gin (name gin_trgm_ops)',
};

export async function up(knex: Knex): Promise<void> {
  for (const [name, definition] of Object.entries(indexes)) {
    // Left invalid by an attempt that was interrupted.
    await knex.raw(`drop index if exists ${name}`);
    await knex.raw(`create index concurrently ${name} on clients ${definition}`);
  }
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
