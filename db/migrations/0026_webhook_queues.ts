import type { Knex } from 'knex';

/** One queue for each webhook endpoint: what its workflow does, and how the endpoint answered lately. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table webhook_queues (
      endpoint_id uuid primary key references webhook_endpoints,
      -- IDLE: a new delivery has to wake the workflow. WORKING: it is sending. PAUSED: the endpoint does not answer.
      state text not null default 'IDLE' check (state in ('IDLE', 'WORKING', 'PAUSED')),
      -- When the workflow looks again, at the latest; null while idle.
      next_look_at timestamptz,
      failures integer not null default 0,
      failing_since timestamptz,
      last_error text
    ) with (fillfactor = 50);

    create function make_webhook_queue() returns trigger language plpgsql as $$
      begin
        insert into webhook_queues (endpoint_id) values (new.id);
        return null;
      end
    $$;
    create trigger webhook_endpoints_queue after insert on webhook_endpoints
      for each row execute function make_webhook_queue();
    -- After the trigger, whose lock keeps endpoints from being added in between.
    insert into webhook_queues (endpoint_id) select id from webhook_endpoints;

    alter table webhook_deliveries
      add column retries integer not null default 0,
      -- When it was created or last resent.
      add column sending_since timestamptz not null default now();
    update webhook_deliveries set retries = attempts, sending_since = created_at where state = 'PENDING';
    create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_attempt_at, created_at)
      where state = 'PENDING';
    create index webhook_deliveries_sending on webhook_deliveries (endpoint_id, sending_since)
      where state = 'PENDING';
    drop index webhook_deliveries_pending;
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
