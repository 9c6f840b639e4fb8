import type { Knex } from 'knex';

/**
 * The `triggerRequestId`s of events whose key is another id, because an event of another organization has it as its key.
 * A table of its own: the table of events is neither read nor changed.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table event_keys (
      trigger_request_id uuid primary key references events,
      organization_id uuid not null references organizations,
      public_id uuid not null,
      unique (public_id, organization_id)
    );
    create index event_keys_organization on event_keys (organization_id);
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
