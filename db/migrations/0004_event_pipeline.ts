import type { Knex } from 'knex';

/** Events fired by other events, results of actions, and skipped actions. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table events
      add column policy_id uuid,
      add column parent_trigger_request_id uuid references events,
      -- How many events stand above this one, and which actions fired them: what keeps chains from going round.
      add column depth smallint not null default 0,
      add column chain jsonb not null default '[]',
      add column retries integer not null default 0;
    create index events_policy on events (policy_id, created_at desc) where policy_id is not null;
    create index events_parent on events (parent_trigger_request_id) where parent_trigger_request_id is not null;

    alter table action_runs
      add column result jsonb,
      drop constraint action_runs_state_check,
      add constraint action_runs_state_check
        check (state in ('RUNNING', 'WAITING', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'SKIPPED'));
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
