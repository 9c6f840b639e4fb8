import type { Knex } from 'knex';

/** Jobs, which fire an event for each row of a file, and their rows. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table jobs (
      id uuid primary key,
      organization_id uuid not null references organizations,
      name text,
      -- Of the events that it fires.
      type text not null,
      product_id uuid not null references products,
      -- The version that was asked for; null: the one that is deployed when a row is fired.
      product_version_id uuid references product_versions,
      state text not null default 'RUNNING' check (state in ('RUNNING', 'PAUSED', 'CANCELED', 'DONE')),
      -- Rows that run beside each other.
      fan_out smallint not null check (fan_out > 0),
      row_count integer not null check (row_count > 0),
      -- The names of the columns, in order.
      columns jsonb not null,
      -- Rows by state, as last counted; for lists.
      counts jsonb not null,
      created_at timestamptz not null default now(),
      created_by jsonb not null,
      -- When its workflow last worked on it, or somebody changed it.
      updated_at timestamptz not null default now(),
      -- When no row was waiting or running any more.
      ended_at timestamptz
    );
    create index jobs_organization on jobs (organization_id, created_at desc, id desc);
    create index jobs_product on jobs (product_id);
    create index jobs_product_version on jobs (product_version_id) where product_version_id is not null;
    create index jobs_open on jobs (updated_at) where ended_at is null;
    create index jobs_ended on jobs (ended_at) where ended_at is not null;

    create table job_rows (
      job_id uuid not null references jobs on delete cascade,
      -- From 1.
      row_number integer not null check (row_number > 0),
      state text not null default 'WAITING'
        check (state in ('WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELED')),
      -- As they were sent, by column. Empty where the client was erased.
      cells jsonb not null,
      -- Of its event.
      payload jsonb not null,
      attempts smallint not null default 0,
      -- Of its last event.
      trigger_request_id uuid,
      fired_at timestamptz,
      client_id uuid,
      policy_id uuid,
      -- Ids and words that its event led to.
      made jsonb,
      error jsonb,
      primary key (job_id, row_number)
    );
    create index job_rows_state on job_rows (job_id, state, row_number);
    create index job_rows_client on job_rows (client_id) where client_id is not null;
    create index job_rows_event on job_rows (trigger_request_id) where trigger_request_id is not null;

    -- A client is deleted with its test clock only: nothing about it stays in the rows of jobs.
    create function forget_job_rows() returns trigger language plpgsql as $$
      begin
        update job_rows
        set cells = '{}', payload = '{}', made = null, error = null,
          state = case when state = 'WAITING' then 'CANCELED' else state end
        where client_id = old.id;
        return null;
      end
    $$;
    create trigger clients_forget_job_rows after delete on clients for each row execute function forget_job_rows();
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
