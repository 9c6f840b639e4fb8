import type { Knex } from 'knex';

/** Webhook endpoints, their signing secrets, queues and deliveries. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table webhook_endpoints (
      id uuid primary key,
      organization_id uuid not null references organizations,
      url text not null,
      description text not null default '',
      -- None: every type.
      event_types text[] not null default '{}',
      active boolean not null default true,
      -- Why the service itself switched it off.
      disabled_reason text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      -- Its deliveries stay to be looked at; its secrets do not.
      deleted_at timestamptz
    );
    create index webhook_endpoints_organization on webhook_endpoints (organization_id, created_at);

    create table webhook_secrets (
      id uuid primary key,
      endpoint_id uuid not null references webhook_endpoints,
      secret text not null,
      created_at timestamptz not null default now(),
      -- Null: the current one, without an end.
      valid_until timestamptz
    );
    create index webhook_secrets_endpoint on webhook_secrets (endpoint_id);
    create unique index webhook_secrets_current on webhook_secrets (endpoint_id) where valid_until is null;

    create table webhook_deliveries (
      id uuid primary key,
      organization_id uuid not null references organizations,
      endpoint_id uuid not null references webhook_endpoints,
      -- Null: a test.
      trigger_request_id uuid references events,
      -- Which retry of the event's failed actions it reports.
      run_retry integer not null default 0,
      event_type text not null,
      message_id text not null unique,
      body jsonb not null,
      state text not null default 'PENDING' check (state in ('PENDING', 'DELIVERED', 'FAILED', 'CANCELLED')),
      resends integer not null default 0,
      attempts integer not null default 0,
      last_status smallint,
      last_error text,
      last_attempt_at timestamptz,
      next_attempt_at timestamptz,
      created_at timestamptz not null default now(),
      ended_at timestamptz,
      retries integer not null default 0,
      sending_since timestamptz not null default now(),
      unique (trigger_request_id, endpoint_id, run_retry)
    );
    create index webhook_deliveries_organization on webhook_deliveries (organization_id, created_at desc, id);
    create index webhook_deliveries_state on webhook_deliveries (organization_id, state, created_at desc, id);
    create index webhook_deliveries_endpoint on webhook_deliveries (endpoint_id, created_at desc, id);
    create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_attempt_at, created_at)
      where state = 'PENDING';
    create index webhook_deliveries_sending on webhook_deliveries (endpoint_id, sending_since)
      where state = 'PENDING';
    create index webhook_deliveries_by_age on webhook_deliveries (created_at);

    -- One queue for each endpoint: what its workflow does, and how the endpoint answered lately.
    create table webhook_queues (
      endpoint_id uuid primary key references webhook_endpoints,
      -- IDLE: a new delivery has to wake the workflow. WORKING: it is sending. PAUSED: the endpoint does not
      -- answer.
      state text not null default 'IDLE' check (state in ('IDLE', 'WORKING', 'PAUSED')),
      -- When the workflow looks again, at the latest; null while idle.
      next_look_at timestamptz,
      failures integer not null default 0,
      failing_since timestamptz,
      last_error text
    ) with (fillfactor = 50);

    -- Processes keep in memory which endpoints an organization has: tell them of every change.
    create function announce_webhook_change() returns trigger language plpgsql as $$
      begin
        perform pg_notify('webhooks_changed', coalesce(new.organization_id, old.organization_id)::text);
        return null;
      end
    $$;

    create function make_webhook_queue() returns trigger language plpgsql as $$
      begin
        insert into webhook_queues (endpoint_id) values (new.id);
        return null;
      end
    $$;

    create trigger webhook_endpoints_announce after insert or update or delete on webhook_endpoints
      for each row execute function announce_webhook_change();
    create trigger webhook_endpoints_queue after insert on webhook_endpoints
      for each row execute function make_webhook_queue();
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
