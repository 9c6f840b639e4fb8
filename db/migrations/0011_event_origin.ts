import type { Knex } from 'knex';

/** Events fired by the service itself: an event's `source` does not prove it, as callers write it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table events add column by_service boolean not null default false');
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
