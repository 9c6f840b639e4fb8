import type { Knex } from 'knex';

/** Inspecting events: indexes for lists and batches, cancelling, and the earlier runs of retried actions. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table events
      add column retry_plan jsonb,
      add column cancel_requested_at timestamptz;

    create table earlier_action_runs (
      trigger_request_id uuid not null references events,
      action_id uuid not null,
      retry integer not null,
      state text not null,
      attempts integer not null,
      last_error text,
      started_at timestamptz not null,
      ended_at timestamptz,
      primary key (trigger_request_id, action_id, retry)
    );

    create index events_organization_type on events (organization_id, type, created_at desc);
    create index events_not_completed on events (organization_id, state, created_at desc)
      where state <> 'COMPLETED';
    drop index events_batch;
    -- Whole, so that a batch's progress is counted without reading its events.
    create index events_batch on events (batch_id, created_at desc)
      include (trigger_request_id, organization_id, state, closed_at)
      where batch_id is not null;

    create index action_runs_failed on action_runs (trigger_request_id) where state = 'FAILED';
    drop index quotes_trigger;
    create index quotes_trigger on quotes (trigger_request_id) include (outcome, package_request_id);
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
