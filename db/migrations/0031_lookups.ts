import type { Knex } from 'knex';

/** What sources of data have answered before ratings: one row for each request of an event. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table data_lookups (
      -- Of the event, the action and the iteration: an attempt that is repeated finds its answer.
      id uuid primary key,
      trigger_request_id uuid not null references events on delete cascade,
      action_id uuid not null,
      -- Null: of the risk as a whole.
      iteration_id text,
      -- For whom it was asked; nobody else uses the answer.
      organization_id uuid not null references organizations,
      client_id uuid references clients on delete cascade,
      clock_id uuid references clocks on delete cascade,
      endpoint text not null,
      request_hash text not null,
      response_hash text,
      -- The answers that it fills, by question id.
      "values" jsonb not null,
      failure text,
      -- By the business time of the event. Of an answer that is used again: when the source gave it.
      answered_at timestamptz,
      -- The lookup whose answer is used again.
      reused_from uuid,
      asked_at timestamptz not null,
      check ((failure is null) = (answered_at is not null))
    );
    create index data_lookups_event on data_lookups (trigger_request_id);
    create index data_lookups_request on data_lookups (organization_id, request_hash, answered_at desc)
      where failure is null;
    create index data_lookups_client on data_lookups (client_id, asked_at desc) where client_id is not null;
    create index data_lookups_clock on data_lookups (clock_id) where clock_id is not null;
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
